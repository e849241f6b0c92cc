// The background of the timeline: axis, grid, lanes with their names, and a veil over time outside the run.
import { msg, tr } from "../../../i18n/i18n";
import type { Mark, TextMark } from "../../../frame/draw-list";
import { wrapInTwoLines, truncateText, textWidth } from "../../../lib/format/text-width";
import { timeTicks, timeToX } from "../../../frame/timescale";
import { nameWithInterface, nameWithoutCpu } from "../../../frame/topology";
import { formatNumber } from "../../../lib/format/numbers";
import { contextColor } from "../../machine/draw/scene";
import { queueLimit } from "./queue-depths";
import type { Box } from "../../machine/layout/machine-layout";
import { type QueueChart, type TimelineLane, timeScale, type TimelineScene } from "./scene";

const TICK_DISTANCE = 104;
const EVENT_LEGEND = msg("in above, out below");

/** The lanes of one or several machines with the same axis. */
export function backgroundMarks(...scenes: readonly [TimelineScene, ...TimelineScene[]]): Mark[] {
  const marks: Mark[] = scenes
    .flatMap(({ layout }) => layout.lanes)
    .map(({ x, y, w, h }) => ({ mark: "rect", x, y, w, h, radius: 4, fill: "ground" }));
  marks.push(...gridMarks(scenes[0]));
  for (const { layout, topology } of scenes) {
    for (const lane of layout.lanes) {
      const color = contextColor(topology, lane.context);
      marks.push({ mark: "rect", x: lane.x, y: lane.y, w: 4, h: lane.h, radius: 2, fill: color });
    }
  }
  return marks;
}

/** Names of lanes and charts, above the veil: on a phone they are inside the plot, on a ground of their own. */
export function titleMarks(scene: TimelineScene): Mark[] {
  const { layout } = scene;
  const marks = [
    ...layout.lanes.flatMap((lane) => cpuMarks(scene, lane)),
    ...layout.lanes.flatMap((lane) => laneTitle(scene, lane)),
    ...layout.queueCharts.flatMap((chart) => chartTitle(scene, chart)),
  ];
  if (!layout.isNarrow) return marks;
  return marks.map((mark) => (mark.mark === "text" ? { ...mark, background: "card" } : mark));
}

/** The number of each CPU and a line, above its first lane, if there are several CPUs. */
function cpuMarks(scene: TimelineScene, lane: TimelineLane): Mark[] {
  const { cpu, title } = lane;
  if (cpu === null || title === null) return [];
  const { fontSizes, isNarrow, width } = scene.layout;
  const top = isNarrow ? title.y : lane.y;
  const text = tr("CPU {cpu}", { cpu });
  const right = isNarrow ? textWidth(text, fontSizes.small, "text", 700) : title.x + title.w;
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
  if (title === null) return [];
  const name = nameWithoutCpu(scene.topology, lane.context);
  const size = fontSizes.small;
  const two = !isNarrow && title.h >= 2.2 * size;
  const lines = two
    ? wrapInTwoLines(name, title.w, size, 700)
    : [truncateText(name, title.w, size, "text", 700)];
  const middle = isNarrow ? title.y + title.h - 4 : title.y + title.h / 2 + size * 0.35;
  // A lane without calls shows arrivals and departures.
  const events = lane.callRows === 0 && lines.length === 1;
  const all = events && !isNarrow ? [...lines, tr(EVENT_LEGEND)] : lines;
  const names = all.map((text, index): Mark => {
    const words = text === tr(EVENT_LEGEND);
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
    text: tr(EVENT_LEGEND),
    weight: 400,
    color: "ink2",
  };
  return [...names, { ...(names[0] as TextMark), ...beside } as TextMark];
}

/** A queue's name, and its limit below it, or beside it in a narrow layout. */
function chartTitle(scene: TimelineScene, chart: QueueChart): Mark[] {
  const { fontSizes, isNarrow } = scene.layout;
  const { title } = chart;
  if (title === null) return [];
  const name = nameWithInterface(scene.topology, chart.place);
  const limit = describeLimit(scene, chart);
  const text = (what: string, y: number, face: "text" | "mono", align: "left" | "right") =>
    titleText(scene, truncateText(what, title.w, fontSizes.small, face), title, y, face, align);
  const base = title.y + title.h - 4;
  if (isNarrow) {
    // Beside the name, so that the playhead does not cover it.
    const after = { x: title.x + textWidth(name, fontSizes.small) + fontSizes.small, w: title.w };
    const beside = titleText(scene, limit, after, base, "mono", "left");
    return [text(name, base, "text", "left"), beside];
  }
  const middle = chart.y + chart.h / 2;
  return [
    text(name, middle - fontSizes.small * 0.2, "text", "right"),
    text(limit, middle + fontSizes.small * 1.0, "mono", "right"),
  ];
}

/** The limit of a queue whose chart has no title of its own: beside the chart, or at its right end in a narrow layout. */
export function limitTitleMarks(scene: TimelineScene, place: number): Mark[] {
  const { fontSizes, isNarrow, titleWidth } = scene.layout;
  const chart = scene.layout.queueCharts.find((one) => one.place === place);
  if (chart === undefined) return [];
  const limit = describeLimit(scene, chart);
  const middle = chart.y + chart.h / 2 + fontSizes.small * 0.35;
  if (isNarrow) {
    const mark = titleText(scene, limit, chart, chart.y + fontSizes.small * 1.2, "mono", "right");
    return [{ ...mark, background: "card" }];
  }
  const beside = { x: 0, w: titleWidth };
  return [titleText(scene, limit, beside, middle, "mono", "right")];
}

function describeLimit(scene: TimelineScene, { place }: QueueChart): string {
  const limit = queueLimit(scene, place);
  return limit > 0 ? tr("limit {limit}", { limit: formatNumber(limit) }) : tr("no limit");
}

function titleText(
  { layout }: TimelineScene,
  text: string,
  { x, w }: Pick<Box, "x" | "w">,
  y: number,
  face: "text" | "mono",
  align: "left" | "right",
): TextMark {
  const size = layout.fontSizes.small;
  const at = align === "left" ? x : x + w;
  return { mark: "text", x: at, y, text, size, weight: 400, face, color: "ink2", align };
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
  veil(-Infinity, timeToX(scale, 0), tr("before the start"));
  veil(timeToX(scale, frame.head), Infinity, tr("not yet"));
  return marks;
}
