// What a machine layout is made of: boxes in CSS pixels, one per lane, place, station and lamp, and
// the ways between them. Indices are those of the Topology.
import type { Path, Point } from "./path";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The two type sizes of the picture; a projector has larger ones. */
export interface FontSizes {
  small: number;
  body: number;
  /** Low lanes and one row of switches: where all of it must be seen without scrolling. */
  compact?: boolean;
}

export const SCREEN_FONT_SIZES: FontSizes = { small: 12, body: 14 };
/** On wide screens everything grows, not the gaps alone. */
export const LARGE_FONT_SIZES: FontSizes = { small: 14, body: 17 };
/** Largest first: of those that the screen allows the first is taken with which all of the machine is in sight. */
export const PROJECTOR_FONT_SIZES: readonly FontSizes[] = [
  30, 26, 24, 22, 20, 18, 17, 16, 15, 14,
].map((size) => ({ small: size, body: size, compact: true }));

/** The lane of a context: who does the work. */
export interface LaneBox extends Box {
  context: number;
  /** Where its name stands: beside the lane, or above its things when narrow. */
  title: Box;
  /** The name in one or two lines. */
  titleLines: string[];
  /** One line for the name and the share of the CPU; no level. */
  isSingleLine: boolean;
}

/** Where packets stand: a queue or ring with its slots, or an end of the wire. */
export interface PlaceBox extends Box {
  place: number;
  /** The slots themselves; for a wire, its line. */
  bar: Box;
  /** Slots are drawn one by one; otherwise the bar fills like a glass. */
  hasSlots: boolean;
  columns: number;
  rows: number;
  /** From one slot to the next, in x and in y. */
  pitch: number;
  rowPitch: number;
  /** How much of the width the words above and below the bar may take. */
  nameWidth: number;
  noteWidth: number;
}

/** Where a context works on packets between two places, or on its own (no edges). */
export interface StationBox extends Box {
  context: number;
  edges: number[];
  /** Size of the procedure's name. */
  titleFontSize: number;
  /** The line that the packet in hand rides along; x0 > x1 when it rides leftwards. */
  track: { x0: number; x1: number; y: number };
}

export interface LampBox extends Box {
  line: number;
  /** Its name. */
  nameLines: string[];
  /** Centre of the lamp. */
  cx: number;
  cy: number;
}

/** A switch inside the kernel, in the strip under the lanes. */
export interface GateBox extends Box {
  gate: number;
  cx: number;
  cy: number;
}

export interface WastedWorkBox extends Box {
  /** The ground that the pile lies on. */
  baseline: number;
  /** Top of the words under it. */
  labelsY: number;
}

export interface EdgeRoute {
  edge: number;
  path: Path;
  /** -1 when hardware carries. */
  station: number;
}

export interface MachineLayout {
  width: number;
  height: number;
  isNarrow: boolean;
  fontSizes: FontSizes;
  lanes: LaneBox[];
  /** One per place of the Topology, in its order. */
  places: PlaceBox[];
  stations: StationBox[];
  lamps: LampBox[];
  gates: GateBox[];
  /** One per edge of the Topology, in its order. */
  edgeRoutes: EdgeRoute[];
  /** Per place: where a packet that finds no room turns away. */
  dropPoints: Point[];
  wastedWork: WastedWorkBox;
}
