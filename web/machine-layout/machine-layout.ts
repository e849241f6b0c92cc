// Where everything in the machine view stands, from any Topology and a width in CSS pixels.
//
//   lane 0  hardware  | wire  [ring 32 slots]                      [ring 16] wire |
//   lane 1  interrupt |          \_ station _                     /               |
//   lane 2  thread    |                      \_[queue 50 slots]_station           |
//           pile      |/////////////                                              |
//
// y is who does the work, by priority; x is the packet's path by stage. The roomiest density that fits
// is taken, or a tighter one that tangles less; when none does, the path turns upright
// (layout-narrow.ts). No browser is asked.
import { DENSITIES, type Density } from "./item-sizes";
import { narrowLayout } from "./narrow-layout";
import { tangles } from "./crossings";
import {
  LARGE_SIZES,
  PROJECTOR_SIZES,
  SCREEN_SIZES,
  type MachineLayout,
  type TypeSizes,
} from "./types";
import { wideLayout } from "./wide-layout";
import type { Topology } from "../frame/topology";

export type * from "./types";
export { LARGE_SIZES, PROJECTOR_SIZES, SCREEN_SIZES } from "./types";

/** Of the layouts that fit so many are compared as have this many ways together. */
const WAYS_LOOKED_AT = 40;
const WIDE_FROM = 480;
const LARGE_FROM = 1100;

/** Layouts of a topology by width and type; finding one takes some tens of milliseconds. */
const known = new WeakMap<Topology, Map<string, MachineLayout>>();
const KNOWN_MAX = 16;

export function machineLayout(
  topology: Topology,
  width: number,
  sizes: TypeSizes | null = null,
): MachineLayout {
  const layouts = known.get(topology) ?? new Map<string, MachineLayout>();
  known.set(topology, layouts);
  const key = `${width} ${sizes === null ? "" : JSON.stringify(sizes)}`;
  const before = layouts.get(key);
  if (before !== undefined) return before;
  if (layouts.size >= KNOWN_MAX) layouts.clear();
  const layout = foundLayout(topology, width, sizes);
  layouts.set(key, layout);
  return layout;
}

function foundLayout(topology: Topology, width: number, sizes: TypeSizes | null): MachineLayout {
  const wide = width >= WIDE_FROM ? leastTangled(topology, width, sizes) : null;
  return wide ?? narrowLayout(topology, width, sizes ?? SCREEN_SIZES);
}

function leastTangled(
  topology: Topology,
  width: number,
  sizes: TypeSizes | null,
): MachineLayout | null {
  let best: MachineLayout | null = null;
  let least = Infinity;
  let looked = 0;
  for (const attempt of attempts(width, sizes)) {
    const layout = wideLayout(topology, width, attempt.sizes, attempt.density);
    if (layout === null) continue;
    const tangle = tangles(topology, layout);
    if (tangle < least) {
      best = layout;
      least = tangle;
    }
    looked += layout.ways.length;
    if (least === 0 || looked >= WAYS_LOOKED_AT) break;
  }
  return best;
}

/** For a projector: as large as it can be with all of it in sight, and no larger than the page's type. */
export function projectorLayout(
  topology: Topology,
  width: number,
  height: number,
  type: number,
): MachineLayout {
  let layout = machineLayout(topology, width, PROJECTOR_SIZES.at(-1));
  for (const sizes of PROJECTOR_SIZES.filter(({ small }) => small <= type)) {
    layout = machineLayout(topology, width, sizes);
    if (layout.height <= height) break;
  }
  return layout;
}

interface Attempt {
  sizes: TypeSizes;
  density: Density;
}

/** Straight before folded, large type before small, roomy before tight. */
function attempts(width: number, sizes: TypeSizes | null): Attempt[] {
  const screen = width >= LARGE_FROM ? [LARGE_SIZES, SCREEN_SIZES] : [SCREEN_SIZES];
  const tried = sizes === null ? screen : [sizes];
  const of = (folded: boolean) =>
    tried.flatMap((one) =>
      DENSITIES.filter((density) => density.fold > 0 === folded).map((density) => ({
        sizes: one,
        density,
      })),
    );
  return [...of(false), ...of(true)];
}
