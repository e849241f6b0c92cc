// The pile of CPU time thrown away, and the words under it: how much of the window, where, after how
// much work, and what was refused at the receive ring at no cost.
import { field, PlaceField } from "../../frame/frame";
import type { Mark } from "../../frame/marks";
import { firstThatFits, textWidth } from "../../frame/text";
import { duration, isRate, percent, rate, thousands } from "../../frame/words";
import { pileOutline, wastedShare, type PileSize } from "../../motion/pile";
import { windowCycles } from "../../motion/stations";
import { pileOf, type Scene } from "./scene";

export function pileMarks(scene: Scene): Mark[] {
  const { pile } = scene.layout;
  const size = pileOf(scene);
  const { wasted } = size;
  const length = pile.w * size.covered;
  const marks: Mark[] = [];
  if (length > 0) {
    const slope = Math.min(16, length / 2);
    const { top } = pileOutline(pile, size);
    marks.push({
      mark: "area",
      points: [
        pile.x,
        pile.ground,
        pile.x,
        top,
        pile.x + length - slope,
        top,
        pile.x + length,
        pile.ground,
      ],
      hatch: true,
    });
  }
  marks.push(...scaleMarks(scene, size));
  if (wasted > 0) marks.push(...sinceStart(scene, length, wasted, size.scaleCycles));
  return [...marks, ...wordMarks(scene)];
}

/** What the whole ground stands for, at its right end. */
function scaleMarks(scene: Scene, size: PileSize): Mark[] {
  const { pile, sizes } = scene.layout;
  const right = pile.x + pile.w;
  const scale = duration(size.scaleCycles, scene.topology.clock_hz);
  const room = pile.w * (1 - size.covered) - 150;
  const long = `full width: ${scale} of CPU time`;
  return [
    {
      mark: "line",
      points: [right - 0.75, pile.ground - 8, right - 0.75, pile.ground],
      ink: "ink",
      width: 1.5,
    },
    {
      mark: "text",
      x: right - 6,
      y: pile.ground - 5,
      text: textWidth(long, sizes.small) <= room ? long : scale,
      size: sizes.small,
      weight: 400,
      face: "text",
      ink: "ink2",
      align: "right",
      ground: "card",
    },
  ];
}

/** The pile's own label: on it, else beside it, shorter where there is little room. */
function sinceStart(scene: Scene, length: number, wasted: number, scaleCycles: number): Mark[] {
  const { pile, sizes } = scene.layout;
  const size = sizes.small;
  const hertz = scene.topology.clock_hz;
  const told = duration(wasted, hertz);
  const scaleWidth = textWidth(duration(scaleCycles, hertz), size) + 20;
  const onIt = length - 32;
  const beside = pile.w - length - 12 - scaleWidth;
  const room = Math.max(onIt, beside);
  const text = firstThatFits([`${told} since the start`, told], room, size, "text", 600);
  if (text === "") return [];
  const fitsOnIt = textWidth(text, size, "text", 600) <= onIt;
  const x = fitsOnIt ? pile.x + 12 : pile.x + length + 12;
  const y = pile.ground - pile.h / 2 + size * 0.35;
  return [
    {
      mark: "text",
      x,
      y,
      text,
      size,
      weight: 600,
      face: "text",
      ink: "lossInk",
      align: "left",
      ground: "card",
    },
  ];
}

function wordMarks(scene: Scene): Mark[] {
  const { pile, sizes, narrow } = scene.layout;
  const share = wastedShare(scene.frame);
  const headings = headingWordings(scene, share);
  const details = detailWordings(scene);
  const door = doorWordings(scene);
  const first = pile.wordsY + sizes.body;
  const right = pile.x + pile.w;
  const doorText = narrow ? "" : firstThatFits(door, pile.w * 0.42, sizes.small);
  const doorWidth = textWidth(doorText, sizes.small);
  const headingRoom = narrow ? pile.w - 16 : pile.w - doorWidth - 16;
  const x = narrow ? pile.x + 8 : pile.x;
  const lines: Mark[] = [
    {
      mark: "text",
      x,
      y: first,
      text: firstThatFits(headings, headingRoom, sizes.body, "text", 700),
      size: sizes.body,
      weight: 700,
      face: "text",
      ink: share > 0 ? "lossInk" : "ink",
      align: "left",
    },
    {
      mark: "text",
      x: right,
      y: first,
      text: doorText,
      size: sizes.small,
      weight: 400,
      face: "text",
      ink: "ink2",
      align: "right",
    },
  ];
  const below = narrow
    ? [
        firstThatFits(details, pile.w - 16, sizes.small),
        firstThatFits(door, pile.w - 16, sizes.small),
      ]
    : [firstThatFits(details, pile.w, sizes.small)];
  below.forEach((text, index) => {
    lines.push({
      mark: "text",
      x,
      y: first + sizes.small * 1.5 * (index + 1),
      text,
      size: sizes.small,
      weight: 400,
      face: "text",
      ink: "ink2",
      align: "left",
    });
  });
  return lines;
}

function headingWordings(scene: Scene, share: number): string[] {
  const window = windowWords(scene);
  if (share <= 0) {
    const begun = windowCycles(scene.frame) > 0 ? [`CPU time thrown away: none in ${window}`] : [];
    return [...begun, "CPU time thrown away: none"];
  }
  if (share > 1) {
    // Work that was done before the window counts where its packet is lost.
    const { wastedCycles } = scene.frame.window;
    const work = duration(wastedCycles, scene.topology.clock_hz);
    return [
      `CPU time thrown away: ${work} of work, older work with it, in ${window}`,
      `CPU time thrown away: ${work} in ${window}`,
      `CPU time thrown away: ${work}`,
    ];
  }
  return [
    `CPU time thrown away: ${percent(share)} of ${window}`,
    `CPU time thrown away: ${percent(share)}`,
  ];
}

function windowWords(scene: Scene): string {
  return `the last ${duration(windowCycles(scene.frame), scene.topology.clock_hz)}`;
}

/** The place where most is lost, with what each packet had cost. */
function detailWordings(scene: Scene): string[] {
  const { frame, topology } = scene;
  const window = windowCycles(frame);
  const worst = worstPlace(scene);
  if (worst < 0) return ["Every packet that cost CPU time was of use."];
  const drops = field(frame, "places", worst, PlaceField.drops);
  const wasted = field(frame, "places", worst, PlaceField.wasted);
  const name = topology.places[worst]?.name ?? "";
  const lower = name.charAt(0).toLowerCase() === name.charAt(0) ? name : decapitalised(name);
  const each = duration(wasted / drops, topology.clock_hz);
  if (!isRate(drops, window, topology.clock_hz)) {
    const died = drops === 1 ? "1 packet died" : `${thousands(drops)} packets died`;
    const work = drops === 1 ? `after ${each} of work` : `each after ${each} of work`;
    return [`${died} at the ${lower}, ${work}.`, `${died}, ${work}.`, `${died}.`];
  }
  const often = rate(drops, window, topology.clock_hz);
  return [
    `${often} die at the ${lower}, each after ${each} of work.`,
    `${often} die after ${each} of work each.`,
    `${often} die here.`,
  ];
}

/** Abbreviations such as "IP" keep their capitals. */
function decapitalised(name: string): string {
  const second = name.charAt(1);
  return second === second.toUpperCase() ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

export function worstPlace(scene: Scene): number {
  const { frame } = scene;
  let worst = -1;
  let most = 0;
  scene.topology.places.forEach((_, place) => {
    const wasted = field(frame, "places", place, PlaceField.wasted);
    if (wasted > most) {
      most = wasted;
      worst = place;
    }
  });
  return worst;
}

function doorWordings(scene: Scene): string[] {
  const { frame, topology } = scene;
  const told = rate(frame.window.refused, windowCycles(frame), topology.clock_hz);
  const refused = told === "" ? "none yet" : told;
  const rings = topology.places.filter(({ kind }) => kind === "receive_ring").length;
  const where = rings === 1 ? "the receive ring" : "the receive rings";
  return [`refused at ${where}, at no cost: ${refused}`, `refused at no cost: ${refused}`];
}

/** The pile in words, for those who do not see it. */
export function pileSentence(scene: Scene): string {
  const share = wastedShare(scene.frame);
  const wasted = duration(pileOf(scene).wasted, scene.topology.clock_hz);
  const door = doorWordings(scene)[0] ?? "";
  return [
    `${headingWordings(scene, share)[0]}; ${wasted} since the start.`,
    detailWordings(scene)[0],
    `${door.charAt(0).toUpperCase()}${door.slice(1)}.`,
  ].join(" ");
}
