// Which context has the CPU: the light of the lanes, the share of time below each name, a sentence in the lane that
// has the CPU, and the indicators of the interrupt lines.
import { tr } from "../../../i18n/i18n";
import type { IndicatorBox, LaneBox } from "../layout/machine-layout";
import type { ColorName, Mark } from "../../../frame/draw-list";
import { truncateText, firstFittingText, textWidth } from "../../../lib/format/text-width";
import { cpuNumbers, levelText, usesCpu } from "../../../frame/topology";
import { formatPercentPlain } from "../../../lib/format/numbers";
import { cpuShare } from "../motion/display-state";
import { titleBaseline } from "./background";
import {
  highlightWidth,
  isHighlighted,
  contextColor,
  contextSoftColor,
  type MachineScene,
} from "./scene";

export function laneLightMarks(scene: MachineScene): Mark[] {
  return scene.layout.lanes.flatMap((lane) => {
    const marks: Mark[] = [];
    const box = { x: lane.x, y: lane.y, w: lane.w, h: lane.h, radius: 8 };
    const light = scene.display.contexts[lane.context]?.indicator.brightness ?? 0;
    if (light > 0 && usesCpu(contextOfLane(scene, lane))) {
      marks.push({
        mark: "rect",
        ...box,
        fill: contextSoftColor(scene.topology, lane.context),
        alpha: light,
      });
      // The bar at the edge of the lane is above the light.
      const color = contextColor(scene.topology, lane.context);
      marks.push({ mark: "rect", x: lane.x, y: lane.y, w: 4, h: lane.h, radius: 2, fill: color });
    }
    if (isHighlighted(scene, "context", lane.context)) {
      marks.push({ mark: "rect", ...box, stroke: "accent", lineWidth: highlightWidth(scene) });
    }
    return marks;
  });
}

/** The level and the share of the CPU below the lane's name, and the sentence in the lane that has the CPU. */
export function laneLabelMarks(scene: MachineScene): Mark[] {
  const all = cpuNumbers(scene.topology).map((cpu) => currentLane(scene, cpu));
  return scene.layout.lanes.flatMap((lane) => {
    const here = all.find(({ context }) => context === lane.context);
    return [
      ...shareMarks(scene, lane, here !== undefined),
      ...(here === undefined ? [] : currentLaneMarks(scene, lane, here.wordings)),
    ];
  });
}

/** The level and the share. In the lane that has the CPU, the share has the lane's colour as its background. */
function shareMarks(scene: MachineScene, lane: LaneBox, here: boolean): Mark[] {
  const { layout, frame } = scene;
  const context = contextOfLane(scene, lane);
  const share = usesCpu(context) ? formatPercentPlain(cpuShare(frame, lane.context)) : "";
  const size = layout.fontSizes.small;
  const base = titleBaseline(scene, lane);
  const common = { mark: "text", size, face: "mono" } as const;
  const own = contextColor(scene.topology, lane.context);
  const isOnColor = here && share !== "";
  const color: ColorName = isOnColor ? "card" : own;
  const ground = isOnColor ? own : undefined;
  if (layout.isNarrow) {
    const x = lane.title.x + lane.title.w;
    const nameEnd =
      lane.title.x + textWidth(lane.titleLines[0] ?? "", layout.fontSizes.body, "text", 700) + 8;
    const shareWidth = textWidth(share, size, "mono", 600);
    const room = x - shareWidth - 8 - nameEnd;
    return [
      {
        ...common,
        x: nameEnd,
        y: base,
        text: truncateText(levelText(context), room, size, "mono"),
        weight: 400,
        color: "ink2",
        align: "left",
      },
      {
        ...common,
        x,
        y: base,
        text: share,
        weight: 600,
        color,
        background: ground,
        align: "right",
      },
    ];
  }
  const x = lane.title.x + lane.title.w;
  if (lane.isSingleLine) {
    return [
      {
        ...common,
        x,
        y: base,
        text: share,
        weight: 600,
        color,
        background: ground,
        align: "right",
      },
    ];
  }
  const y = base + (lane.titleLines.length - 1) * layout.fontSizes.body * 1.2 + size * 1.3;
  const words = levelText(context);
  const gaps = share === "" ? [""] : [`  ${share} `, ` ${share}`];
  const widths = gaps.map((gap) => textWidth(gap, size, "mono", 600));
  const roomy = widths.find((width) => textWidth(words, size, "mono") <= lane.title.w - width);
  const shareWidth = roomy ?? Math.max(...widths);
  const level = truncateText(words, lane.title.w - shareWidth, size, "mono");
  return [
    { ...common, x: x - shareWidth, y, text: level, weight: 400, color: "ink2", align: "right" },
    { ...common, x, y, text: share, weight: 600, color, background: ground, align: "right" },
  ];
}

/** The lane of the running context of a CPU. If steps are too fast to follow, the lane with the largest share. */
function currentLane(scene: MachineScene, cpu: number): { context: number; wordings: string[] } {
  const { display, frame, topology } = scene;
  const called = topology.cpus > 1 ? tr("CPU {cpu}", { cpu }) : "CPU";
  const subject = topology.cpus > 1 ? called : tr("the CPU");
  if (
    !display.currentContext.isTooFast &&
    display.contexts.every((context) => !context.indicator.isSteady)
  ) {
    const context = cpu === 0 ? display.currentContext.shown : frame.cpus.running(cpu);
    if (topology.contexts[context]?.kind === "idle")
      return { context, wordings: [tr("{subject} is idle", { subject })] };
    return {
      context,
      wordings: [tr("{subject} is here now", { subject }), tr("{called} here", { called })],
    };
  }
  let context = -1;
  topology.contexts.forEach((one, index) => {
    if (
      usesCpu(one) &&
      one.cpu === cpu &&
      (context < 0 || cpuShare(frame, index) > cpuShare(frame, context))
    ) {
      context = index;
    }
  });
  const share = formatPercentPlain(cpuShare(frame, context));
  if (topology.contexts[context]?.kind === "idle") {
    return {
      context,
      wordings: [
        tr("{subject} is idle {share} of the time", { subject, share }),
        tr("idle {share}", { share }),
      ],
    };
  }
  return {
    context,
    wordings: [
      tr("{subject} is here {share} of the time", { subject, share }),
      tr("{subject} is here: {share}", { subject, share }),
      tr("{called} here: {share}", { called, share }),
    ],
  };
}

function currentLaneMarks(scene: MachineScene, lane: LaneBox, wordings: readonly string[]): Mark[] {
  const room = scene.labelSpace.lane[lane.context];
  // On a phone the share is in the line of the title.
  if (room === undefined || scene.layout.isNarrow) return [];
  const { body, small } = scene.layout.fontSizes;
  const size = firstFittingText(wordings, room.w, body, "text", 600) === "" ? small : body;
  const text = firstFittingText(wordings, room.w, size, "text", 600);
  if (text === "") return [];
  const width = textWidth(text, size, "text", 600);
  return [
    {
      mark: "text",
      x: room.x + (room.w > width + 60 ? 16 : (room.w - width) / 2),
      y: room.y + size * 0.33,
      text,
      size,
      weight: 600,
      face: "text",
      color: contextColor(scene.topology, lane.context),
      align: "left",
    },
  ];
}

/** Enabled: a ring. Masked: a fainter ring with a bar through it. Pending: a dot. In service: filled. */
export function indicatorMarks(scene: MachineScene): Mark[] {
  return scene.layout.indicators.flatMap((indicator) => marksOfIndicator(scene, indicator));
}

const INDICATOR_RADIUS = 6;

function marksOfIndicator(scene: MachineScene, indicator: IndicatorBox): Mark[] {
  const { topology, frame, layout } = scene;
  const line = topology.lines[indicator.line];
  const show = scene.display.lines[indicator.line];
  if (line === undefined || show === undefined) return [];
  const color = contextColor(topology, line.context);
  const enabled = frame.lines.enabled(indicator.line);
  const centre = [indicator.cx, indicator.cy];
  const marks: Mark[] = [
    {
      mark: "dots",
      points: centre,
      radius: INDICATOR_RADIUS,
      fill: "card",
      stroke: color,
      lineWidth: 1.5,
      alpha: enabled ? 1 : 0.6,
    },
  ];
  if (show.inService.brightness > 0) {
    marks.push({
      mark: "dots",
      points: centre,
      radius: INDICATOR_RADIUS,
      fill: color,
      alpha: show.inService.brightness,
    });
  }
  if (show.pending.brightness > 0) {
    marks.push({
      mark: "dots",
      points: centre,
      radius: 3,
      fill: color,
      alpha: show.pending.brightness,
    });
  }
  if (!enabled) {
    const reach = INDICATOR_RADIUS + 2;
    marks.push({
      mark: "line",
      points: [
        indicator.cx - reach,
        indicator.cy + reach,
        indicator.cx + reach,
        indicator.cy - reach,
      ],
      color,
      width: 1.5,
    });
  }
  if (isHighlighted(scene, "line", indicator.line)) {
    marks.push({
      mark: "dots",
      points: centre,
      radius: INDICATOR_RADIUS + 4,
      stroke: "accent",
      lineWidth: highlightWidth(scene),
    });
  }
  const size = layout.fontSizes.small;
  const first = indicator.cy + size * 0.35 - ((indicator.nameLines.length - 1) * size * 1.1) / 2;
  indicator.nameLines.forEach((words, index) => {
    marks.push({
      mark: "text",
      x: indicator.cx + 13,
      y: first + index * size * 1.1,
      text: words,
      size,
      weight: 400,
      face: "text",
      color: "ink2",
      align: "left",
    });
  });
  return marks;
}

function contextOfLane(scene: MachineScene, lane: LaneBox) {
  const context = scene.topology.contexts[lane.context];
  if (context === undefined) throw new Error("a lane names a context of its topology");
  return context;
}
