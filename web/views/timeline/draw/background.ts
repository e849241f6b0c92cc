// The background of the timeline: axis, grid, lanes with their names, and a veil over time outside the run.
import type { Mark, TextMark } from "../../../frame/draw-list";
import { wrapInTwoLines, truncateText, textWidth } from "../../../format/text-width";
import { timeTicks, timeToX } from "../../../frame/timescale";
import { cpuOfFirstLane, nameWithoutCpu } from "../../../frame/topology";
import { formatNumber } from "../../../format/numbers";
import { contextColor } from "../../machine/scene";
import { queueLimit } from "./queue-depths";
import { type QueueChart, type TimelineLane, timeScale, type TimelineScene } from "../scene";

const TICK_DISTANCE = 104;
const EVENT_LEGEND = "in above, out below";

export function backgroundMarks(scene: TimelineScene): Mark[] {
  const { layout, topology } = scene;
  const marks: Mark[] = layout.lanes.flatMap((lane): Mark[] => [
    { mark: "rect", x: lane.x, y: lane.y, w: lane.w, h: lane.h, radius: 4, fill: "ground" },
  ]);
  marks.push(...gridMarks(scene));
  for (const lane of layout.lanes) {
    const color = contextColor(topology, lane.context);
    marks.push({ mark: "rect", x: lane.x, y: lane.y, w: 4, h: lane.h, radius: 2, fill: color });
  }
  return marks;
}

/** Names of lanes and charts, above the veil: on a phone they are inside the plot. */
export function titleMarks(scene: TimelineScene): Mark[] {
  const { layout } = scene;
  return [
    ...layout.lanes.flatMap((lane) => cpuMarks(scene, lane)),
    ...layout.lanes.flatMap((lane) => laneTitle(scene, lane)),
    ...layout.queueCharts.flatMap((chart) => chartTitle(scene, chart)),
  ];
}

/** The number of each CPU and a line, above its first lane, if there are several CPUs. */
function cpuMarks(scene: TimelineScene, lane: TimelineLane): Mark[] {
  const cpu = cpuOfFirstLane(scene.topology, lane.context);
  if (cpu === null) return [];
  const { fontSizes, isNarrow, width } = scene.layout;
  const top = isNarrow ? lane.title.y : lane.y;
  const text = `CPU ${cpu}`;
  const right = isNarrow
    ? textWidth(text, fontSizes.small, "text", 700)
    : lane.title.x + lane.title.w;
  const common = { mark: "text", size: fontSizes.small, weight: 700, face: "text" } as const;
  const y = top - fontSizes.small * 0.55;
  return [
    {
      ...common,
      x: isNarrow ? 0 : right,
      y,
      text,
      color: "ink2",
      align: isNarrow ? "left" : "right",
    },
    { mark: "line", points: [right + 8, y - 4, width, y - 4], color: "line", width: 1 },
  ];
}

function laneTitle(scene: TimelineScene, lane: TimelineLane): Mark[] {
  const { fontSizes, isNarrow } = scene.layout;
  const { title } = lane;
  const name = nameWithoutCpu(scene.topology, lane.context);
  const size = fontSizes.small;
  const two = !isNarrow && title.h >= 2.2 * size;
  const lines = two
    ? wrapInTwoLines(name, title.w, size, 700)
    : [truncateText(name, title.w, size, "text", 700)];
  const middle = isNarrow ? title.y + title.h - 4 : title.y + title.h / 2 + size * 0.35;
  // A lane without calls shows arrivals and departures.
  const events = lane.callRows === 0 && lines.length === 1;
  const all = events && !isNarrow ? [...lines, EVENT_LEGEND] : lines;
  const names = all.map((text, index): Mark => {
    const words = text === EVENT_LEGEND;
    return {
      mark: "text",
      x: isNarrow ? title.x : title.x + title.w,
      y: middle + (index - (all.length - 1) / 2) * size * 1.1,
      text: words ? truncateText(text, title.w, size) : text,
      size,
      weight: words ? 400 : 700,
      face: "text",
      color: words ? "ink2" : contextColor(scene.topology, lane.context),
      align: isNarrow ? "left" : "right",
    };
  });
  if (!events || !isNarrow) return names;
  // The legend is next to the name, so that the playhead does not cover it.
  const beside = {
    x: title.x + textWidth(lines[0] ?? "", size, "text", 700) + size,
    text: EVENT_LEGEND,
    weight: 400,
    color: "ink2",
  };
  return [...names, { ...(names[0] as TextMark), ...beside } as TextMark];
}

/** A queue's name, and its limit below it, or beside it in a narrow layout. */
function chartTitle(scene: TimelineScene, chart: QueueChart): Mark[] {
  const { fontSizes, isNarrow } = scene.layout;
  const { title } = chart;
  const limit = queueLimit(scene, chart.place);
  const words = limit > 0 ? `limit ${formatNumber(limit)}` : "no limit";
  const name = scene.topology.places[chart.place]?.name ?? "";
  const text = (what: string, y: number, face: "text" | "mono", align: "left" | "right"): Mark => ({
    mark: "text",
    x: align === "left" ? title.x : title.x + title.w,
    y,
    text: truncateText(what, title.w, fontSizes.small, face),
    size: fontSizes.small,
    weight: 400,
    face,
    color: "ink2",
    align,
  });
  const base = title.y + title.h - 4;
  if (isNarrow) return [text(name, base, "text", "left"), text(words, base, "mono", "right")];
  const middle = title.y + title.h / 2;
  return [
    text(name, middle - fontSizes.small * 0.2, "text", "right"),
    text(words, middle + fontSizes.small * 1.0, "mono", "right"),
  ];
}

function gridMarks(scene: TimelineScene): Mark[] {
  const { layout, topology } = scene;
  const scale = timeScale(scene);
  const { small } = layout.fontSizes;
  const apart = (TICK_DISTANCE * small) / 12;
  const right = layout.plot.x + layout.plot.w;
  return timeTicks(scale, topology.clock_hz, apart).flatMap((tick): Mark[] => {
    const x = timeToX(scale, tick.t);
    const width = textWidth(tick.label, small, "mono");
    const fits = x + 4 + width <= right;
    return [
      { mark: "line", points: [x, layout.axis.h - 5, x, layout.height], color: "line", width: 1 },
      {
        mark: "text",
        x: x + 4,
        y: layout.axis.h - small * 0.95,
        text: fits ? tick.label : "",
        size: small,
        weight: 400,
        face: "mono",
        color: "ink2",
        align: "left",
      },
    ];
  });
}

/** A veil over the lanes before the start and after the head of the run. */
export function unknownTimeMarks(scene: TimelineScene): Mark[] {
  const { layout, frame } = scene;
  const scale = timeScale(scene);
  const { plot, fontSizes } = layout;
  const right = plot.x + plot.w;
  const marks: Mark[] = [];
  const veil = (x0: number, x1: number, wordings: string) => {
    const from = Math.max(plot.x, x0);
    const to = Math.min(right, x1);
    if (to - from < 1) return;
    marks.push({
      mark: "rect",
      x: from,
      y: plot.y,
      w: to - from,
      h: plot.h,
      fill: "card",
      alpha: 0.75,
    });
    const text = truncateText(wordings, to - from - 12, fontSizes.small);
    if (text !== wordings) return;
    marks.push({
      mark: "text",
      x: (from + to) / 2,
      y: plot.y + fontSizes.small * 1.8,
      text,
      size: fontSizes.small,
      weight: 400,
      face: "text",
      color: "ink2",
      align: "center",
    });
  };
  veil(-Infinity, timeToX(scale, 0), "before the start");
  veil(timeToX(scale, frame.head), Infinity, "not yet");
  return marks;
}
