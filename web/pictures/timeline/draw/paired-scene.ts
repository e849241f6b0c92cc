// The timelines of two machines in one picture with one time axis. The lanes of a context lie one directly above the
// other, and so do the charts of a queue. A context that only one machine has keeps its place in the order, alone.
//
//   axis                 | 412.0 ms    412.2 ms    412.4 ms |
//   device        A      |  [lnintr      ][lnintr    ]      |
//   interrupts    B      |  [lnintr]                        |
//   polling thread   B   |          [rx_poll  ]             |
//   idle          A      |                                  |
//                 B      |                    ______        |
import { gutterWidth } from "../../machine/layout/lanes";
import type { Box, FontSizes } from "../../machine/layout/machine-layout";
import { textWidth } from "../../../lib/format/text-width";
import {
  cpuOfFirstLane,
  type ContextKind,
  type Topology,
  type TopologyContext,
} from "../../../frame/topology";
import type { Frame } from "../../../frame/frame";
import type { Selection } from "../../../frame/selection";
import type { TimeRange } from "../../../frame/timescale";
import { MACHINE_LETTERS, type MachineLetter } from "../../../model/machine-letters";
import { queueLimit } from "./queue-depths";
import {
  hasQueueChart,
  laneSize,
  plotBoxes,
  timelineSizes,
  type Measure,
  type QueueChart,
  type TimelineLane,
  type TimelineLayout,
  type TimelineScene,
  type TimelineSizes,
} from "./scene";

/** One of each machine, the upper one first. */
export type Pair<T> = readonly [T, T];

export interface PairedTimelineScene {
  topologies: Pair<Topology>;
  layout: PairedTimelineLayout;
  frames: Pair<Frame>;
  /** Times of the first machine's clock. */
  range: TimeRange;
  selections: Pair<Selection>;
  highlights: Pair<Selection>;
  measure: Measure | null;
  loop: TimeRange | null;
}

export interface PairedTimelineLayout {
  width: number;
  height: number;
  fontSizes: FontSizes;
  /** The name of each lane's machine: "A" or "B". */
  letters: { letter: MachineLetter; x: number; y: number }[];
  /** Boxes, axis and lanes of each machine. Both have the same axis. */
  machines: Pair<TimelineLayout>;
}

/** Between the two lanes of a context; narrower than between two contexts. */
const PAIR_GAP = 2;
const ROW_GAP = 10;

export function pairedTimelineLayout(
  topologies: Pair<Topology>,
  width: number,
  calls: Pair<readonly number[]>,
  projectorFontSize = 0,
): PairedTimelineLayout {
  const sizes = timelineSizes(width, projectorFontSize);
  const gutters = topologies.map((topology) => gutterWidth(topology, sizes.fontSizes));
  const stack = new RowStack(sizes, width, sizes.isNarrow ? 0 : Math.max(...gutters));
  const lanes: Pair<TimelineLane[]> = [[], []];
  for (const row of pairedContexts(topologies)) {
    const cpus = row.map((context, machine) =>
      context === null ? null : cpuOfFirstLane(topologies[machine] as Topology, context),
    );
    const cpu = cpus.find((one) => one !== null) ?? null;
    const callRows = new Map<number, number>();
    const heights = rowSizes(row, topologies, calls, sizes, stack.titleWidth).map((size, index) => {
      callRows.set(index, size?.callRows ?? 0);
      return size?.h ?? null;
    });
    for (const member of stack.addRow(row, heights, cpu === null ? 0 : sizes.cpuHeadingHeight)) {
      const { machine, index, box, title } = member;
      const own = { context: index, title, cpu: title === null ? null : cpu };
      const calls = { callRows: callRows.get(machine) ?? 0, callsY: box.y + 3 };
      lanes[machine].push({ ...box, ...own, ...calls });
    }
  }
  const queueCharts: Pair<QueueChart[]> = [[], []];
  for (const row of pairedPlaces(topologies)) {
    const heights = row.map((place, machine) => {
      const found = place === null ? undefined : topologies[machine]?.places[place];
      return found !== undefined && hasQueueChart(found) ? sizes.chartHeight : null;
    });
    for (const { machine, index, box, title } of stack.addRow(row, heights)) {
      queueCharts[machine].push({ ...box, place: index, title });
    }
  }
  const machineLayout = (machine: 0 | 1): TimelineLayout => ({
    ...plotBoxes(sizes, width, stack.left, stack.height),
    titleWidth: stack.titleWidth,
    // Sorted, because the code that reads the lanes finds a lane by its context.
    lanes: [...lanes[machine]].sort((a, b) => a.context - b.context),
    queueCharts: queueCharts[machine],
    isPaired: true,
  });
  return {
    width,
    height: stack.height,
    fontSizes: sizes.fontSizes,
    letters: stack.letters,
    machines: [machineLayout(0), machineLayout(1)],
  };
}

interface RowMember {
  machine: 0 | 1;
  /** Its context or its place. */
  index: number;
  box: Box;
  /** The title of the row; null for the second member. */
  title: Box | null;
}

/** Places rows of one or two members below each other. */
class RowStack {
  readonly letters: PairedTimelineLayout["letters"] = [];
  readonly left: number;
  readonly titleWidth: number;
  private readonly letterWidth: number;
  private y: number;

  constructor(
    private readonly sizes: TimelineSizes,
    private readonly width: number,
    gutter: number,
  ) {
    this.letterWidth = Math.ceil(textWidth("B", sizes.fontSizes.small, "text", 700)) + 8;
    this.left = gutter + this.letterWidth;
    this.titleWidth = Math.max(0, gutter - 10);
    this.y = sizes.axisHeight;
  }

  get height(): number {
    return this.y;
  }

  /** `heights`: of the members; null for a machine without this row. `above`: room above the title. */
  addRow(row: PairedRow, heights: readonly (number | null)[], above = 0): RowMember[] {
    const present = heights.flatMap((h, machine) => {
      const index = row[machine] ?? null;
      return h === null || index === null ? [] : [{ h, index, machine: machine === 0 ? 0 : 1 }];
    }) as { h: number; index: number; machine: 0 | 1 }[];
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
      const x = this.left - this.letterWidth / 2;
      this.letters.push({ letter: MACHINE_LETTERS[machine], x, y: box.y + h / 2 });
      this.y += h + PAIR_GAP;
      return { machine, index, box, title: nth === 0 ? title : null };
    });
    this.y += ROW_GAP - PAIR_GAP;
    return members;
  }
}

/** Lanes of one context are equally high, so that their shares of the CPU can be compared. They share one title: only a
 * lane alone needs the height of a title in two lines. */
function rowSizes(
  row: PairedRow,
  topologies: Pair<Topology>,
  calls: Pair<readonly number[]>,
  sizes: TimelineSizes,
  titleWidth: number,
) {
  const room = row.includes(null) ? titleWidth : Infinity;
  const own = ([0, 1] as const).map((machine) => {
    const context = row[machine];
    if (context === null) return null;
    return laneSize(topologies[machine], context, calls[machine], sizes, room);
  });
  const h = Math.max(...own.map((size) => size?.h ?? 0));
  return own.map((size) => size && { ...size, h });
}

/** The positions of one context (or place) in both machines; null in the machine that does not have it. */
export type PairedRow = Pair<number | null>;

/** Pairs the contexts with the same id, in the order of the first machine. A context that only the second machine has
 * is placed after the row that precedes it in the second machine. If rows that only the first machine has come next, their
 * CPU and kind decide which of them are placed before it. */
export function pairedContexts(topologies: Pair<Topology>): PairedRow[] {
  const rank = ({ cpu, kind }: TopologyContext) => cpu * KINDS.length + KINDS.indexOf(kind);
  return pairedRows(topologies, ({ contexts }) => contexts, rank);
}

export function pairedPlaces(topologies: Pair<Topology>): PairedRow[] {
  return pairedRows(topologies, ({ places }) => places);
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

function pairedRows<T extends { id: string }>(
  topologies: Pair<Topology>,
  list: (topology: Topology) => readonly T[],
  rank: (row: T) => number = () => 0,
): PairedRow[] {
  const [ours, theirs] = [list(topologies[0]), list(topologies[1])];
  const rows: PairedRow[] = ours.map(({ id }, index) => {
    const other = theirs.findIndex((one) => one.id === id);
    return [index, other < 0 ? null : other];
  });
  theirs.forEach((row, index) => {
    if (ours.some(({ id }) => id === row.id)) return;
    let at = index === 0 ? 0 : rows.findIndex(([, other]) => other === index - 1) + 1;
    const isBefore = ([our, other]: PairedRow) =>
      our !== null && other === null && rank(ours[our] as T) <= rank(row);
    while (at < rows.length && isBefore(rows[at] as PairedRow)) at++;
    rows.splice(at, 0, [null, index]);
  });
  return rows;
}

/** The scene of each machine. Both show the same stretch of time, each in cycles of its own clock, and the charts of a
 * queue have one scale. */
export function machineScenes(scene: PairedTimelineScene): Pair<TimelineScene> {
  const { topologies, layout, frames, range, measure, loop } = scene;
  const ratio = topologies[1].clock_hz / topologies[0].clock_hz;
  const theirs = { from: range.from * ratio, to: range.to * ratio };
  const part = (index: 0 | 1): TimelineScene => ({
    topology: topologies[index],
    layout: layout.machines[index],
    frame: frames[index],
    range: index === 0 ? range : theirs,
    selection: scene.selections[index],
    highlight: scene.highlights[index],
    measure: index === 0 ? measure : null,
    loop: index === 0 ? loop : null,
  });
  const scenes: Pair<TimelineScene> = [part(0), part(1)];
  const tops: Pair<number[]> = [[], []];
  for (const row of pairedPlaces(topologies)) {
    const limits = scenes.map((one, machine) => {
      const place = row[machine] ?? null;
      return place === null ? 0 : queueLimit(one, place);
    });
    const top = Math.max(...limits) || 1;
    row.forEach((place, machine) => {
      if (place !== null) (tops[machine] as number[])[place] = top;
    });
  }
  return [
    { ...scenes[0], queueTops: tops[0] },
    { ...scenes[1], queueTops: tops[1] },
  ];
}
