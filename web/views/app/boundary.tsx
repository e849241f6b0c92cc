// Catches an error in a view, so that the header and the notices stay and a way out is offered.
import { Component, type ReactNode } from "react";
import { Button } from "../../ui/button";
import { saveFile } from "../../ui/save-file";

export class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
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
      <div className="broken" role="alert">
        <h2>This page could not be drawn</h2>
        <p>
          It is our mistake; your settings are kept, and the address still holds your state: a
          reload brings it back. Technical: {error.message}
        </p>
        <div className="notice-actions">
          <Button look="primary" onClick={() => this.setState({ error: null })}>
            Draw it again
          </Button>
          <Button onClick={() => location.reload()}>Reload the page</Button>
          <Button onClick={save}>Save a report</Button>
        </div>
      </div>
    );
  }
}
