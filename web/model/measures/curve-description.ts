// The throughput curve in sentences, for a screen reader: its peak, the rate at which loss begins, its shape beyond
// the peak, and the current operating point. Livelock shows in the shape of the curve, so a person
// who does not see the curve needs the sentences. Curves over other settings, or of other measures, are described by their
// highest and lowest point.
import { greatest } from "d3-array";
import { tr } from "../../i18n/i18n";
import { formatRate } from "../../lib/format/numbers";

/** What is offered along a curve over the offered rate: that rate on each of the wires, and packets for the machine's own
 * application, whose rate is the same everywhere. */
export interface Load {
  wires: number;
  /** Packets/s, as the trials measure it; 0 for a machine without such an application. */
  local: number;
}

const ONE_WIRE: Load = { wires: 1, local: 0 };

export interface CurvePoint {
  rate: number;
  delivered: number;
}

/** The curve is called level if at least this share of its peak is left at the end of the axis. */
const LEVEL_SHARE = 0.9;
/** It is called livelock if at most this share of its peak is left. */
const NOTHING_SHARE = 0.03;

export function isAlmostNothing(delivered: number, peak: number): boolean {
  return delivered <= NOTHING_SHARE * peak;
}

/** The lowest rate beyond the peak at which almost nothing gets through; null if there is none. */
export function livelockPoint(points: readonly CurvePoint[]): CurvePoint | null {
  const peak = greatest(points, ({ delivered }) => delivered);
  if (peak === undefined || peak.delivered <= 0) return null;
  const isDown = ({ rate, delivered }: CurvePoint) =>
    rate > peak.rate && isAlmostNothing(delivered, peak.delivered);
  return points.find(isDown) ?? null;
}

/** With several wires, each wire is offered the rate on the axis, and the delivered packets are counted together. Packets
 * for the machine's own application come besides. */
export function describeOffered({ wires, local }: Load): string {
  if (local > 0) return tr("offered for forwarding");
  return wires > 1 ? tr("offered on each of {wires} wires", { wires }) : tr("offered");
}

/** `drawing` is true while more points are measured. */
export function describeCurve(
  points: readonly CurvePoint[],
  lossFree: number | null,
  { drawing = false, load = ONE_WIRE } = {},
): string {
  const last = points.at(-1);
  if (last === undefined) return "";
  const peak = points.reduce((best, point) => (point.delivered > best.delivered ? point : best), {
    rate: 0,
    delivered: load.local,
  });
  if (peak.delivered === 0) return tr("Nothing is delivered at any rate tried.");
  const place = {
    delivered: formatRate(peak.rate > 0 ? peak.delivered : twoDigits(load.local)),
    rate: formatRate(peak.rate),
    offered: describeOffered(load),
  };
  const rise =
    peak.rate > 0
      ? tr("Delivered rises to {delivered}, at {rate} {offered}.", place)
      : tr("Most is delivered at {rate} {offered}: about {delivered}.", place);
  const loss = describeLossFreeRate(lossFree, drawing);
  const others =
    load.local > 0
      ? tr("Besides, about {rate} arrive for the application.", {
          rate: formatRate(twoDigits(load.local)),
        })
      : "";
  return [others, rise, loss, describeBeyondPeak(points, peak, last)]
    .filter((words) => words !== "")
    .join(" ");
}

/** A measured rate that was set varies a little. */
const twoDigits = (rate: number) => Number(rate.toPrecision(2));

function describeLossFreeRate(lossFree: number | null, drawing: boolean): string {
  if (drawing) return tr("Still searching for the rate at which loss begins.");
  if (lossFree === null) return tr("Nothing is lost at any rate tried.");
  if (lossFree <= 0) return tr("Something is lost at every rate tried.");
  return tr("Loss begins above {lossFree} offered.", { lossFree: formatRate(lossFree) });
}

function describeBeyondPeak(
  points: readonly CurvePoint[],
  peak: CurvePoint,
  last: CurvePoint,
): string {
  if (peak.rate >= last.rate) return "";
  const end = tr("{delivered} at {rate} offered", {
    delivered: formatRate(last.delivered),
    rate: formatRate(last.rate),
  });
  if (last.delivered >= LEVEL_SHARE * peak.delivered)
    return tr("Beyond this peak it stays level: {end}.", { end });
  if (!isAlmostNothing(last.delivered, peak.delivered))
    return tr("Beyond this peak it falls, to {end}.", { end });
  const gone = livelockPoint(points);
  return tr(
    `Beyond this peak it falls to almost nothing: {rate} at {rate2} offered. If the CPU is busy
    there all the time, that is receive livelock.`,
    { rate: formatRate(gone?.delivered ?? 0), rate2: formatRate(gone?.rate ?? last.rate) },
  );
}

/** The marker "you are here" as a sentence. */
export function describeOperatingPoint(
  rate: number,
  delivered: number | null,
  load: Load = ONE_WIRE,
): string {
  const place = { rate: formatRate(rate), offered: describeOffered(load) };
  return delivered === null
    ? tr("You are at {rate} {offered}.", place)
    : tr("You are at {rate} {offered}, {delivered} delivered.", {
        ...place,
        delivered: formatRate(delivered),
      });
}

export interface DescribedAxis {
  /** The measure, at the beginning of a sentence: "The delivered rate". */
  noun: string;
  formatX(value: number): string;
  formatY(value: number): string;
}

/** A curve whose highest and lowest value differ by less than this share of the highest is called flat. */
const FLAT_SHARE = 0.02;

/** Describes a curve over any setting by its ends, and by its highest and lowest point. It speaks of the measured points only:
 * the machine that runs beside the curve may be between two of them, and lower or higher. */
export function describeExtremes(
  points: readonly { x: number; y: number }[],
  { noun, formatX, formatY }: DescribedAxis,
): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first === last) return "";
  const highest = points.reduce((best, point) => (point.y > best.y ? point : best));
  const lowest = points.reduce((best, point) => (point.y < best.y ? point : best));
  const at = ({ x, y }: { x: number; y: number }) =>
    tr("{value} at {value2}", { value: formatY(y), value2: formatX(x) });
  if (highest.y - lowest.y <= FLAT_SHARE * Math.abs(highest.y)) {
    const [low, high] = [formatY(lowest.y), formatY(highest.y)];
    const range =
      low === high
        ? tr("it is {low}", { low })
        : tr("it is between {low} and {high}", { low, high });
    return tr("{noun} at {count} points hardly changes: {range} from {value} to {value2}.", {
      count: points.length,
      noun,
      range,
      value: formatX(first.x),
      value2: formatX(last.x),
    });
  }
  return tr("{noun} at {count} points: highest {highest}, lowest {lowest}.", {
    count: points.length,
    noun,
    highest: at(highest),
    lowest: at(lowest),
  });
}
