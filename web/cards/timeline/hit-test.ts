// Finds the item under the pointer in the timeline, and its text: the packet of a bar or of an arrival, else the
// context of the lane or the queue of the chart.
import { msg, tr } from "../../i18n/i18n";
import { PacketOutcome, EventKind } from "../../frame/frame";
import { inspectedItem, isSameItem, type Selection } from "../../frame/selection";
import { nameWithInterface } from "../../frame/topology";
import { xToTime, timeToX } from "../../frame/timescale";
import { formatDuration, formatNumber } from "../../lib/format/numbers";
import { wastedPackets } from "../../pictures/timeline/draw/events";
import { callY, forEachSpan } from "../../pictures/timeline/draw/spans";
import type { PlotTarget } from "./plot-pointer";
import { timeScale, type TimelineScene } from "../../pictures/timeline/draw/scene";

export interface PointerHit {
  item: Selection;
  text: string;
}

/** Turns the item under the pointer into a target of the plot, for the scene of one machine. */
export function plotTarget(
  scene: TimelineScene,
  { item, text }: PointerHit,
  onSelect: (selection: Selection) => void,
  onHighlight: ((highlight: Selection) => void) | undefined,
): PlotTarget {
  // A span without a packet highlights its line of code, but not its whole lane.
  const steps: Selection = item?.steps === undefined ? null : { kind: "step", steps: item.steps };
  return {
    text,
    select: () => onSelect(isSameItem(item, inspectedItem(scene.selection)) ? null : item),
    highlight: () => onHighlight?.(item?.kind === "packet" ? item : steps),
  };
}

const REACH = 7;

export function hitTest(scene: TimelineScene, x: number, y: number): PointerHit {
  const span = spanAt(scene, x, y);
  if (span >= 0) return hitSpan(scene, span);
  const lane = scene.layout.lanes.find((one) => y >= one.y && y < one.y + one.h);
  if (lane !== undefined) {
    const context = scene.topology.contexts[lane.context];
    if (context?.kind === "hardware") {
      const mark = eventAt(scene, x, y < lane.y + lane.h * 0.55);
      if (mark !== null) return mark;
    }
    const share = scene.frame.spansComplete ? "" : describeShare(scene, lane.context, x);
    return {
      item: { kind: "context", context: lane.context },
      text: `${context?.name ?? ""}${share}`,
    };
  }
  const chart = scene.layout.queueCharts.find((one) => y >= one.y && y < one.y + one.h);
  if (chart === undefined) return { item: null, text: "" };
  return {
    item: { kind: "place", place: chart.place },
    text: describeDepth(scene, chart.place, x),
  };
}

function spanAt(scene: TimelineScene, x: number, y: number): number {
  let found = -1;
  forEachSpan(scene, (span) => {
    const top = callY(scene, span.lane, span.depth);
    if (y < top || y >= top + scene.layout.callHeight) return;
    if (x >= span.x - 1 && x <= span.x + span.w + 1) found = span.row;
  });
  return found;
}

function hitSpan(scene: TimelineScene, row: number): PointerHit {
  const { frame } = scene;
  const packet = frame.spans.packet(row);
  const context = frame.spans.context(row);
  const steps = [frame.spans.step(row)];
  const item: Selection =
    packet >= 0 ? { kind: "packet", packet, steps } : { kind: "context", context, steps };
  return { item, text: describeSpan(scene, row) };
}

const OUTCOME_TEXTS: Record<number, string> = {
  [PacketOutcome.inside]: "",
  [PacketOutcome.delivered]: msg(", delivered"),
  [PacketOutcome.dropped]: msg(", thrown away later"),
};

export function describeSpan(scene: TimelineScene, row: number): string {
  const { frame, topology } = scene;
  const step = topology.steps[frame.spans.step(row)];
  const begin = frame.spans.begin(row);
  const length = formatDuration(frame.spans.end(row) - begin, topology.clock_hz);
  const packet = frame.spans.packet(row);
  const outcome = tr(OUTCOME_TEXTS[frame.spans.outcome(row)] ?? "");
  const carried =
    packet >= 0 ? tr(", packet {packet}{outcome}", { packet: formatNumber(packet), outcome }) : "";
  return `${step?.procedure ?? ""}, ${length}${carried}`;
}

function eventAt(scene: TimelineScene, x: number, upper: boolean): PointerHit | null {
  const { frame } = scene;
  const scale = timeScale(scene);
  const lost = wastedPackets(scene);
  let best: PointerHit | null = null;
  let least = REACH;
  for (let row = 0; row < frame.events.length; row += 1) {
    const kind = frame.events.kind(row);
    const arrives = kind === EventKind.arrival || kind === EventKind.refused;
    if (upper ? !arrives : kind !== EventKind.sent) continue;
    const away = Math.abs(timeToX(scale, frame.events.time(row)) - x);
    if (away >= least) continue;
    least = away;
    const packet = frame.events.packet(row);
    const arrival = lost.has(packet) ? tr("arrives, and is thrown away later") : "arrives";
    const what =
      kind === EventKind.sent
        ? "leaves"
        : kind === EventKind.refused
          ? tr("is refused: the receive ring is full")
          : arrival;
    best = {
      item: { kind: "packet", packet },
      text: tr("Packet {packet} {what}", { packet: formatNumber(packet), what }),
    };
  }
  return best;
}

function columnAt(scene: TimelineScene, x: number, columns: number): number {
  const { frame } = scene;
  const t = xToTime(timeScale(scene), x);
  return Math.floor(((t - frame.from) / (frame.to - frame.from)) * columns);
}

function describeShare(scene: TimelineScene, context: number, x: number): string {
  const { frame } = scene;
  const columns = frame.columns.length;
  const column = columnAt(scene, x, columns);
  if (column < 0 || column >= columns) return "";
  const share = frame.columns.share(column * frame.contexts.length + context);
  return tr(": {round} % of this column", { round: Math.round(share * 100) });
}

function describeDepth(scene: TimelineScene, place: number, x: number): string {
  const { frame, topology } = scene;
  const name = nameWithInterface(topology, place);
  const columns = Math.floor(frame.depths.length / Math.max(1, topology.places.length));
  const column = columnAt(scene, x, columns);
  if (column < 0 || column >= columns) return name;
  const least = frame.depths.least(place * columns + column);
  const most = frame.depths.most(place * columns + column);
  const count =
    least === most
      ? formatNumber(most)
      : tr("{least} to {most}", { least: formatNumber(least), most: formatNumber(most) });
  return `${name}: ${count} ${most === 1 && least === 1 ? "packet" : "packets"}`;
}
