// The layout of the timeline: the lanes of the machine in the same order, each as high as its calls are deep, and below them a
// chart of the depth of every queue. The lanes of a context of two machines lie one directly above the other, and so do the
// charts of a queue. A context that only one of them has keeps its place in the order, alone.
//
//   axis                 | 412.0 ms    412.2 ms    412.4 ms |
//   device        A      |  [lnintr      ][lnintr    ]      |   one row for each call depth
//   interrupts    B      |  [lnintr]                        |
//   polling thread   B   |          [rx_poll  ]             |
//   queue         A      |  ______/\____ limit 50           |
//                 B      |  __/\________                    |
import { gutterWidth } from "../../machine/layout/lanes";
import type { Box } from "../../machine/layout/machine-layout";
import { textWidth } from "../../../lib/format/text-width";
import {
  cpuOfFirstLane,
  type ContextKind,
  type Topology,
  type TopologyContext,
} from "../../../frame/topology";
import { MACHINE_LETTERS } from "../../../model/machine-letters";
import { queueLimit } from "./queue-depths";
import {
  hasQueueChart,
  laneSize,
  MAX_CALL_ROWS,
  plotBoxes,
  timelineSizes,
  type QueueChart,
  type TimelineLane,
  type TimelineLayout,
  type TimelineScene,
  type TimelinesLayout,
  type TimelineSizes,
  type TimelinesScene,
} from "./scene";

/** Between the two lanes of a context; narrower than between two contexts. */
const PAIR_GAP = 2;

/** The room around lanes and charts. Those of two machines stand in rows of two. */
const gapsOf = (machines: number) =>
  machines === 1
    ? { afterLane: 4, aboveChart: 6, afterChart: 0, atEnd: 4 }
    : { afterLane: 10, aboveChart: 0, afterChart: 10, atEnd: 0 };

interface LayoutOptions {
  projectorFontSize?: number;
  /** Deep calls share the last row of their lane where the timeline would be higher than this. */
  maxHeight?: number;
}

/** `calls` is the depth of calls that each context of each machine has reached so far. */
export function timelinesLayout(
  topologies: readonly Topology[],
  width: number,
  calls: readonly (readonly number[])[],
  { projectorFontSize = 0, maxHeight = Infinity }: LayoutOptions = {},
): TimelinesLayout {
  for (let maxRows = MAX_CALL_ROWS; ; maxRows--) {
    const limited = calls.map((depths) => depths.map((depth) => Math.min(depth, maxRows)));
    const layout = layoutOfCalls(topologies, width, limited, projectorFontSize);
    if (maxRows === 1 || layout.height <= maxHeight) return layout;
  }
}

function layoutOfCalls(
  topologies: readonly Topology[],
  width: number,
  calls: readonly (readonly number[])[],
  projectorFontSize: number,
): TimelinesLayout {
  const sizes = timelineSizes(width, projectorFontSize);
  const gutters = topologies.map((topology) => gutterWidth(topology, sizes.fontSizes));
  const gaps = gapsOf(topologies.length);
  const hasLetters = topologies.length > 1;
  const stack = new RowStack(sizes, width, sizes.isNarrow ? 0 : Math.max(...gutters), hasLetters);
  const parts = topologies.map(() => ({
    lanes: [] as TimelineLane[],
    queueCharts: [] as QueueChart[],
  }));
  for (const row of contextRows(topologies)) {
    const sizesOfRow = rowSizes(row, topologies, calls, sizes, stack.titleWidth);
    const cpus = row.map((context, machine) =>
      context === null ? null : cpuOfFirstLane(topologies[machine] as Topology, context),
    );
    const cpu = cpus.find((one) => one !== null) ?? null;
    const heights = sizesOfRow.map((size) => size?.h ?? null);
    const above = cpu === null ? 0 : sizes.cpuHeadingHeight;
    for (const member of stack.addRow(row, heights, above, gaps.afterLane)) {
      const { machine, index, box, title } = member;
      const own = { context: index, title, cpu: title === null ? null : cpu };
      const callRows = sizesOfRow[machine]?.callRows ?? 0;
      parts[machine]?.lanes.push({ ...box, ...own, callRows, callsY: box.y + 3 });
    }
  }
  for (const row of placeRows(topologies)) {
    const heights = row.map((place, machine) => {
      const found = place === null ? undefined : topologies[machine]?.places[place];
      return found !== undefined && hasQueueChart(found) ? sizes.chartHeight : null;
    });
    for (const member of stack.addRow(row, heights, gaps.aboveChart, gaps.afterChart)) {
      const { machine, index, box, title } = member;
      parts[machine]?.queueCharts.push({ ...box, place: index, title });
    }
  }
  const height = stack.height + gaps.atEnd;
  const machines = parts.map(({ lanes, queueCharts }): TimelineLayout => ({
    ...plotBoxes(sizes, width, stack.left, height),
    titleWidth: stack.titleWidth,
    // Sorted, because the code that reads the lanes finds a lane by its context.
    lanes: lanes.sort((a, b) => a.context - b.context),
    queueCharts,
    isPaired: hasLetters,
  }));
  return { width, height, fontSizes: sizes.fontSizes, letters: stack.letters, machines };
}

interface RowMember {
  machine: number;
  /** Its context or its place. */
  index: number;
  box: Box;
  /** The title of the row; null for the second member. */
  title: Box | null;
}

/** Places rows of one or two members below each other. */
class RowStack {
  readonly letters: TimelinesLayout["letters"] = [];
  readonly left: number;
  readonly titleWidth: number;
  private readonly letterWidth: number;
  private y: number;

  constructor(
    private readonly sizes: TimelineSizes,
    private readonly width: number,
    gutter: number,
    private readonly hasLetters: boolean,
  ) {
    const letter = Math.ceil(textWidth("B", sizes.fontSizes.small, "text", 700)) + 8;
    this.letterWidth = hasLetters ? letter : 0;
    this.left = gutter + this.letterWidth;
    this.titleWidth = Math.max(0, gutter - 10);
    this.y = sizes.axisHeight;
  }

  get height(): number {
    return this.y;
  }

  /** `heights`: of the members; null for a machine without this row. `above`: room above the title. */
  addRow(row: Row, heights: readonly (number | null)[], above: number, after: number): RowMember[] {
    const present = heights.flatMap((h, machine) => {
      const index = row[machine] ?? null;
      return h === null || index === null ? [] : [{ h, index, machine }];
    });
    if (present.length === 0) return [];
    this.y += above;
    const { isNarrow, titleAbove } = this.sizes;
    const inner = present.reduce((sum, { h }) => sum + h + PAIR_GAP, -PAIR_GAP);
    const title = isNarrow
      ? { x: 0, y: this.y, w: this.width, h: titleAbove }
      : { x: 0, y: this.y, w: this.titleWidth, h: inner };
    this.y += titleAbove;
    const members = present.map(({ h, index, machine }, nth): RowMember => {
      const box = { x: this.left, y: this.y, w: this.width - this.left, h };
      this.addLetter(machine, box);
      this.y += h + PAIR_GAP;
      return { machine, index, box, title: nth === 0 ? title : null };
    });
    this.y += after - PAIR_GAP;
    return members;
  }

  private addLetter(machine: number, { y, h }: Box): void {
    const letter = MACHINE_LETTERS[machine];
    if (!this.hasLetters || letter === undefined) return;
    this.letters.push({ letter, x: this.left - this.letterWidth / 2, y: y + h / 2 });
  }
}

/** Lanes of one context are equally high, so that their shares of the CPU can be compared. They share one title: only a
 * lane alone needs the height of a title in two lines. */
function rowSizes(
  row: Row,
  topologies: readonly Topology[],
  calls: readonly (readonly number[])[],
  sizes: TimelineSizes,
  titleWidth: number,
) {
  const isAlone = row.filter((context) => context !== null).length === 1;
  const own = row.map((context, machine) => {
    const topology = topologies[machine];
    if (context === null || topology === undefined) return null;
    return laneSize(
      topology,
      context,
      calls[machine] ?? [],
      sizes,
      isAlone ? titleWidth : Infinity,
    );
  });
  const h = Math.max(...own.map((size) => size?.h ?? 0));
  return own.map((size) => size && { ...size, h });
}

/** The position of one context (or place) in each machine; null in a machine that does not have it. */
export type Row = readonly (number | null)[];

/** Pairs the contexts with the same id, in the order of the first machine. A context that only the second machine has
 * is placed after the row that precedes it in the second machine. If rows that only the first machine has come next, their
 * CPU and kind decide which of them are placed before it. */
export function contextRows(topologies: readonly Topology[]): Row[] {
  const rank = ({ cpu, kind }: TopologyContext) => cpu * KINDS.length + KINDS.indexOf(kind);
  return rowsOf(topologies, ({ contexts }) => contexts, rank);
}

export function placeRows(topologies: readonly Topology[]): Row[] {
  return rowsOf(topologies, ({ places }) => places);
}

/** By priority. */
const KINDS: readonly ContextKind[] = [
  "hardware",
  "clock",
  "device",
  "software",
  "thread",
  "process",
  "idle",
];

function rowsOf<T extends { id: string }>(
  topologies: readonly Topology[],
  list: (topology: Topology) => readonly T[],
  rank: (row: T) => number = () => 0,
): Row[] {
  const [ours = [], theirs] = topologies.map(list);
  if (theirs === undefined) return ours.map((_, index) => [index]);
  const rows: [number | null, number | null][] = ours.map(({ id }, index) => {
    const other = theirs.findIndex((one) => one.id === id);
    return [index, other < 0 ? null : other];
  });
  theirs.forEach((row, index) => {
    if (ours.some(({ id }) => id === row.id)) return;
    let at = index === 0 ? 0 : rows.findIndex(([, other]) => other === index - 1) + 1;
    const isBefore = ([our, other]: Row) => {
      const one = other === null && typeof our === "number" ? ours[our] : undefined;
      return one !== undefined && rank(one) <= rank(row);
    };
    while (at < rows.length && isBefore(rows[at] as Row)) at++;
    rows.splice(at, 0, [null, index]);
  });
  return rows;
}

/** The scene of each machine. All show the same stretch of time, each in cycles of its own clock, and the charts of a queue have
 * one scale. */
export function machineScenes(scene: TimelinesScene): readonly [TimelineScene, ...TimelineScene[]] {
  const { topologies, layout, frames, range, measure, loop } = scene;
  const tops: number[][] = topologies.map(() => []);
  const scenes = topologies.map((topology, index): TimelineScene => {
    const ratio = topology.clock_hz / (topologies[0]?.clock_hz ?? 1);
    const isFirst = index === 0;
    return {
      topology,
      layout: layout.machines[index] as TimelineLayout,
      frame: frames[index] as TimelineScene["frame"],
      range: isFirst ? range : { from: range.from * ratio, to: range.to * ratio },
      selection: scene.selections[index] ?? null,
      highlight: scene.highlights[index] ?? null,
      measure: isFirst ? measure : null,
      loop: isFirst ? loop : null,
      queueTops: tops[index] as number[],
    };
  });
  for (const row of placeRows(topologies)) {
    const limits = row.map((place, machine) =>
      place === null ? 0 : queueLimit(scenes[machine] as TimelineScene, place),
    );
    row.forEach((place, machine) => {
      if (place !== null) (tops[machine] as number[])[place] = Math.max(...limits) || 1;
    });
  }
  return scenes as [TimelineScene, ...TimelineScene[]];
}
