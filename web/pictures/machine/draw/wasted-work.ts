// The hatched area of wasted work ("CPU time thrown away") and the text below it: its share of the window, the place
// with the most, and the work spent on each packet. Packets that the receive ring refuses at no cost are told, too.
import { tr } from "../../../i18n/i18n";
import type { Mark, TextMark } from "../../../frame/draw-list";
import { firstFittingText, textWidth } from "../../../lib/format/text-width";
import {
  formatDuration,
  isEnoughForRate,
  formatPercentPlain,
  formatPacketRate,
  formatNumber,
} from "../../../lib/format/numbers";
import { lowerFirst } from "../../../lib/format/sentence";
import { drawInterval, showsFlows } from "../motion/packets";
import { wastedWorkOutline, wastedShare, type WastedWorkSize } from "../motion/wasted-work";
import { windowCycles } from "../../../frame/flows";
import { wastedWorkOf, type MachineScene } from "./scene";

export function wastedWorkMarks(scene: MachineScene): Mark[] {
  const { wastedWork } = scene.layout;
  const size = wastedWorkOf(scene);
  const { wasted } = size;
  const length = wastedWork.w * size.covered;
  const marks: Mark[] = [];
  if (length > 0) {
    const slope = Math.min(16, length / 2);
    const { top } = wastedWorkOutline(wastedWork, size);
    marks.push({
      mark: "area",
      points: [
        wastedWork.x,
        wastedWork.baseline,
        wastedWork.x,
        top,
        wastedWork.x + length - slope,
        top,
        wastedWork.x + length,
        wastedWork.baseline,
      ],
      hatch: true,
    });
  }
  marks.push(...scaleMarks(scene, size));
  marks.push(...(wasted > 0 ? sinceStartMarks(scene, length, wasted) : emptyMarks(scene)));
  return [...marks, ...labelMarks(scene, size)];
}

/** The marks of the base line, which is a ruler. The text below says how much CPU time is between two marks. */
function scaleMarks(scene: MachineScene, size: WastedWorkSize): Mark[] {
  const { wastedWork } = scene.layout;
  const parts = rulerParts(size, scene.topology.clock_hz);
  return Array.from({ length: parts + 1 }, (_, nth): Mark => {
    const x = wastedWork.x + 0.75 + ((wastedWork.w - 1.5) * nth) / parts;
    const reach = nth === 0 || nth === parts ? 8 : 4;
    return {
      mark: "line",
      points: [x, wastedWork.baseline - reach, x, wastedWork.baseline],
      color: "ink",
      width: 1.5,
    };
  });
}

/** The scale is 1, 2, 5, 10 ...: it is divided into four or five round parts. */
function rulerParts(size: WastedWorkSize, hertz: number): number {
  const scale = size.scaleCycles / hertz;
  const first = Math.round(scale / 10 ** Math.floor(Math.log10(scale) + 1e-9));
  return first === 2 ? 4 : 5;
}

/** The texts of the scale: the CPU time of the full width and of one part. The scale changes as the area grows. */
function scaleTexts(scene: MachineScene, size: WastedWorkSize): string[] {
  const hertz = scene.topology.clock_hz;
  const whole = formatDuration(size.scaleCycles, hertz);
  const mark = formatDuration(size.scaleCycles / rulerParts(size, hertz), hertz);
  return [
    tr("full width {whole} of CPU time, a mark every {mark}", { whole, mark }),
    tr("full width {whole}, a mark every {mark}", { whole, mark }),
    tr("full width {whole} of CPU time", { whole }),
    tr("full width {whole}", { whole }),
  ];
}

/** The label of the area, in the longest form that fits: on the area, or beside it if it is too
 * small. */
function sinceStartMarks(scene: MachineScene, length: number, wasted: number): Mark[] {
  const { wastedWork, fontSizes } = scene.layout;
  const size = fontSizes.small;
  const hertz = scene.topology.clock_hz;
  const time = formatDuration(wasted, hertz);
  const onIt = length - 32;
  const beside = wastedWork.w - length - 24;
  const room = Math.max(onIt, beside);
  const text = firstFittingText(
    [
      tr("{time} of CPU time since the start", { time }),
      tr("{time} since the start", { time }),
      time,
    ],
    room,
    size,
    "text",
    600,
  );
  if (text === "") return [];
  const fitsOnIt = textWidth(text, size, "text", 600) <= onIt;
  const x = fitsOnIt ? wastedWork.x + 12 : wastedWork.x + length + 12;
  const y = wastedWork.baseline - wastedWork.h / 2 + size * 0.35;
  return [
    {
      mark: "text",
      x,
      y,
      text,
      size,
      weight: 600,
      face: "text",
      color: "lossInk",
      align: "left",
      background: "card",
    },
  ];
}

/** As long as nothing was wasted, a text explains the empty area. */
function emptyMarks(scene: MachineScene): Mark[] {
  const { wastedWork, fontSizes } = scene.layout;
  const size = fontSizes.small;
  const text = firstFittingText(
    [
      tr("A packet that is dropped after CPU work falls here."),
      tr("Wasted CPU time would be here."),
    ],
    wastedWork.w - 24,
    size,
    "text",
    400,
  );
  if (text === "") return [];
  return [
    {
      mark: "text",
      x: wastedWork.x + 12,
      y: wastedWork.baseline - wastedWork.h / 2 + size * 0.35,
      text,
      size,
      weight: 400,
      face: "text",
      color: "ink2",
      align: "left",
    },
  ];
}

function labelMarks(scene: MachineScene, size: WastedWorkSize): Mark[] {
  const { wastedWork, fontSizes, isNarrow } = scene.layout;
  const { small, body } = fontSizes;
  const share = wastedShare(scene.frame);
  const color = share > 0 ? "lossInk" : "ink";
  const x = isNarrow ? wastedWork.x + 8 : wastedWork.x;
  const right = wastedWork.x + wastedWork.w;
  const room = isNarrow ? wastedWork.w - 16 : wastedWork.w;
  const line = (text: string, nth: number, align: "left" | "right" = "left"): Mark => ({
    mark: "text",
    x: align === "left" ? x : right,
    y: wastedWork.labelsY + body + small * 1.5 * nth,
    text,
    size: small,
    weight: 400,
    face: "text",
    color: "ink2",
    align,
  });
  const headings = headingTexts(scene, share);
  const heading = (width: number): Mark => {
    const text = firstFittingText(headings, width, body, "text", 700);
    return { ...(line(text, 0) as TextMark), size: body, weight: 700, color };
  };
  const scales = scaleTexts(scene, size);
  const [details, refused] = [detailTexts(scene), refusedTexts(scene)];
  if (isNarrow) {
    return [
      heading(room),
      ...[scales, details, refused].map((wordings, nth) =>
        line(firstFittingText(wordings, room, small), nth + 1),
      ),
    ];
  }
  // Two rows of two texts. The left text is as long as the shortest form of the right one allows.
  const title = heading(room - widthOfShortest(scales, small));
  const detail = firstFittingText(details, room - widthOfShortest(refused, small), small);
  const beside = (text: string, size: number, weight: 400 | 700) =>
    room - textWidth(text, size, "text", weight) - GAP;
  return [
    title,
    line(firstFittingText(scales, beside((title as TextMark).text, body, 700), small), 0, "right"),
    line(detail, 1),
    line(firstFittingText(refused, beside(detail, small, 400), small), 1, "right"),
  ];
}

const GAP = 16;

/** The width of the shortest text and a gap. */
function widthOfShortest(wordings: readonly string[], size: number): number {
  return textWidth(wordings.at(-1) ?? "", size) + GAP;
}

function headingTexts(scene: MachineScene, share: number): string[] {
  const window = windowText(scene);
  if (share <= 0) {
    const begun =
      windowCycles(scene.frame) > 0
        ? [tr("CPU time thrown away: none in {window}", { window })]
        : [];
    return [...begun, tr("CPU time thrown away: none")];
  }
  if (share > 1) {
    // Work before the window counts when its packet is dropped, so the share can exceed 1.
    const { wastedCycles } = scene.frame.window;
    const work = formatDuration(wastedCycles, scene.topology.clock_hz);
    return [
      tr("CPU time thrown away: {work} of work in {window}, some of it done earlier", {
        work,
        window,
      }),
      tr("CPU time thrown away: {work} in {window}", { work, window }),
      tr("CPU time thrown away: {work}", { work }),
    ];
  }
  return [
    tr("CPU time thrown away: {share} of {window}", { share: formatPercentPlain(share), window }),
    tr("CPU time thrown away: {share}", { share: formatPercentPlain(share) }),
  ];
}

function windowText(scene: MachineScene): string {
  return tr("the last {duration}", {
    duration: formatDuration(windowCycles(scene.frame), scene.topology.clock_hz),
  });
}

/** The place with the most wasted work, and the cost of each packet. */
function detailTexts(scene: MachineScene): string[] {
  const { frame, topology } = scene;
  const window = windowCycles(frame);
  const worst = worstPlace(scene);
  if (worst < 0) return [tr("No packet was dropped after CPU work on it.")];
  const drops = frame.places.drops(worst);
  const wasted = frame.places.wasted(worst);
  const name = topology.places[worst]?.name ?? "";
  const lower = lowerFirst(name);
  const each = formatDuration(wasted / drops, topology.clock_hz);
  if (!isEnoughForRate(drops, window, topology.clock_hz)) {
    const lost =
      drops === 1
        ? tr("1 packet was thrown away")
        : tr("{drops} packets were thrown away", { drops: formatNumber(drops) });
    const work =
      drops === 1
        ? tr("after {each} of CPU work", { each })
        : tr("each after {each} of CPU work", { each });
    return [
      tr("{lost} at the {lower}, {work}.", { lost, lower, work }),
      `${lost}, ${work}.`,
      `${lost}.`,
    ];
  }
  const often = formatPacketRate(drops, window, topology.clock_hz);
  const every = drawInterval(frame, worst, scene.motionSpan);
  const drawn = every > 1 && !showsFlows(frame, scene.motionSpan);
  const withScale = tr(
    `{often} thrown away at the {lower}, each after {each} of CPU work. One block is {every}
    packets.`,
    { often, lower, each, every },
  );
  const all = tr("{often} are thrown away at the {lower}, each after {each} of CPU work.", {
    often,
    lower,
    each,
  });
  return [
    ...(drawn
      ? [tr("{all} One falling block is {every} of them.", { all, every }), withScale]
      : []),
    all,
    tr("{often} are thrown away after {each} of CPU work each.", { often, each }),
    tr("{often} thrown away, each after {each}.", { often, each }),
    tr("{often} thrown away here.", { often }),
  ];
}

export function worstPlace(scene: MachineScene): number {
  const { frame } = scene;
  let worst = -1;
  let most = 0;
  scene.topology.places.forEach((_, place) => {
    const wasted = frame.places.wasted(place);
    if (wasted > most) {
      most = wasted;
      worst = place;
    }
  });
  return worst;
}

function refusedTexts(scene: MachineScene): string[] {
  const { frame, topology } = scene;
  const rate = formatPacketRate(frame.window.refused, windowCycles(frame), topology.clock_hz);
  const refused = rate === "" ? tr("none yet") : rate;
  const rings = topology.places.filter(({ kind }) => kind === "receive_ring").length;
  const where = rings === 1 ? tr("the receive ring") : tr("the receive rings");
  return [
    tr("refused at {where}, at no cost: {refused}", { where, refused }),
    tr("refused at no cost: {refused}", { refused }),
    tr("refused: {refused}", { refused }),
  ];
}

/** The wasted work in sentences, for a screen reader. */
export function describeWastedWork(scene: MachineScene): string {
  const share = wastedShare(scene.frame);
  const wasted = formatDuration(wastedWorkOf(scene).wasted, scene.topology.clock_hz);
  const refused = refusedTexts(scene)[0] ?? "";
  const counted = windowCycles(scene.frame) > 0;
  const heading = counted
    ? headingTexts(scene, share)[0]
    : tr("CPU time thrown away: nothing counted yet");
  return [
    tr("{heading}; since the start of the run {wasted}.", { heading: heading ?? "", wasted }),
    detailTexts(scene)[0],
    `${refused.charAt(0).toUpperCase()}${refused.slice(1)}.`,
  ].join(" ");
}
