// What the editor's gutters show of the run: the line that the CPU executes, the line where the kernel has stopped, and what each
// line costs. Nothing while the editor has another text than the machine.
import { useMemo } from "react";
import { tr } from "../../i18n/i18n";
import type { Machine } from "../../desk/lab/machine";
import type { WorkshopContext } from "../../desk/workshop-context";
import { countsByLine, runningLines } from "../../frame/program-lines";
import { formatNumber } from "../../lib/format/numbers";
import { useStore } from "../../lib/store";
import { wastedShare } from "../../cards/code/descriptions";
import { useCode } from "../../cards/code/use-code";
import { NO_LINES, type LineCost, type ShownLines } from "../../cards/editor/lines";
import { REFERENCE } from "../../cards/editor/reference";
import { Disclosure } from "../../ui/disclosure";
import { lazyPart } from "../../ui/lazy-part";
import { Toggle } from "../../ui/toggle";
import type { CostTableProps } from "./cost-table";

const Costs = lazyPart(async () => (await import("./cost-table")).Costs);

export function useShownLines({
  services: { lab },
  workshop,
}: Pick<WorkshopContext, "services" | "workshop">): ShownLines {
  const topology = useStore(lab.state, (state) => state.topology);
  const playing = useStore(lab.state, (state) => state.playing);
  const showsCosts = useStore(lab.state, (state) => state.showsCode);
  const { text, ran, stop } = useStore(workshop.state, (state) => state);
  const shown = useCode(lab.frames, playing);
  return useMemo(() => {
    const isRun = ran?.text === text;
    const stopped = stop?.text === text ? stop.line : 0;
    const isPaused = !playing;
    const costsShown = showsCosts ? new Map<number, LineCost>() : null;
    const none: ShownLines = { ...NO_LINES, stopped, costs: costsShown, isPaused };
    if (shown === null || topology === null || !isRun) return none;
    const running = shown.isTooFast ? [] : runningLines(shown.running, topology, callsOf);
    const { counts } = shown;
    if (!showsCosts || counts === null || counts === "unknown") return { ...none, running };
    const costs = new Map<number, LineCost>();
    for (const [line, one] of countsByLine(counts.lines, topology)) {
      costs.set(line, {
        visits: formatNumber(one.visits),
        cycles: one.visits === 0 ? "" : formatNumber(one.cycles),
        wasted: wastedShare(one),
      });
    }
    return { running, stopped, costs, isPaused };
  }, [shown, topology, playing, showsCosts, text, ran, stop]);
}

const callsOf = (step: string) =>
  REFERENCE.calls.filter((call) => call.step === step).map(({ name }) => name);

/** Shows or hides visits and CPU time in the editor. */
export function CostSwitch({ lab }: { lab: Machine }) {
  const isOn = useStore(lab.state, (state) => state.showsCode);
  return (
    <div
      title={tr(
        "How often each line ran in the window, and the cycles of its statements; calls have costs of their own. The hatched part was wasted.",
      )}
    >
      <Toggle label={tr("Visits and cycles of each line")} on={isOn} onChange={lab.showCode} />
    </div>
  );
}

/** The costs as a table, while lines are counted. */
export function CostTable(props: CostTableProps) {
  const isCounted = useStore(props.services.lab.state, (state) => state.showsCode);
  if (!isCounted) return null;
  return (
    <Disclosure label={tr("The costs of the lines as a table")}>
      <Costs {...props} />
    </Disclosure>
  );
}
