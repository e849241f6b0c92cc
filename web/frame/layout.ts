// Where everything in the machine view stands, from any Topology and a width in CSS pixels.
//
//   lane 0  hardware  | wire  [ring 32 slots]                      [ring 16] wire |
//   lane 1  interrupt |          \_ station _                     /               |
//   lane 2  thread    |                      \_[queue 50 slots]_station           |
//           pile      |/////////////                                              |
//
// y is who does the work, by priority; x is the packet's path by stage. The roomiest density that
// fits is taken; when none does, the path turns upright (layout-narrow.ts). No browser is asked.
import { DENSITIES, type Density } from "./layout-items";
import { narrowLayout } from "./layout-narrow";
import {
  LARGE_SIZES,
  PROJECTOR_SIZES,
  SCREEN_SIZES,
  type MachineLayout,
  type TypeSizes,
} from "./layout-types";
import { wideLayout } from "./layout-wide";
import type { Topology } from "./topology";

export type * from "./layout-types";
export { LARGE_SIZES, PROJECTOR_SIZES, SCREEN_SIZES } from "./layout-types";

const WIDE_FROM = 480;
const LARGE_FROM = 1100;

export function machineLayout(
  topology: Topology,
  width: number,
  sizes: TypeSizes | null = null,
): MachineLayout {
  for (const attempt of width >= WIDE_FROM ? attempts(width, sizes) : []) {
    const layout = wideLayout(topology, width, attempt.sizes, attempt.density);
    if (layout !== null) return layout;
  }
  return narrowLayout(topology, width, sizes ?? SCREEN_SIZES);
}

/** For a projector: as large as it can be with all of it in sight. */
export function projectorLayout(topology: Topology, width: number, height: number): MachineLayout {
  const layouts = PROJECTOR_SIZES.map((sizes) => machineLayout(topology, width, sizes));
  const fitting = layouts.find((layout) => layout.height <= height) ?? layouts.at(-1);
  return fitting as MachineLayout;
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
