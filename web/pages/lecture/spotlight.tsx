// The spotlight of a lecture: a pointer without a mouse, which goes through the lanes and queues of the slide's machine.
import { useEffect, useMemo } from "react";
import type { Selection } from "../../frame/selection";
import type { Topology } from "../../frame/topology";
import type { LectureState } from "../../desk/lecture/lecture-state";
import type { LectureStore } from "../../desk/lecture/lecture-store";
import { useStore } from "../../lib/store";
import type { LessonContext } from "../../desk/lesson-context";

interface SpotlightItem {
  name: string;
  selection: Selection;
}

/** The lanes from top to bottom, and the queues in the order of a packet's path. Wires are no queues. */
export function spotlightItems({ contexts, places }: Topology) {
  const lanes = contexts.map(({ name }, context): SpotlightItem => ({
    name,
    selection: { kind: "context", context, isSpotlight: true },
  }));
  const queues = places
    .map((row, place) => ({ row, place }))
    .filter(({ row }) => row.capacity > 0)
    .sort((one, other) => one.row.stage - other.row.stage)
    .map(({ row: { name }, place }): SpotlightItem => ({
      name,
      selection: { kind: "place", place, isSpotlight: true },
    }));
  return { context: lanes, place: queues };
}

function useSpotlightItems({ services: { lab } }: LessonContext) {
  const topology = useStore(lab.state, (one) => one.topology);
  return useMemo(() => topology && spotlightItems(topology), [topology]);
}

/** Selects the lane or queue of the spotlight, as soon as the slide's machine is open. */
export function useSpotlight(context: LessonContext, store: LectureStore, state: LectureState) {
  const { lab } = context.services;
  const items = useSpotlightItems(context);
  const machine = useStore(context.lessonMachine.store, (one) => one.machine);
  const { spotlight } = state;
  useEffect(() => {
    if (items === null) return;
    store.setCounts({ context: items.context.length, place: items.place.length });
  }, [store, items]);
  useEffect(() => {
    if (spotlight === null || items === null || machine === "") return;
    lab.select(items[spotlight.kind][spotlight.index]?.selection ?? null);
    return () => lab.select(null);
  }, [lab, spotlight, items, machine]);
}

/** The name of what the spotlight points at, for the back row. */
export function SpotlightCaption({
  context,
  state,
}: {
  context: LessonContext;
  state: LectureState;
}) {
  const items = useSpotlightItems(context);
  const { spotlight, isBlack } = state;
  if (spotlight === null || items === null || isBlack) return null;
  return <p className="slide-spotlight">{items[spotlight.kind][spotlight.index]?.name}</p>;
}
