// The timeline in one sentence, for those who do not see it: which stretch, and who had the CPU in it.
import type { Frame } from "../../frame/frame";
import type { FrameSource } from "../../frame/frame-source";
import { usesCpu, type Topology } from "../../frame/topology";
import { formatDuration, formatMoment, formatPercentPlain } from "../../format/numbers";
import { useThrottledFrame } from "../canvas/frame-hooks";

export function TimelineSummary({ topology, frames }: { topology: Topology; frames: FrameSource }) {
  const frame = useThrottledFrame(frames, 1000);
  return (
    <p className="timeline-summary">{frame === null ? "" : describeTimeline(topology, frame)}</p>
  );
}

export function describeTimeline(topology: Topology, frame: Frame): string {
  const hertz = topology.clock_hz;
  const shares = sharesInRange(topology, frame)
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share)
    .map(({ name, share }) => `${name} ${formatPercentPlain(share)}`);
  const stretch = `Timeline from ${formatMoment(frame.from, hertz)} to ${formatMoment(frame.to, hertz)}, ${formatDuration(frame.to - frame.from, hertz)}.`;
  return shares.length === 0 ? stretch : `${stretch} CPU time: ${shares.join(", ")}.`;
}

/** Mean over the columns that have come to pass. */
function sharesInRange(topology: Topology, frame: Frame): { name: string; share: number }[] {
  const columns = frame.rowCount("columns");
  const contexts = frame.rowCount("contexts");
  const sums = new Float64Array(contexts);
  let past = 0;
  for (let column = 0; column < columns; column += 1) {
    const offset = frame.offset("columns", column);
    let sum = 0;
    for (let context = 0; context < contexts; context += 1) {
      const share = frame.data[offset + context] as number;
      sums[context] = (sums[context] as number) + share;
      sum += share;
    }
    past += sum > 0.5 ? 1 : 0;
  }
  return topology.contexts.flatMap((context, index) =>
    usesCpu(context) && past > 0
      ? [{ name: context.name, share: (sums[index] as number) / past }]
      : [],
  );
}
