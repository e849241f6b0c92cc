// The drawings of a machine on paper, as SVG with text as text. Pure: the same frame gives the same drawing.
import type { Frame } from "../../frame/frame";
import type { Topology } from "../../frame/topology";
import { svgOfMarks } from "../../model/files/draw-list-svg";
import { svgElement } from "../../model/files/svg-document";
import { motionSpan, WATCH_PACKETS } from "../../model/playback";
import { makeSceneBase } from "../../pictures/machine/draw/scene";
import { describeWastedWork } from "../../pictures/machine/draw/wasted-work";
import { initialDisplay } from "../../pictures/machine/motion/display-state";
import { drawPicture, type PictureInput } from "../../pictures/painter/pictures";
import { describeTimeline } from "../../pictures/timeline/descriptions";
import { timelinesLayout } from "../../pictures/timeline/draw/layout";
import { callDepths } from "../../pictures/timeline/draw/spans";
import type { Palette } from "../../ui/palette";

/** The width of a drawing in CSS pixels; it shrinks with the paper. */
const WIDTH = 700;
const COMPACT = { projectorFontSize: 0, height: 0, isCompact: true, place: "page" } as const;
const UNTOUCHED = { selection: null, highlight: null } as const;

interface Shown {
  topology: Topology;
  frame: Frame;
}

export interface MachineDrawing {
  /** What it shows, in words. */
  name: string;
  svg: string;
}

export function drawMachine({ topology, frame }: Shown, palette: Palette): MachineDrawing {
  const base = makeSceneBase(topology, WIDTH, COMPACT);
  const scene = {
    ...base,
    display: initialDisplay(topology, base.layout.stations, frame, 0),
    ...UNTOUCHED,
    reducedMotion: false,
    motionSpan: motionSpan(WATCH_PACKETS, topology.clock_hz),
  };
  const svg = svgOf({ picture: "machine", ...scene, palette, ratio: 1 }, frame, palette);
  return { name: describeWastedWork({ ...scene, frame }), svg };
}

export function drawTimeline({ topology, frame }: Shown, palette: Palette): MachineDrawing {
  const { from, to } = frame;
  const input: PictureInput = {
    picture: "timeline",
    topologies: [topology],
    layout: timelinesLayout([topology], WIDTH, [callDepths({ frame, topology })]),
    range: { from, to },
    selections: [null],
    highlights: [null],
    ...{ measure: null, loop: null, palette, ratio: 1 },
  };
  return { name: describeTimeline(topology, frame), svg: svgOf(input, frame, palette) };
}

/** How many pixel columns of the timeline a frame has to contain. */
export function timelineColumns(topology: Topology): number {
  const calls = topology.contexts.map(() => 1);
  const [layout] = timelinesLayout([topology], WIDTH, [calls]).machines;
  return Math.max(1, Math.round(layout?.plot.w ?? 0));
}

function svgOf(input: PictureInput, frame: Frame, palette: Palette): string {
  const { marks, ...size } = drawPicture(input, [frame]);
  return svgElement({ ...size, body: svgOfMarks(marks, palette) }, palette);
}
