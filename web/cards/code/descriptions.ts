// The texts of the code view: which part of the run is counted, the running line, and a line's numbers.
import { tr } from "../../i18n/i18n";
import type { CodeCounts, LineCounts } from "../../frame/code-lines";
import { formatDuration, formatNumber, formatPercentPlain } from "../../lib/format/numbers";
import type { Topology } from "../../frame/topology";
import type { ShownCode } from "./use-code";

/** "Counted: 100 ms, 250 to 350 ms." */
export function describeCounted({ counts }: ShownCode, { clock_hz: hertz }: Topology): string {
  if (counts === null) return tr("Counting …");
  if (counts === "unknown")
    return tr(`No steps are recorded here, so lines cannot be counted. Go to a later time, or play at 4
      s/s or slower.`);
  const { from, to, isPartial } = counts;
  const milliseconds = (cycles: number) => formatNumber((cycles / hertz) * 1e3, 1);
  const window = tr("{duration}, from {milliseconds} to {milliseconds2} ms", {
    duration: formatDuration(to - from, hertz),
    milliseconds: milliseconds(from),
    milliseconds2: milliseconds(to),
  });
  return isPartial
    ? tr(
        `Counted: the last {window}. No earlier steps of the window are counted: there are too
      many, or they are not recorded.`,
        { window },
      )
    : tr("Counted: {window}.", { window });
}

/** "Running: ip_forward, find the next hop." */
export function describeRunning({ running }: ShownCode, topology: Topology): string {
  const names = running.map((step, cpu) => {
    const name = describeStep(step, topology);
    return running.length > 1 ? tr("CPU {cpu}: {name}", { cpu, name }) : name;
  });
  return tr("Running: {join}.", { join: names.join("; ") });
}

/** The step of a thread switch. A frame names it as the step of a context to which the CPU is switching. */
const THREAD_SWITCH = "ThreadRun";

/** The line of a step in words. */
export function describeStep(step: number, topology: Topology): string {
  if (step < 0) return tr("nothing, the CPU is idle");
  if (topology.steps[step]?.id === THREAD_SWITCH)
    return tr("a thread switch, which is no line of code");
  const line = topology.code[topology.steps[step]?.code ?? -1];
  return line === undefined
    ? (topology.steps[step]?.procedure ?? "")
    : `${line.procedure}, ${line.text}`;
}

/** The share of all CPU time that a line had; 0 if nothing was counted. */
export function shareOfTime(cycles: number, { available }: CodeCounts): number {
  return available > 0 ? cycles / available : 0;
}

/** The share of a line's cycles that went to packets thrown away later. */
export function wastedShare({ cycles, wastedCycles }: LineCounts): number {
  return cycles > 0 ? wastedCycles / cycles : 0;
}

/** For the tooltip of the last column: "412 of 1,000 visits, 80 % of the line's time". */
export function describeWasted(line: LineCounts, clockHz: number): string {
  if (line.visits === 0 && line.cycles === 0) return "";
  const wasted = tr(
    `{wastedVisits} of {visits} visits and {percentPlain} of the line’s time ({wastedCycles})
    went to packets that were thrown away later`,
    {
      wastedVisits: formatNumber(line.wastedVisits),
      visits: formatNumber(line.visits),
      percentPlain: formatPercentPlain(wastedShare(line)),
      wastedCycles: formatDuration(line.wastedCycles, clockHz),
    },
  );
  return line.undecidedCycles > 0
    ? tr("{wasted}; {percentPlain} to packets that are still inside", {
        wasted,
        percentPlain: formatPercentPlain(line.undecidedCycles / Math.max(1, line.cycles)),
      })
    : wasted;
}
