// What is under the pointer in the timeline: a bar's packet, an arrival, else the lane's context or
// the chart's queue; and the words for it.
import { Fate, field, MarkField, MarkKind, SpanField } from "../../frame/frame";
import type { Selection } from "../../frame/selection";
import { timeAt, xOf } from "../../frame/timescale";
import { duration, thousands } from "../../frame/words";
import { lostPackets } from "./draw/events";
import { callY, eachSpan } from "./draw/spans";
import { scaleOf, type TimelineScene } from "./scene";

export interface Under {
  thing: Selection;
  words: string;
}

const REACH = 7;

export function underPointer(scene: TimelineScene, x: number, y: number): Under {
  const span = spanAt(scene, x, y);
  if (span >= 0) return spanUnder(scene, span);
  const lane = scene.rows.lanes.find((one) => y >= one.y && y < one.y + one.h);
  if (lane !== undefined) {
    const context = scene.topology.contexts[lane.context];
    if (context?.kind === "hardware") {
      const mark = markAt(scene, x, y < lane.y + lane.h * 0.55);
      if (mark !== null) return mark;
    }
    const share = scene.frame.spansComplete ? "" : shareWords(scene, lane.context, x);
    return {
      thing: { kind: "context", context: lane.context },
      words: `${context?.name ?? ""}${share}`,
    };
  }
  const chart = scene.rows.depths.find((one) => y >= one.y && y < one.y + one.h);
  if (chart === undefined) return { thing: null, words: "" };
  return { thing: { kind: "place", place: chart.place }, words: depthWords(scene, chart.place, x) };
}

function spanAt(scene: TimelineScene, x: number, y: number): number {
  let found = -1;
  eachSpan(scene, (span) => {
    const top = callY(scene, span.lane, span.depth);
    if (y < top || y >= top + scene.rows.callHeight) return;
    if (x >= span.x - 1 && x <= span.x + span.w + 1) found = span.row;
  });
  return found;
}

function spanUnder(scene: TimelineScene, row: number): Under {
  const { frame } = scene;
  const packet = field(frame, "spans", row, SpanField.packet);
  const context = field(frame, "spans", row, SpanField.context);
  const thing: Selection = packet >= 0 ? { kind: "packet", packet } : { kind: "context", context };
  return { thing, words: spanWords(scene, row) };
}

const FATES: Record<number, string> = {
  [Fate.inside]: "",
  [Fate.delivered]: ", delivered",
  [Fate.dropped]: ", thrown away later",
};

export function spanWords(scene: TimelineScene, row: number): string {
  const { frame, topology } = scene;
  const step = topology.steps[field(frame, "spans", row, SpanField.step)];
  const begin = field(frame, "spans", row, SpanField.begin);
  const length = duration(field(frame, "spans", row, SpanField.end) - begin, topology.clock_hz);
  const packet = field(frame, "spans", row, SpanField.packet);
  const fate = FATES[field(frame, "spans", row, SpanField.fate)] ?? "";
  const carried = packet >= 0 ? `, packet ${thousands(packet)}${fate}` : "";
  return `${step?.procedure ?? ""}, ${length}${carried}`;
}

function markAt(scene: TimelineScene, x: number, upper: boolean): Under | null {
  const { frame } = scene;
  const scale = scaleOf(scene);
  const lost = lostPackets(scene);
  let best: Under | null = null;
  let least = REACH;
  for (let row = 0; row < frame.rows("marks"); row += 1) {
    const kind = field(frame, "marks", row, MarkField.kind);
    const arrives = kind === MarkKind.arrival || kind === MarkKind.refused;
    if (upper ? !arrives : kind !== MarkKind.sent) continue;
    const away = Math.abs(xOf(scale, field(frame, "marks", row, MarkField.time)) - x);
    if (away >= least) continue;
    least = away;
    const packet = field(frame, "marks", row, MarkField.packet);
    const fate = lost.has(packet) ? "arrives, and is thrown away later" : "arrives";
    const what =
      kind === MarkKind.sent
        ? "leaves"
        : kind === MarkKind.refused
          ? "is refused: the receive ring is full"
          : fate;
    best = { thing: { kind: "packet", packet }, words: `Packet ${thousands(packet)} ${what}` };
  }
  return best;
}

function columnAt(scene: TimelineScene, x: number, columns: number): number {
  const { frame } = scene;
  const t = timeAt(scaleOf(scene), x);
  return Math.floor(((t - frame.from) / (frame.to - frame.from)) * columns);
}

function shareWords(scene: TimelineScene, context: number, x: number): string {
  const { frame } = scene;
  const columns = frame.rows("columns");
  const column = columnAt(scene, x, columns);
  if (column < 0 || column >= columns) return "";
  const share = frame.data[frame.at("columns", column) + context] as number;
  return `: ${Math.round(share * 100)} % of this column`;
}

function depthWords(scene: TimelineScene, place: number, x: number): string {
  const { frame, topology } = scene;
  const name = topology.places[place]?.name ?? "";
  const columns = Math.floor(frame.rows("depths") / Math.max(1, topology.places.length));
  const column = columnAt(scene, x, columns);
  if (column < 0 || column >= columns) return name;
  const at = frame.at("depths", place * columns + column);
  const least = frame.data[at] as number;
  const most = frame.data[at + 1] as number;
  const count = least === most ? thousands(most) : `${thousands(least)} to ${thousands(most)}`;
  return `${name}: ${count} ${most === 1 && least === 1 ? "packet" : "packets"}`;
}
