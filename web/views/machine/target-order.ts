// What of the machine can be reached by Tab, in the order in which a packet meets it: lane by lane, in each its lamps,
// then its places and boxes as they follow one another on the way.
import type { Box, StationBox } from "../../machine-layout/machine-layout";
import { itemKey, type Selection } from "../../frame/selection";
import type { Topology } from "../../frame/topology";
import type { Stage } from "./scene";

export interface Target {
  key: string;
  name: string;
  thing: Selection;
  box: Box;
  /** A procedures' box: it selects its context. */
  station?: number;
}

export function targetsOf(stage: Stage): Target[] {
  const { topology, layout } = stage;
  return layout.lanes.flatMap((lane) => {
    const thing = { kind: "context", context: lane.context } as const;
    const name = topology.contexts[lane.context]?.name ?? "";
    return [
      { key: itemKey(thing), name, thing, box: lane.title },
      ...lampTargets(stage, lane.context),
      ...alongTheWay(stage, lane.context),
    ];
  });
}

function lampTargets({ topology, layout }: Stage, context: number): Target[] {
  return layout.lamps.flatMap((box) => {
    const line = topology.lines[box.line];
    if (line?.context !== context) return [];
    const thing = { kind: "line", line: box.line } as const;
    return [{ key: itemKey(thing), name: line.name, thing, box }];
  });
}

/** A box stands behind the place that it takes packets from; one without packets comes last. */
function alongTheWay({ topology, layout }: Stage, context: number): Target[] {
  const places = layout.places.flatMap((box) => {
    const place = topology.places[box.place];
    if (place?.context !== context) return [];
    const thing = { kind: "place", place: box.place } as const;
    const target: Target = { key: itemKey(thing), name: place.name, thing, box };
    return [{ at: place.stage, target }];
  });
  const boxes = layout.stations.flatMap((box, station) => {
    if (box.context !== context) return [];
    const name = topology.contexts[context]?.name ?? "";
    const thing = { kind: "context", context } as const;
    const target: Target = { key: `station ${station}`, name, thing, box, station };
    return [{ at: stageOfBox(topology, box), target }];
  });
  return [...places, ...boxes]
    .sort((a, b) => order(a.at, b.at) || a.target.box.y - b.target.box.y)
    .map(({ target }) => target);
}

/** Behind the last of its own lane's places that it takes from, else behind the first of others. */
function stageOfBox({ places, edges }: Topology, { edges: own, context }: StationBox): number {
  const froms = own.flatMap((edge) => places[edges[edge]?.from ?? -1] ?? []);
  const here = froms.filter((place) => place.context === context).map(({ stage }) => stage);
  const behind = here.length > 0 ? Math.max(...here) : Math.min(...froms.map(({ stage }) => stage));
  return behind + 0.5;
}

/** Infinity is no later than itself. */
const order = (a: number, b: number) => (a === b ? 0 : a - b);
