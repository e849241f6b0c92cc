// The timeline in sentences, for a screen reader: the visible range, who had the CPU in it, and measurements.
import { tr } from "../../i18n/i18n";
import type { Frame } from "../../frame/frame";
import type { TimeRange } from "../../frame/timescale";
import { usesCpu, type Topology } from "../../frame/topology";
import {
  formatDuration,
  formatMoment,
  formatNumber,
  formatPercentPlain,
} from "../../lib/format/numbers";
import type { Measure } from "./draw/scene";

export function describeTimeline(topology: Topology, frame: Frame): string {
  const hertz = topology.clock_hz;
  const shares = sharesInRange(topology, frame)
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share)
    .map(({ name, share }) => `${name} ${formatPercentPlain(share)}`);
  const stretch = tr("Timeline from {from} to {to}, {duration}.", {
    from: formatMoment(frame.from, hertz),
    to: formatMoment(frame.to, hertz),
    duration: formatDuration(frame.to - frame.from, hertz),
  });
  return shares.length === 0
    ? stretch
    : tr("{stretch} CPU time: {join}.", { stretch, join: shares.join(", ") });
}

/** Mean shares of the columns that are not in the future. */
function sharesInRange(topology: Topology, frame: Frame): { name: string; share: number }[] {
  const columns = frame.columns.length;
  const contexts = frame.contexts.length;
  const sums = new Float64Array(contexts);
  let past = 0;
  for (let column = 0; column < columns; column += 1) {
    let sum = 0;
    for (let context = 0; context < contexts; context += 1) {
      const share = frame.columns.share(column * contexts + context);
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

/** "10 ms shown, from 200 to 210 ms." */
export function describeRange({ from, to }: TimeRange, clockHz: number): string {
  const width = formatDuration(to - from, clockHz);
  const step = Math.max(1e-9, (to - from) / clockHz / 100);
  const [begin, end] = [from, to].map((t) => formatMoment(t, clockHz, step)) as [string, string];
  return tr("{width} shown, from {replace} to {end}.", {
    width,
    replace: begin.replace(/ ms$/, ""),
    end,
  });
}

/** Announces the first point and the end of a measurement. The measured time itself is an output of the page. */
export function describeMeasure(measure: Measure | null, clockHz: number): string {
  if (measure === null) return tr("Nothing is measured.");
  if (measure.a !== measure.b) return "";
  const at = formatMoment(measure.a, clockHz);
  return tr("Measuring from {at}. Go to another moment and press M again; Esc ends it.", { at });
}

export function describeMeasured(measure: Measure | null, clockHz: number): string {
  if (measure === null || measure.a === measure.b) return "";
  const cycles = Math.abs(measure.b - measure.a);
  const time = formatDuration(cycles, clockHz);
  return tr("Measured {time}: one every {time} is {number}/s.", {
    time,
    number: formatNumber(clockHz / cycles),
  });
}
