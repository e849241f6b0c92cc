// The stations, in which contexts work: the running procedure, the packet that the context carries, and the progress
// of the step. Text changes at most three times a second; faster work is shown as a rate.
import { tr } from "../../../i18n/i18n";
import { ContextState } from "../../../frame/frame";
import type { StationBox } from "../layout/machine-layout";
import type { ColorName, Mark } from "../../../frame/draw-list";
import { stepsOf } from "../../../frame/selection";
import { firstFittingText, truncateText } from "../../../lib/format/text-width";
import { formatPacketRate, formatNumber } from "../../../lib/format/numbers";
import { edgeTraffic, windowCycles } from "../../../frame/flows";
import { contextColor, type MachineScene } from "./scene";

export function stationMarks(scene: MachineScene): Mark[] {
  return scene.layout.stations.flatMap((box, index) =>
    box.edges.length > 0 ? packetStationMarks(scene, box, index) : standaloneMarks(scene, box),
  );
}

function packetStationMarks(scene: MachineScene, box: StationBox, index: number): Mark[] {
  const { fontSizes } = scene.layout;
  const show = scene.display.contexts[box.context];
  if (show === undefined) return [];
  const color = contextColor(scene.topology, box.context);
  const often = show.indicator.isSteady || show.station.isTooFast;
  const here = show.station.shown === index;
  const running = often ? passedPackets(scene, box) > 0 : here && show.indicator.brightness > 0.02;
  const room = box.w - 14;
  const { track } = box;
  const marks: Mark[] = [
    stationOutline(scene, box, running),
    { mark: "line", points: [track.x0, track.y, track.x1, track.y], color: "line", width: 3 },
    ...progressMarks(scene, box, index, here, color),
    {
      mark: "text",
      x: box.x + 7,
      y: box.y + box.titleFontSize * 0.5 + 9,
      text: truncateText(stationTitle(scene, box), room, box.titleFontSize, "mono", 600),
      size: box.titleFontSize,
      weight: 600,
      face: "mono",
      color: running ? "ink" : "ink2",
      align: "left",
    },
    {
      mark: "text",
      x: box.x + 7,
      y: box.y + box.h - fontSizes.small * 0.55,
      text: firstFittingText(activityTexts(scene, box, index), room, fontSizes.small),
      size: fontSizes.small,
      weight: 400,
      face: "text",
      color: "ink2",
      align: "left",
    },
  ];
  return marks;
}

/** The outline: the accent colour while the pointer is on a line of code that the station executes. */
function stationOutline(scene: MachineScene, box: StationBox, running: boolean): Mark {
  if (executesHighlighted(scene, box)) return outlineMark(box, "accent", 3);
  const color = contextColor(scene.topology, box.context);
  return outlineMark(box, running ? color : "controlLine", running ? 1.5 : 1);
}

/** Whether the station executes the highlighted line of code. It does if the line's step is on its path. If several contexts
 * have the step on their paths, only those count that have executed it lately. If no station has the step on its path, it is
 * the station without packets in the lane that has executed the step. */
function executesHighlighted(scene: MachineScene, box: StationBox): boolean {
  if (scene.highlight?.kind !== "step") return false;
  const steps = stepsOf(scene.highlight);
  const { stations } = scene.layout;
  const onPath = stations.filter((one) => stepsAt(scene, one).some((step) => steps.includes(step)));
  const contexts = contextsOf(scene, steps);
  if (onPath.length === 0) return box.edges.length === 0 && contexts.has(box.context);
  const active = onPath.filter((one) => contexts.has(one.context));
  return (active.length > 0 ? active : onPath).includes(box);
}

/** The steps on the paths through a station. */
export function stepsAt({ topology }: MachineScene, box: StationBox): number[] {
  return box.edges.flatMap((edge) => topology.edges[edge]?.steps ?? []);
}

/** The contexts that execute one of the steps, as far as the spans and the running steps show. */
function contextsOf({ frame }: MachineScene, steps: readonly number[]): Set<number> {
  const contexts = new Set<number>();
  for (let row = 0; row < frame.spans.length; row += 1) {
    if (steps.includes(frame.spans.step(row))) contexts.add(frame.spans.context(row));
  }
  for (let context = 0; context < frame.contexts.length; context += 1) {
    if (steps.includes(frame.contexts.step(context))) contexts.add(context);
  }
  return contexts;
}

function outlineMark(box: StationBox, stroke: ColorName, lineWidth: number): Mark {
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

/** The progress of the step, while steps are slow enough to follow. */
function progressMarks(
  scene: MachineScene,
  box: StationBox,
  index: number,
  here: boolean,
  color: ReturnType<typeof contextColor>,
): Mark[] {
  const show = scene.display.contexts[box.context];
  const step = scene.display.steps[index];
  if (!here || show === undefined || step === undefined) return [];
  if (step.isTooFast || show.indicator.isSteady || scene.reducedMotion) return [];
  const progress = scene.frame.contexts.progress(box.context);
  const state = scene.frame.contexts.state(box.context);
  if (state !== ContextState.running && state !== ContextState.preempted) return [];
  const { track } = box;
  const x = track.x0 + (track.x1 - track.x0) * progress;
  return [{ mark: "line", points: [track.x0, track.y, x, track.y], color, width: 3 }];
}

/** Packets that passed the station in the window. */
function passedPackets(scene: MachineScene, box: StationBox): number {
  const { topology, frame } = scene;
  return box.edges.reduce((sum, edge) => sum + edgeTraffic(topology, frame, edge), 0);
}

/** The title of a station. */
export function stationTitle(scene: MachineScene, box: StationBox): string {
  if (box.edges.length > 0) return mainProcedure(scene, box);
  const context = scene.topology.contexts[box.context];
  return (context?.paper_name || context?.name) ?? "";
}

/**
 * Returns the title of a station with packets. The title does not change with each procedure: it is the first procedure of
 * the edge with the most traffic. Traffic from before the window counts only while the station has none in the window.
 * Without traffic, an edge that starts in the same lane comes first.
 */
export function mainProcedure(scene: MachineScene, box: StationBox): string {
  const { topology, display, frame } = scene;
  const inWindow = passedPackets(scene, box) > 0;
  let usual = -1;
  let most = -1;
  for (const edge of box.edges) {
    const from = topology.edges[edge]?.from ?? -1;
    const own = topology.places[from]?.context === box.context ? 0.5 : 0;
    const traffic = inWindow ? edgeTraffic(topology, frame, edge) : (display.traffic[edge] ?? 0);
    const flow = traffic + own;
    if (flow > most) {
      usual = edge;
      most = flow;
    }
  }
  const first = topology.edges[usual]?.steps[0] ?? -1;
  return topology.steps[first]?.procedure ?? topology.contexts[box.context]?.name ?? "";
}

/** The texts for its current activity, from the longest to the shortest. */
export function activityTexts(scene: MachineScene, box: StationBox, index: number): string[] {
  const { frame, topology } = scene;
  const state = frame.contexts.state(box.context);
  if (state === ContextState.hung) return [tr("hangs: takes no packet"), tr("hangs")];
  const show = scene.display.contexts[box.context];
  const here = show?.station.shown === index;
  const step = scene.display.steps[index];
  const often =
    show === undefined || show.indicator.isSteady || show.station.isTooFast || step?.isTooFast;
  const passing = formatPacketRate(
    passedPackets(scene, box),
    windowCycles(frame),
    topology.clock_hz,
  );
  const passed = passing === "" ? [] : [tr("{passing} pass", { passing }), passing];
  if (often === true || step === undefined) return passed;
  const packet = frame.contexts.packet(box.context);
  const named = packet >= 0 ? tr("packet {packet}", { packet: formatNumber(packet) }) : "";
  if (!here || state === ContextState.idle) {
    // If packets passed in the window, "not running" would wrongly mean that none passed.
    if (passedPackets(scene, box) > 0) return passed;
    return [state === ContextState.blocked ? tr("waits for work") : tr("not running")];
  }
  const { label = "", procedure = "" } = topology.steps[step.shown] ?? {};
  switch (state) {
    case ContextState.running:
      return named === ""
        ? [label, procedure, tr("running")]
        : [`${procedure}: ${formatNumber(packet)}`, named];
    case ContextState.preempted:
      return named === ""
        ? [tr("interrupted"), tr("paused")]
        : [tr("{named}, interrupted", { named }), tr("{named} waits", { named }), named];
    default:
      return [tr("waits for work"), tr("waits")];
  }
}

/** Says whether a context without CPU time waited for the CPU. Empty if it had CPU time. */
export function unservedTexts(scene: MachineScene, box: StationBox): string[] {
  const { frame, topology } = scene;
  const kind = topology.contexts[box.context]?.kind;
  const share = frame.contexts.share(box.context);
  if ((kind !== "process" && kind !== "thread") || share > 0) return [];
  switch (frame.contexts.state(box.context)) {
    case ContextState.blocked:
      return [tr("asleep: wants no CPU time"), tr("asleep")];
    case ContextState.hung:
      return [tr("hangs: takes no packet"), tr("hangs")];
    case ContextState.preempted:
      // At the begin of a run nobody has had any.
      if (windowCycles(frame) === 0) return [];
      return [tr("ready, and gets no CPU time"), tr("gets no CPU time"), tr("ready")];
    default:
      return [];
  }
}

/** A station without packets: its title, and whether a context without CPU time wanted any. */
function standaloneMarks(scene: MachineScene, box: StationBox): Mark[] {
  const { fontSizes } = scene.layout;
  const lane = scene.layout.lanes.find(({ context }) => context === box.context);
  const room = lane === undefined ? 0 : lane.x + lane.w - (box.x + box.w) - 20;
  const show = scene.display.contexts[box.context];
  const running =
    show !== undefined && (show.indicator.brightness > 0.02 || show.indicator.isSteady);
  const base = box.y + box.h / 2 + fontSizes.small * 0.36;
  const words = firstFittingText(unservedTexts(scene, box), room, fontSizes.small);
  const note: Mark[] = words === "" ? [] : [textBeside(box, base, words, fontSizes.small)];
  return [
    stationOutline(scene, box, running),
    {
      mark: "text",
      x: box.x + 8,
      y: base,
      text: truncateText(stationTitle(scene, box), box.w - 16, fontSizes.body, "mono", 600),
      size: fontSizes.body,
      weight: 600,
      face: "mono",
      color: running ? "ink" : "ink2",
      align: "left",
    },
    ...note,
  ];
}

/** Text to the right of a station. */
function textBeside(box: StationBox, base: number, text: string, size: number): Mark {
  const x = box.x + box.w + 10;
  return {
    mark: "text",
    x,
    y: base,
    text,
    size,
    weight: 400,
    face: "text",
    color: "ink2",
    align: "left",
  };
}
