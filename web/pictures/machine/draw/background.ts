// The parts of the picture that do not change with time. The lanes and the base line of the wasted
// work are below everything. The titles of the lanes are above the light of the lanes.
import { tr } from "../../../i18n/i18n";
import type { LaneBox } from "../layout/machine-layout";
import { cpuHeadingHeight, shareWidth } from "../layout/lanes";
import type { Mark } from "../../../frame/draw-list";
import { cpuOfFirstLane, usesCpu } from "../../../frame/topology";
import { contextColor, type SceneBase } from "./scene";

const RADIUS = 8;

export function backgroundMarks(base: SceneBase): Mark[] {
  return [
    ...cpuMarks(base),
    ...base.layout.lanes.flatMap((lane) => laneMarks(base, lane)),
    ...baselineMarks(base),
  ];
}

/** A border around the lanes of each CPU, with its number; none for a single CPU. */
function cpuMarks({ topology, layout }: SceneBase): Mark[] {
  const { lanes, fontSizes, width } = layout;
  return lanes.flatMap((first): Mark[] => {
    const cpu = cpuOfFirstLane(topology, first.context);
    const own = lanes.filter(({ context }) => {
      const row = topology.contexts[context];
      return row !== undefined && usesCpu(row) && row.cpu === cpu;
    });
    const last = own.at(-1);
    if (cpu === null || last === undefined) return [];
    const y = first.y - cpuHeadingHeight(topology, first.context, fontSizes) + 4;
    const text = {
      size: fontSizes.body,
      weight: 700,
      face: "text",
      color: "ink2",
      align: "left",
    } as const;
    return [
      {
        mark: "rect",
        x: 0.5,
        y,
        w: width - 1,
        h: last.y + last.h + 4 - y,
        radius: RADIUS + 2,
        stroke: "line",
        lineWidth: 1,
      },
      {
        mark: "text",
        x: 10,
        y: y + fontSizes.body * 1.25,
        text: tr("CPU {cpu}", { cpu }),
        ...text,
      },
    ];
  });
}

function laneMarks(base: SceneBase, lane: LaneBox): Mark[] {
  const color = contextColor(base.topology, lane.context);
  return [
    { mark: "rect", x: lane.x, y: lane.y, w: lane.w, h: lane.h, radius: RADIUS, fill: "ground" },
    { mark: "rect", x: lane.x, y: lane.y, w: 4, h: lane.h, radius: 2, fill: color },
  ];
}

/** The lane's name. The text below it changes with time (lanes.ts). */
export function laneTitleMarks(base: SceneBase, lane: LaneBox): Mark[] {
  const { fontSizes, isNarrow } = base.layout;
  const color = contextColor(base.topology, lane.context);
  const right = lane.title.x + lane.title.w - (lane.isSingleLine ? shareWidth(fontSizes.small) : 0);
  return lane.titleLines.map((text, index) => ({
    mark: "text",
    x: isNarrow ? lane.title.x : right,
    y: titleBaseline(base, lane) + index * fontSizes.body * 1.2,
    text,
    size: fontSizes.body,
    weight: 700,
    face: "text",
    color,
    align: isNarrow ? "left" : "right",
  }));
}

/** Baseline of the first line of a lane's title. */
export function titleBaseline(base: SceneBase, lane: LaneBox): number {
  const { fontSizes, isNarrow } = base.layout;
  if (lane.isSingleLine) return lane.title.y + lane.title.h / 2 + fontSizes.body * 0.35;
  if (isNarrow) return lane.title.y + fontSizes.body * 1.05;
  const height = lane.titleLines.length * fontSizes.body * 1.2 + fontSizes.small * 1.3;
  return lane.title.y + (lane.title.h - height) / 2 + fontSizes.body * 0.95;
}

function baselineMarks(base: SceneBase): Mark[] {
  const { wastedWork } = base.layout;
  return [
    {
      mark: "line",
      points: [wastedWork.x, wastedWork.baseline, wastedWork.x + wastedWork.w, wastedWork.baseline],
      color: "ink",
      width: 1.5,
    },
  ];
}
