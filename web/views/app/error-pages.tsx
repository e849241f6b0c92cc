// The pages that replace another page after an error: the error boundary around every page, and the
// page that is shown if the simulator cannot run. The header and the notices stay usable, and the
// person can save a report.
import { Component, type ReactNode } from "react";
import type { Lab } from "../../store/lab/lab";
import { useStore } from "../../store/store";
import { Button } from "../../ui/button";
import { saveFile } from "../../ui/save-file";

/** Catches an error that a view throws while rendering. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const report = { schema: 1, what: "view", message: error.message, stack: error.stack };
    const save = () => saveFile("livelock-lab-report.json", JSON.stringify(report, null, 2));
    return (
      <div className="error-page" role="alert">
        <h2>This page could not be shown</h2>
        <p>
          This is an error in Livelock Lab. Your settings are saved, and the page’s address still
          contains what you did: reload the page to restore it. Technical detail: {error.message}
        </p>
        <div className="notice-actions">
          <Button variant="primary" onClick={() => this.setState({ error: null })}>
            Try again
          </Button>
          <Button onClick={() => location.reload()}>Reload the page</Button>
          <Button onClick={save}>Save a report</Button>
        </div>
      </div>
    );
  }
}

/** Says why the lab cannot continue, what is saved, and what the person can do. */
export function FatalErrorPage({ lab }: { lab: Lab }) {
  const fatalError = useStore(lab.state, (state) => state.fatalError);
  const started = useStore(lab.state, (state) => state.catalogue !== null);
  if (fatalError === null) return null;
  const { title, text, report } = fatalError;
  return (
    <div className="error-page" role="alert">
      <h2>{title}</h2>
      {text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <div className="notice-actions">
        {started && (
          <Button variant="primary" onClick={() => lab.openFirstScenario()}>
            Open the starting scenario
          </Button>
        )}
        <Button variant={started ? "plain" : "primary"} onClick={() => location.reload()}>
          Reload the page
        </Button>
        {report !== null && (
          <Button onClick={() => saveFile("livelock-lab-report.json", report)}>
            Save a report
          </Button>
        )}
      </div>
    </div>
  );
}
