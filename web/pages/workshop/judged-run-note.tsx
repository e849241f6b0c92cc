// Says that the machine shows a run of the judge, whose packets end, and leads back to packets that do not.
import { tr } from "../../i18n/i18n";
import { isJudgedRun } from "../../desk/workshop/own-machine";
import type { WorkshopContext } from "../../desk/workshop-context";
import { useStore } from "../../lib/store";
import { Button } from "../../ui/button";

export function JudgedRunNote({ context: { services, workshop } }: { context: WorkshopContext }) {
  const scenario = useStore(services.lab.state, (state) => state.scenario);
  const canRun = useStore(workshop.state, ({ checked }) => checked === "right");
  if (scenario === null || !isJudgedRun(scenario)) return null;
  return (
    <div className="workshop-judged-run">
      <p>
        {tr(
          "The machine shows one run of the judge: after its packets no more come. A changed program gets the same packets, from the start to the moment that is shown.",
        )}
      </p>
      <Button disabled={!canRun} onClick={workshop.leaveJudgedRun}>
        {tr("Leave this run")}
      </Button>
    </div>
  );
}
