// Catches an error that a view throws while rendering, so that the rest of the page goes on. The page and each card have
// one.
import { Component, type ReactNode } from "react";
import { msg, tr } from "../i18n/i18n";
import { rich } from "../i18n/rich";
import { Button } from "./button";
import { saveFile } from "../lib/save-file";

/** A script of the site could not be fetched: the connection is down, or a newer version of the site has replaced it. */
export class LoadError extends Error {
  override name = "LoadError";
}

/** What a person can do about a LoadError. A browser may remember that a script failed, so only a reload tries again. */
export const LOAD_REMEDY =
  msg(`A file of this site could not be loaded. Check the connection, then reload the page.
    Your settings are saved, and the page’s address still contains what you did.`);

interface ErrorBoundaryProps {
  children: ReactNode;
  /** What is shown instead. `retry` renders the children again. */
  fallback(error: Error, retry: () => void): ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return this.props.fallback(error, () => this.setState({ error: null }));
  }
}

/** Saves the error as a file that a person can send to us. */
export function saveErrorReport({ message, stack }: Error): void {
  const report = { schema: 1, what: "view", message, stack };
  saveFile("livelock-lab-report.json", JSON.stringify(report, null, 2));
}

/** Replaces the content of a card, or a part of it, that could not be rendered. */
export function cardError(error: Error, retry: () => void): ReactNode {
  if (error instanceof LoadError) {
    return (
      <div className="card-error" role="alert">
        <p>
          {rich("<b>This part is missing.</b> {remedy}", { remedy: tr(LOAD_REMEDY), b: <b /> })}
        </p>
        <div className="notice-actions">
          <Button variant="primary" onClick={() => location.reload()}>
            {tr("Reload the page")}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="card-error" role="alert">
      <p>
        {rich(
          `<b>This view could not be shown.</b> The others go on. It is an error in Livelock Lab.
            Technical detail: {message}`,
          { message: error.message, b: <b /> },
        )}
      </p>
      <div className="notice-actions">
        <Button variant="primary" onClick={retry}>
          {tr("Try again")}
        </Button>
        <Button onClick={() => saveErrorReport(error)}>{tr("Save a report")}</Button>
      </div>
    </div>
  );
}
