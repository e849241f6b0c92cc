// The boxes in which a context works: the procedure that runs, the packet in its hands, how far the
// step is done. Words change at most three times a second; faster work is told as a rate.
import { ContextField, ContextState, field } from "../../../frame/frame";
import type { StationBox } from "../../../machine-layout/machine-layout";
import type { Mark } from "../../../frame/draw-list";
import { firstThatFits, fitText } from "../../../format/text-width";
import { rate, thousands } from "../../../frame/words";
import { carriedBy, windowCycles } from "../../../motion/flows";
import { inkOf, type Scene } from "../scene";

export function stationMarks(scene: Scene): Mark[] {
  return scene.layout.stations.flatMap((box, index) =>
    box.edges.length > 0 ? workMarks(scene, box, index) : ownMarks(scene, box),
  );
}

function workMarks(scene: Scene, box: StationBox, index: number): Mark[] {
  const { sizes } = scene.layout;
  const show = scene.show.contexts[box.context];
  if (show === undefined) return [];
  const ink = inkOf(scene.topology, box.context);
  const often = show.lamp.steady || show.station.often;
  const here = show.station.shown === index;
  const running = often ? passes(scene, box) > 0 : here && show.lamp.light > 0.02;
  const room = box.w - 14;
  const { track } = box;
  const marks: Mark[] = [
    frameOf(box, running ? ink : "controlLine", running ? 1.5 : 1),
    { mark: "line", points: [track.x0, track.y, track.x1, track.y], ink: "line", width: 3 },
    ...progressMarks(scene, box, index, here, ink),
    {
      mark: "text",
      x: box.x + 7,
      y: box.y + box.titleSize * 0.5 + 9,
      text: fitText(boxTitle(scene, box), room, box.titleSize, "mono", 600),
      size: box.titleSize,
      weight: 600,
      face: "mono",
      ink: running ? "ink" : "ink2",
      align: "left",
    },
    {
      mark: "text",
      x: box.x + 7,
      y: box.y + box.h - sizes.small * 0.55,
      text: firstThatFits(doing(scene, box, index), room, sizes.small),
      size: sizes.small,
      weight: 400,
      face: "text",
      ink: "ink2",
      align: "left",
    },
  ];
  return marks;
}

function frameOf(
  box: StationBox,
  stroke: "controlLine" | ReturnType<typeof inkOf>,
  lineWidth: number,
): Mark {
  return {
    mark: "rect",
    x: box.x,
    y: box.y,
    w: box.w,
    h: box.h,
    radius: 6,
    fill: "card",
    stroke,
    lineWidth,
  };
}

/** How far the step is done, while steps can be followed. */
function progressMarks(
  scene: Scene,
  box: StationBox,
  index: number,
  here: boolean,
  ink: ReturnType<typeof inkOf>,
): Mark[] {
  const show = scene.show.contexts[box.context];
  const step = scene.show.steps[index];
  if (!here || show === undefined || step === undefined) return [];
  if (step.often || show.lamp.steady || scene.reducedMotion) return [];
  const progress = field(scene.frame, "contexts", box.context, ContextField.progress);
  const state = field(scene.frame, "contexts", box.context, ContextField.state);
  if (state !== ContextState.running && state !== ContextState.preempted) return [];
  const { track } = box;
  const x = track.x0 + (track.x1 - track.x0) * progress;
  return [{ mark: "line", points: [track.x0, track.y, x, track.y], ink, width: 3 }];
}

/** Packets that passed in the window. */
function passes(scene: Scene, box: StationBox): number {
  const { topology, frame } = scene;
  return box.edges.reduce((sum, edge) => sum + carriedBy(topology, frame, edge), 0);
}

/** What stands in the box as its name. */
export function boxTitle(scene: Scene, box: StationBox): string {
  if (box.edges.length > 0) return usualProcedure(scene, box);
  const context = scene.topology.contexts[box.context];
  return (context?.paper_name || context?.name) ?? "";
}

/**
 * The name of the box, which stays while its procedures come and go: the first one on the way that
 * most packets took lately, else on the lane's own.
 */
export function usualProcedure(scene: Scene, box: StationBox): string {
  const { topology, show } = scene;
  let usual = -1;
  let most = -1;
  for (const edge of box.edges) {
    const from = topology.edges[edge]?.from ?? -1;
    const own = topology.places[from]?.context === box.context ? 0.5 : 0;
    const flow = (show.carried[edge] ?? 0) + own;
    if (flow > most) {
      usual = edge;
      most = flow;
    }
  }
  const first = topology.edges[usual]?.steps[0] ?? -1;
  return topology.steps[first]?.procedure ?? topology.contexts[box.context]?.name ?? "";
}

/** What it is at, from the longest to the shortest wording. */
export function doing(scene: Scene, box: StationBox, index: number): string[] {
  const { frame, topology } = scene;
  const show = scene.show.contexts[box.context];
  const here = show?.station.shown === index;
  const step = scene.show.steps[index];
  const often = show === undefined || show.lamp.steady || show.station.often || step?.often;
  const passing = rate(passes(scene, box), windowCycles(frame), topology.clock_hz);
  const passed = passing === "" ? [] : [`${passing} pass`, passing];
  if (often === true || step === undefined) return passed;
  const state = field(frame, "contexts", box.context, ContextField.state);
  const packet = field(frame, "contexts", box.context, ContextField.packet);
  const named = packet >= 0 ? `packet ${thousands(packet)}` : "";
  if (!here || state === ContextState.idle) {
    // That it is not at work just now must not read as if nothing went through it.
    if (passes(scene, box) > 0) return passed;
    return [state === ContextState.blocked ? "waits for work" : "not running"];
  }
  const { label = "", procedure = "" } = topology.steps[step.shown] ?? {};
  switch (state) {
    case ContextState.running:
      return named === ""
        ? [label, procedure, "running"]
        : [`${procedure}: ${thousands(packet)}`, named];
    case ContextState.preempted:
      return named === ""
        ? ["interrupted", "paused"]
        : [`${named}, interrupted`, `${named} waits`, named];
    default:
      return ["waits for work", "waits"];
  }
}

/** Of a context that had none of the CPU's time: whether it wanted any. Nothing is said of one that had some. */
export function unservedWords(scene: Scene, box: StationBox): string[] {
  const { frame, topology } = scene;
  const kind = topology.contexts[box.context]?.kind;
  const share = field(frame, "contexts", box.context, ContextField.share);
  if ((kind !== "process" && kind !== "thread") || share > 0) return [];
  switch (field(frame, "contexts", box.context, ContextField.state)) {
    case ContextState.blocked:
      return ["asleep: wants no CPU time", "asleep"];
    case ContextState.preempted:
      return ["ready, and gets no CPU time", "gets no CPU time", "ready"];
    default:
      return [];
  }
}

/** A context that carries no packets: its name, and how it fares when it has no share of the time. */
function ownMarks(scene: Scene, box: StationBox): Mark[] {
  const { sizes } = scene.layout;
  const lane = scene.layout.lanes.find(({ context }) => context === box.context);
  const room = lane === undefined ? 0 : lane.x + lane.w - (box.x + box.w) - 20;
  const { topology } = scene;
  const show = scene.show.contexts[box.context];
  const running = show !== undefined && (show.lamp.light > 0.02 || show.lamp.steady);
  const ink = inkOf(topology, box.context);
  const base = box.y + box.h / 2 + sizes.small * 0.36;
  const words = firstThatFits(unservedWords(scene, box), room, sizes.small);
  const faring: Mark[] = words === "" ? [] : [beside(box, base, words, sizes.small)];
  return [
    frameOf(box, running ? ink : "controlLine", running ? 1.5 : 1),
    {
      mark: "text",
      x: box.x + 8,
      y: base,
      text: fitText(boxTitle(scene, box), box.w - 16, sizes.body, "mono", 600),
      size: sizes.body,
      weight: 600,
      face: "mono",
      ink: running ? "ink" : "ink2",
      align: "left",
    },
    ...faring,
  ];
}

/** At the right of a box. */
function beside(box: StationBox, base: number, text: string, size: number): Mark {
  const x = box.x + box.w + 10;
  return {
    mark: "text",
    x,
    y: base,
    text,
    size,
    weight: 400,
    face: "text",
    ink: "ink2",
    align: "left",
  };
}
