// How tangled a finished layout is: the ways that lead through a thing which is not theirs. Of several
// layouts that fit, the least tangled one is taken.
import type { Box, MachineLayout } from "./types";
import { pathCrossesBox } from "./path";
import type { Topology } from "../frame/topology";

/** What a way must not cross: every bar, box and lamp but those that it joins. */
export function countCrossings(topology: Topology, layout: MachineLayout): number {
  return layout.edgeRoutes.reduce((sum, way) => {
    const edge = topology.edges[way.edge];
    const foreign: Box[] = [
      ...layout.places
        .filter(({ place }) => place !== edge?.from && place !== edge?.to)
        .map(({ bar }) => bar),
      ...layout.stations.filter((_, index) => index !== way.station),
      ...layout.lamps,
    ];
    return sum + foreign.filter((box) => pathCrossesBox(way.path, box)).length;
  }, 0);
}
