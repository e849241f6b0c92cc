// Computes the positions of the machine picture from a Topology and a width in CSS pixels.
//
//   lane 0  hardware  | wire  [ring 32 slots]                      [ring 16] wire |
//   lane 1  interrupt |          \_ station _                     /               |
//   lane 2  thread    |                      \_[queue 50 slots]_station           |
//         wasted work |/////////////                                              |
//
// y is the context that does the work, by priority; x is the stage of the path. Takes the roomiest density that
// fits, or a tighter one with fewer crossings. If none fits, or if a small picture would have crossings, the path runs
// downwards (narrow-layout.ts).
import { DENSITIES, type Density } from "./item-sizes";
import { narrowLayout } from "./narrow-layout";
import { pathCrossesBox } from "./path";
import {
  type Box,
  LARGE_FONT_SIZES,
  FITTING_FONT_SIZES,
  PROJECTOR_FONT_SIZES,
  READABLE_SIZE,
  SCREEN_FONT_SIZES,
  type MachineLayout,
  type PlaceBox,
  type FontSizes,
} from "./types";
import { wideLayout } from "./wide-layout";
import type { Topology } from "../../../frame/topology";

export type * from "./types";
export {
  COMPACT_FONT_SIZES,
  LARGE_FONT_SIZES,
  PROJECTOR_FONT_SIZES,
  SCREEN_FONT_SIZES,
} from "./types";

/** The comparison of layouts ends when the compared layouts have this many routes in total. */
const MAX_COMPARED_ROUTES = 100;
/** The width of one of two pictures side by side in a window of 1,024 px with a scroll bar. */
const MIN_WIDE_WIDTH = 470;
const MIN_LARGE_WIDTH = 1100;
/** A narrower picture in which a route would cross a box or a label is laid out downwards, where none does. That takes twice
 * the height: in a low window, where sizes are compact, a lesson's queue and the wasted work would be below the screen. */
const MIN_CROSSED_WIDTH = 660;

/** The layouts of a topology by width and font sizes: computing one takes tens of milliseconds. */
const cache = new WeakMap<Topology, Map<string, MachineLayout>>();
const MAX_CACHED = 16;

export function machineLayout(
  topology: Topology,
  width: number,
  sizes: FontSizes | null = null,
): MachineLayout {
  const layouts = cache.get(topology) ?? new Map<string, MachineLayout>();
  cache.set(topology, layouts);
  const key = `${width} ${sizes === null ? "" : JSON.stringify(sizes)}`;
  const before = layouts.get(key);
  if (before !== undefined) return before;
  if (layouts.size >= MAX_CACHED) layouts.clear();
  const layout = computeLayout(topology, width, sizes);
  layouts.set(key, layout);
  return layout;
}

function computeLayout(topology: Topology, width: number, sizes: FontSizes | null): MachineLayout {
  const wide = width >= MIN_WIDE_WIDTH ? layoutWithFewestCrossings(topology, width, sizes) : null;
  const isClear =
    wide !== null &&
    (width >= MIN_CROSSED_WIDTH || sizes?.compact === true || countCrossings(topology, wide) === 0);
  return isClear ? wide : narrowLayout(topology, width, sizes ?? SCREEN_FONT_SIZES);
}

function layoutWithFewestCrossings(
  topology: Topology,
  width: number,
  sizes: FontSizes | null,
): MachineLayout | null {
  let best: MachineLayout | null = null;
  let least = Infinity;
  let comparedRoutes = 0;
  for (const attempt of candidates(width, sizes)) {
    const layout = wideLayout(topology, width, attempt.sizes, attempt.density);
    if (layout === null) continue;
    const crossings = countCrossings(topology, layout);
    // Tight lanes are there to save height.
    const isLow = sizes?.tight !== true || layout.height <= (best?.height ?? Infinity);
    if (crossings < least && isLow) {
      best = layout;
      least = crossings;
    }
    comparedRoutes += layout.edgeRoutes.length;
    if (least === 0 || comparedRoutes >= MAX_COMPARED_ROUTES) break;
  }
  return best;
}

/** Where a projector shows a picture: alone in the width of the page or beside other cards, as one of two, or in a slide. */
export type PlaceOnProjector = "page" | "pair" | "slide";

/**
 * The layout for a projector, with the largest text (up to the page's font size) at which the whole picture is visible. If
 * there are too many lanes for that, the page scrolls: the lanes are tight, and the text stays readable. One of two pictures
 * side by side may have smaller text. So may a picture in a slide, which nobody scrolls: there it is as low as it can be.
 */
export function projectorLayout(
  topology: Topology,
  width: number,
  height: number,
  fontSize: number,
  place: PlaceOnProjector = "page",
): MachineLayout {
  let readable: MachineLayout | null = null;
  let lowest: MachineLayout | null = null;
  const all =
    place !== "page" ? [...PROJECTOR_FONT_SIZES, ...FITTING_FONT_SIZES] : PROJECTOR_FONT_SIZES;
  for (const sizes of all.filter(({ small }) => small <= fontSize)) {
    const layout = machineLayout(topology, width, sizes);
    if (layout.height <= height) return layout;
    if (layout.height < (lowest?.height ?? Infinity)) lowest = layout;
    if (sizes.small === READABLE_SIZE && !layout.isNarrow) readable = layout;
  }
  return (place === "slide" ? lowest : readable) ?? machineLayout(topology, width, all.at(-1));
}

interface Candidate {
  sizes: FontSizes;
  density: Density;
}

/** The candidates in order: unwrapped before wrapped, large text before small, roomy before tight. */
function candidates(width: number, sizes: FontSizes | null): Candidate[] {
  const screen =
    width >= MIN_LARGE_WIDTH ? [LARGE_FONT_SIZES, SCREEN_FONT_SIZES] : [SCREEN_FONT_SIZES];
  const tried = sizes === null ? screen : [sizes];
  const candidatesFor = (isWrapped: boolean) =>
    tried.flatMap((one) =>
      DENSITIES.filter((density) => density.wrapLevel > 0 === isWrapped).map((density) => ({
        sizes: one,
        density,
      })),
    );
  return [...candidatesFor(false), ...candidatesFor(true)];
}

/** The boxes of a place's name and note, above and below its bar. */
export function labelBoxes({ x, y, h, bar, nameWidth, noteWidth }: PlaceBox): Box[] {
  const below = bar.y + bar.h;
  return [
    { x, y: y + 2, w: nameWidth, h: bar.y - y - 3 },
    { x, y: below + 2, w: noteWidth, h: y + h - below - 2 },
  ];
}

/** Counts how often a route leads through a bar, label, station or indicator that it does not belong to. */
export function countCrossings(topology: Topology, layout: MachineLayout): number {
  return layout.edgeRoutes.reduce((sum, route) => {
    const edge = topology.edges[route.edge];
    const foreign: Box[] = [
      ...layout.places
        .filter(({ place }) => place !== edge?.from && place !== edge?.to)
        .flatMap((place) => [place.bar, ...labelBoxes(place)]),
      ...layout.stations.filter((_, index) => index !== route.station),
      ...layout.indicators,
    ];
    return sum + foreign.filter((box) => pathCrossesBox(route.path, box)).length;
  }, 0);
}
