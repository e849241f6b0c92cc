// What a key of the timeline did, in words, for whoever does not see it.
import type { TimeRange } from "../../frame/timescale";
import { formatDuration, formatMoment } from "../../format/numbers";
import type { Measure } from "./scene";

/** "10 ms shown, from 200 to 210 ms." */
export function describeRange({ from, to }: TimeRange, clockHz: number): string {
  const width = formatDuration(to - from, clockHz);
  const step = Math.max(1e-9, (to - from) / clockHz / 100);
  const [begin, end] = [from, to].map((t) => formatMoment(t, clockHz, step)) as [string, string];
  return `${width} shown, from ${begin.replace(/ ms$/, "")} to ${end}.`;
}

/** The first point, and that there is no measurement any more; the measured time has its own place. */
export function describeMeasure(measure: Measure | null, clockHz: number): string {
  if (measure === null) return "Nothing is measured.";
  if (measure.a !== measure.b) return "";
  const at = formatMoment(measure.a, clockHz);
  return `Measuring from ${at}. Go to another moment and press M again; Esc ends it.`;
}
