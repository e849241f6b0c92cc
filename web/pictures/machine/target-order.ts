// The targets of the Tab key in the machine picture, lane by lane: in each lane first its indicators, then its places and
// stations in the order of the path.
import type { Box, StationBox } from "./layout/machine-layout";
import { itemKey, type Selection } from "../../frame/selection";
import type { Topology } from "../../frame/topology";
import type { SceneBase } from "./draw/scene";

export interface Target {
  key: string;
  name: string;
  item: Selection;
  box: Box;
  /** The number of a station. Its button selects its context. */
  station?: number;
}

export function machineTargets(base: SceneBase): Target[] {
  const { topology, layout } = base;
  return layout.lanes.flatMap((lane) => {
    const item = { kind: "context", context: lane.context } as const;
    const name = topology.contexts[lane.context]?.name ?? "";
    return [
      { key: itemKey(item), name, item, box: lane.title },
      ...indicatorTargets(base, lane.context),
      ...placesAndStations(base, lane.context),
    ];
  });
}

function indicatorTargets({ topology, layout }: SceneBase, context: number): Target[] {
  return layout.indicators.flatMap((box) => {
    const line = topology.lines[box.line];
    if (line?.context !== context) return [];
    const item = { kind: "line", line: box.line } as const;
    return [{ key: itemKey(item), name: line.name, item, box }];
  });
}

/** A station follows the place that it takes packets from; a station without packets comes last. */
function placesAndStations({ topology, layout }: SceneBase, context: number): Target[] {
  const places = layout.places.flatMap((box) => {
    const place = topology.places[box.place];
    if (place?.context !== context) return [];
    const item = { kind: "place", place: box.place } as const;
    const target: Target = { key: itemKey(item), name: place.name, item, box };
    return [{ at: place.stage, target }];
  });
  const boxes = layout.stations.flatMap((box, station) => {
    if (box.context !== context) return [];
    const name = topology.contexts[context]?.name ?? "";
    const item = { kind: "context", context } as const;
    const target: Target = { key: `station ${station}`, name, item, box, station };
    return [{ at: stageOfStation(topology, box), target }];
  });
  return [...places, ...boxes]
    .sort((a, b) => compareStages(a.at, b.at) || a.target.box.y - b.target.box.y)
    .map(({ target }) => target);
}

/** The stage of the place that the station follows: the last place of its own lane that it takes
 * packets from. If there is none, the first such place of another lane. */
function stageOfStation({ places, edges }: Topology, { edges: own, context }: StationBox): number {
  const froms = own.flatMap((edge) => places[edges[edge]?.from ?? -1] ?? []);
  const here = froms.filter((place) => place.context === context).map(({ stage }) => stage);
  const behind = here.length > 0 ? Math.max(...here) : Math.min(...froms.map(({ stage }) => stage));
  return behind + 0.5;
}

/** Compares stages, where Infinity equals itself. */
const compareStages = (a: number, b: number) => (a === b ? 0 : a - b);
