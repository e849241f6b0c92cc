// The throughput curve in sentences, for a screen reader: its peak, the rate at which loss begins, its shape beyond
// the peak, and the current operating point. Livelock shows in the shape of the curve, so a person
// who does not see the curve needs the sentences. Curves over other settings, or of other measures, are described by their
// highest and lowest point.
import { formatRate } from "../format/numbers";

export interface CurvePoint {
  rate: number;
  delivered: number;
}

/** The curve is called level if at least this share of its peak is left at the end of the axis. */
const LEVEL_SHARE = 0.9;
/** It is called livelock if at most this share of its peak is left. */
const NOTHING_SHARE = 0.03;

/** With several wires, each wire is offered the rate on the axis, and the delivered packets are counted together. */
export function describeOffered(wires: number): string {
  return wires > 1 ? `offered on each of ${wires} wires` : "offered";
}

/** `drawing` is true while more points are measured. */
export function describeCurve(
  points: readonly CurvePoint[],
  lossFree: number | null,
  { drawing = false, wires = 1 } = {},
): string {
  const last = points.at(-1);
  if (last === undefined) return "";
  const peak = points.reduce((best, point) => (point.delivered > best.delivered ? point : best));
  const rise = `Delivered rises to ${formatRate(peak.delivered)}, at ${formatRate(peak.rate)} ${describeOffered(wires)}.`;
  const loss = describeLossFreeRate(lossFree, drawing);
  return [rise, loss, describeBeyondPeak(points, peak, last)]
    .filter((words) => words !== "")
    .join(" ");
}

function describeLossFreeRate(lossFree: number | null, drawing: boolean): string {
  if (drawing) return "Still looking for where loss begins.";
  if (lossFree === null) return "Nothing is lost at any rate tried.";
  if (lossFree <= 0) return "Something is lost at every rate tried.";
  return `Loss begins above ${formatRate(lossFree)} offered.`;
}

function describeBeyondPeak(
  points: readonly CurvePoint[],
  peak: CurvePoint,
  last: CurvePoint,
): string {
  if (peak.rate >= last.rate) return "";
  const end = `${formatRate(last.delivered)} at ${formatRate(last.rate)} offered`;
  if (last.delivered >= LEVEL_SHARE * peak.delivered)
    return `Beyond this peak it stays level: ${end}.`;
  if (last.delivered > NOTHING_SHARE * peak.delivered)
    return `Beyond this peak it falls, to ${end}.`;
  const gone = points.find(
    ({ rate, delivered }) => rate > peak.rate && delivered <= NOTHING_SHARE * peak.delivered,
  );
  return `Beyond this peak it falls to almost nothing: ${formatRate(gone?.delivered ?? 0)} at ${formatRate(gone?.rate ?? last.rate)} offered. That is receive livelock.`;
}

/** The marker "you are here" as a sentence. */
export function describeOperatingPoint(rate: number, delivered: number | null): string {
  const suffix = delivered === null ? "" : `, ${formatRate(delivered)} delivered`;
  return `You are at ${formatRate(rate)} offered${suffix}.`;
}

export interface DescribedAxis {
  /** The measure, at the beginning of a sentence: "The delivered rate". */
  noun: string;
  formatX(value: number): string;
  formatY(value: number): string;
}

/** A curve whose highest and lowest value differ by less than this share of the highest is called flat. */
const FLAT_SHARE = 0.02;

/** Describes a curve over any setting by its ends, and by its highest and lowest point. */
export function describeExtremes(
  points: readonly { x: number; y: number }[],
  { noun, formatX, formatY }: DescribedAxis,
): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first === last) return "";
  const highest = points.reduce((best, point) => (point.y > best.y ? point : best));
  const lowest = points.reduce((best, point) => (point.y < best.y ? point : best));
  const at = ({ x, y }: { x: number; y: number }) => `${formatY(y)} at ${formatX(x)}`;
  if (highest.y - lowest.y <= FLAT_SHARE * Math.abs(highest.y)) {
    const [low, high] = [formatY(lowest.y), formatY(highest.y)];
    const range = low === high ? `it is ${low}` : `it is between ${low} and ${high}`;
    return `${noun} hardly changes: ${range} from ${formatX(first.x)} to ${formatX(last.x)}.`;
  }
  return `${noun} is highest, ${at(highest)}, and lowest, ${at(lowest)}.`;
}
