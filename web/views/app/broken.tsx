// The page when the lab cannot go on: what is wrong, what is kept, and the ways out.
import type { Lab } from "../../store/lab/lab";
import { useStore } from "../../store/react";
import { Button } from "../../ui/button";
import { saveFile } from "../../ui/save-file";

export function BrokenView({ lab }: { lab: Lab }) {
  const breakage = useStore(lab.state, (state) => state.fatalError);
  const started = useStore(lab.state, (state) => state.catalogue !== null);
  if (breakage === null) return null;
  const { title, text, report } = breakage;
  return (
    <div className="broken" role="alert">
      <h2>{title}</h2>
      {text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <div className="notice-actions">
        {started && (
          <Button look="primary" onClick={() => lab.openFirstScenario()}>
            Open the starting scenario
          </Button>
        )}
        <Button look={started ? "plain" : "primary"} onClick={() => location.reload()}>
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
