// What is shown in the place of a page after an error: the error boundary around every page, and the page that
// reports that the simulator cannot run. Both keep the header and the notices, and offer a report to save.
import { Component, type ReactNode } from "react";
import type { Lab } from "../../store/lab/lab";
import { useStore } from "../../store/store";
import { Button } from "../../ui/button";
import { saveFile } from "../../ui/save-file";

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
        <h2>This page could not be drawn</h2>
        <p>
          It is our mistake; your settings are kept, and the address still holds your state: a
          reload brings it back. Technical: {error.message}
        </p>
        <div className="notice-actions">
          <Button variant="primary" onClick={() => this.setState({ error: null })}>
            Draw it again
          </Button>
          <Button onClick={() => location.reload()}>Reload the page</Button>
          <Button onClick={save}>Save a report</Button>
        </div>
      </div>
    );
  }
}

/** Shown when the lab cannot go on: what is wrong, what is saved, and what can be done. */
export function FatalErrorPage({ lab }: { lab: Lab }) {
  const breakage = useStore(lab.state, (state) => state.fatalError);
  const started = useStore(lab.state, (state) => state.catalogue !== null);
  if (breakage === null) return null;
  const { title, text, report } = breakage;
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
