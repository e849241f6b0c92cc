// The parts of a machine layout: boxes in CSS pixels, one for each lane, place, station, gate, and for the indicator of each
// interrupt line; and the routes between them. Indices are those of the Topology.
import type { Path, Point } from "./path";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The two font sizes of the picture. */
export interface FontSizes {
  small: number;
  body: number;
  /** Low lanes, for a picture that must be visible without scrolling. */
  compact?: boolean;
  /** Lanes as low as their text allows, for machines with many lanes. */
  tight?: boolean;
  /** One row of gates: those that do not fit are left out. */
  singleGateRow?: boolean;
}

export const SCREEN_FONT_SIZES: FontSizes = { small: 12, body: 14 };
/** For a low window. */
export const COMPACT_FONT_SIZES: FontSizes = { ...SCREEN_FONT_SIZES, compact: true };
/** For wide screens. */
export const LARGE_FONT_SIZES: FontSizes = { small: 14, body: 17 };
/** If a projector cannot show all lanes, the last row can still read text of this size. */
export const READABLE_SIZE = 16;

const onProjector = (size: number): FontSizes => ({
  ...{ small: size, body: size },
  ...{ compact: true, singleGateRow: true },
});

/** For projectors, largest first. The layout uses the largest size at which the whole machine is visible. Text that is still
 * readable in tight lanes is better than smaller text. */
export const PROJECTOR_FONT_SIZES: readonly FontSizes[] = [
  ...[30, 26, 24, 22, 20, 18].map(onProjector),
  { ...onProjector(18), tight: true },
  ...[17, READABLE_SIZE].map(onProjector),
  { ...onProjector(READABLE_SIZE), tight: true },
];

/** For a projector's picture that must be completely visible: in a slide, or as one of two side by side. Its numbers are smaller
 * than its names. The other text of the page keeps its size. */
export const FITTING_FONT_SIZES: readonly FontSizes[] = [
  ...[15, 14].map(onProjector),
  ...[14, 13, 12].flatMap((small) =>
    [16, 15, 14].map((body) => ({ small, body, compact: true, singleGateRow: true })),
  ),
];

/** The lane of a context. */
export interface LaneBox extends Box {
  context: number;
  /** The box of its name: beside the lane, or above its items in a narrow layout. */
  title: Box;
  /** The name in one or two lines. */
  titleLines: string[];
  /** The title has one line with the name and the share of the CPU, and no level. */
  isSingleLine: boolean;
}

/** A place where packets are: a queue or ring with its slots, or an end of a wire. */
export interface PlaceBox extends Box {
  place: number;
  /** The slots; for a wire, its line. */
  bar: Box;
  /** Slots are drawn one by one; otherwise the bar is a level. */
  hasSlots: boolean;
  columns: number;
  rows: number;
  /** Distance from one slot to the next, in x and in y. */
  pitch: number;
  rowPitch: number;
  /** Widths of the labels above and below the bar. */
  nameWidth: number;
  noteWidth: number;
}

/** A box in which a context works on packets between two places, or without packets (no edges). */
export interface StationBox extends Box {
  context: number;
  edges: number[];
  /** Font size of the procedure's name. */
  titleFontSize: number;
  /** The line that the carried packet moves along; x0 > x1 if it moves left. */
  track: { x0: number; x1: number; y: number };
}

export interface IndicatorBox extends Box {
  line: number;
  nameLines: string[];
  /** The centre of the indicator. */
  cx: number;
  cy: number;
}

/** A gate of the kernel, in the strip above the lanes. */
export interface GateBox extends Box {
  gate: number;
  cx: number;
  cy: number;
}

export interface WastedWorkBox extends Box {
  /** The line that the hatched area lies on. */
  baseline: number;
  /** Top of the text below it. */
  labelsY: number;
}

export interface EdgeRoute {
  edge: number;
  path: Path;
  /** -1 if the hardware carries the packets. */
  station: number;
}

export interface MachineLayout {
  width: number;
  height: number;
  isNarrow: boolean;
  fontSizes: FontSizes;
  lanes: LaneBox[];
  /** One for each place of the Topology, in its order. */
  places: PlaceBox[];
  stations: StationBox[];
  indicators: IndicatorBox[];
  gates: GateBox[];
  /** One for each edge of the Topology, in its order. */
  edgeRoutes: EdgeRoute[];
  /** For each place, the point where a packet that finds no room leaves its route. */
  dropPoints: Point[];
  wastedWork: WastedWorkBox;
}
