// The places: every slot of every ring and queue at the shown time, with the name above and the count below, and the
// ends of the wires with their rates.
import { tr } from "../../../i18n/i18n";
import { packetsAt, shareOfWindow } from "../../../frame/frame";
import type { PlaceBox, FontSizes } from "../layout/machine-layout";
import { slotOfPacket, type ColorName, type Mark, type SlotsMark } from "../../../frame/draw-list";
import { firstFittingText, textWidth } from "../../../lib/format/text-width";
import {
  interfaceName,
  nameWithInterface,
  paperName,
  type TopologyPlace,
} from "../../../frame/topology";
import {
  formatDuration,
  formatPercentPlain,
  formatPacketRate,
  formatNumber,
} from "../../../lib/format/numbers";
import { arrivedOnWire, deliveredOnWire, expectedWait, windowCycles } from "../../../frame/flows";
import { highlightWidth, isHighlighted, highlightedPackets, type MachineScene } from "./scene";

export function placeMarks(scene: MachineScene): Mark[] {
  return scene.layout.places.flatMap((box) => {
    const place = scene.topology.places[box.place];
    if (place === undefined) return [];
    const isWire = place.kind === "wire_in" || place.kind === "wire_out";
    const body = isWire ? wireMarks(box, place) : queueMarks(scene, box, place);
    return [
      ...placeHighlight(scene, box),
      ...nameMarks(scene, box, place),
      ...body,
      ...noteMarks(scene, box, place),
    ];
  });
}

/** The end of a wire, or its beginning. The route along the wire draws its line. */
function wireMarks(box: PlaceBox, place: TopologyPlace): Mark[] {
  const { bar } = box;
  const y = bar.y + bar.h / 2;
  const x = place.kind === "wire_in" ? bar.x : bar.x + bar.w;
  return [{ mark: "line", points: [x, y - 5, x, y + 5], color: "ink2", width: 1.25 }];
}

function queueMarks(scene: MachineScene, box: PlaceBox, place: TopologyPlace): Mark[] {
  const slots = slotsOf(scene, box, place);
  if (slots === null) return levelMarks(scene, box);
  return [slots, ...highlightedSlots(scene, box, slots)];
}

/** The slots of a place in the frame; null for a place that is drawn as a level. */
export function slotsOf(
  scene: MachineScene,
  box: PlaceBox,
  place: TopologyPlace,
): SlotsMark | null {
  if (!box.hasSlots) return null;
  const { frame } = scene;
  const capacity = frame.places.capacity(box.place) || place.capacity;
  const fit = fitSlots(box, capacity);
  return {
    mark: "slots",
    x: box.bar.x,
    y: box.bar.y,
    ...fit,
    rowPitch: box.bar.h / fit.rows,
    capacity,
    first: place.kind === "queue" ? 0 : frame.places.firstSlot(box.place),
    count: frame.places.count(box.place),
    sent: frame.places.sent(box.place),
    reversed: place.kind === "queue",
    color: "delivered",
  };
}

/** The least width of a slot. */
const MIN_PITCH = 4;
const MAX_ROWS = 3;

/**
 * Fits the slots into the bar, which was laid out for the capacity at the start: a knob may have changed the capacity. If
 * the slots would be too narrow, one slot stands for several packets.
 */
function fitSlots(
  box: PlaceBox,
  capacity: number,
): { rows: number; pitch: number; packetsPerSlot: number } {
  for (let rows = box.rows; rows <= Math.max(box.rows, MAX_ROWS); rows += 1) {
    const pitch = box.bar.w / Math.ceil(capacity / rows);
    if (pitch >= MIN_PITCH || pitch >= box.pitch) return { rows, pitch, packetsPerSlot: 1 };
  }
  const packetsPerSlot = Math.ceil(capacity / (box.columns * box.rows));
  const columns = Math.ceil(Math.ceil(capacity / packetsPerSlot) / box.rows);
  return { rows: box.rows, pitch: box.bar.w / columns, packetsPerSlot };
}

/** A queue without a limit: a bar that fills from its exit. */
function levelMarks(scene: MachineScene, box: PlaceBox): Mark[] {
  const { bar } = box;
  const count = scene.frame.places.count(box.place);
  const capacity = scene.frame.places.capacity(box.place);
  const full = capacity > 0 ? count / capacity : 1 - Math.exp(-count / 40);
  const w = bar.w * Math.min(1, full);
  return [
    {
      mark: "rect",
      x: bar.x,
      y: bar.y,
      w: bar.w,
      h: bar.h,
      radius: 3,
      fill: "card",
      stroke: "controlLine",
    },
    { mark: "rect", x: bar.x + bar.w - w, y: bar.y, w, h: bar.h, radius: 3, fill: "delivered" },
  ];
}

function highlightedSlots(scene: MachineScene, box: PlaceBox, slots: SlotsMark): Mark[] {
  return highlightedPackets(scene).flatMap((packet): Mark[] => {
    const nth = positionInPlace(scene, box.place, packet);
    if (nth < 0) return [];
    const slot = slotOfPacket(slots, nth);
    return [
      {
        mark: "rect",
        x: slot.x - 2,
        y: slot.y - 2,
        w: slot.w + 4,
        h: slot.h + 4,
        radius: 2,
        stroke: "accent",
        lineWidth: 2,
      },
    ];
  });
}

/** The number of packets before this one in a place; -1 if it is not there. */
export function positionInPlace(scene: MachineScene, place: number, packet: number): number {
  const { packets, unlisted } = packetsAt(scene.frame, place);
  const nth = packets.indexOf(packet);
  return nth < 0 ? -1 : unlisted + nth;
}

function nameMarks(scene: MachineScene, box: PlaceBox, place: TopologyPlace): Mark[] {
  const { fontSizes } = scene.layout;
  const ring = spotlightReach(scene, box);
  const y = box.bar.y - Math.max(fontSizes.body * 0.36, ring + fontSizes.body * DESCENDER);
  const marks: Mark[] = [textMark(place.name, box.x, y, fontSizes.body, "text", "ink", 600)];
  const second = secondName(scene, box, place);
  let end = box.nameWidth;
  const add = (words: string, face: "text" | "mono") => {
    marks.push(textMark(words, box.x + end + 8, y, fontSizes.small, face, "ink2", 400));
    end += 8 + textWidth(words, fontSizes.small, face);
  };
  const scale = slotScaleText(scene, box, place);
  if (scale !== "") add(scale, "text");
  if (second !== "" && secondNameFits(scene, box, place)) add(second, "mono");
  return marks;
}

/** Says how many packets a drawn slot stands for, if more than one. */
function slotScaleText(scene: MachineScene, box: PlaceBox, place: TopologyPlace): string {
  const packetsPerSlot = slotsOf(scene, box, place)?.packetsPerSlot ?? 1;
  if (packetsPerSlot === 1) return "";
  const room = (scene.labelSpace.name[box.place] ?? 0) - box.nameWidth - 8;
  const wordings = [
    tr("1 box = {packetsPerSlot} slots", { packetsPerSlot: formatNumber(packetsPerSlot) }),
    tr("1 box = {packetsPerSlot}", { packetsPerSlot: formatNumber(packetsPerSlot) }),
  ];
  return firstFittingText(wordings, room, scene.layout.fontSizes.small, "text");
}

/** What tells this place from others of its name: the interface; otherwise the paper's name. */
function secondName({ topology }: MachineScene, box: PlaceBox, place: TopologyPlace): string {
  return interfaceName(topology, box.place) || paperName(place);
}

/** Whether the second name fits after the plain name and the text of the slot scale. */
function secondNameFits(scene: MachineScene, box: PlaceBox, place: TopologyPlace): boolean {
  const { small } = scene.layout.fontSizes;
  const scale = slotScaleText(scene, box, place);
  const before = scale === "" ? 0 : 8 + textWidth(scale, small);
  const room = (scene.labelSpace.name[box.place] ?? 0) - box.nameWidth - before - 8;
  return textWidth(secondName(scene, box, place), small, "mono") <= room;
}

interface Phrase {
  text: string;
  color: ColorName;
  weight: 400 | 600;
  face: "text" | "mono";
  /** The text if the long one does not fit. */
  short?: string;
  /** Has no meaning without the phrase before it. */
  needsPrevious?: boolean;
  /** Left out if the next phrase would not fit with it. */
  isOptional?: boolean;
}

/** The note below the bar, most important phrase first. Phrases that do not fit appear only in the tooltip and in the inspector. */
function noteMarks(scene: MachineScene, box: PlaceBox, place: TopologyPlace): Mark[] {
  const { fontSizes } = scene.layout;
  const ring = spotlightReach(scene, box);
  const y =
    box.bar.y + box.bar.h + Math.max(fontSizes.small * 1.1, ring + fontSizes.small * DIGIT_HEIGHT);
  const room = scene.labelSpace.note[box.place] ?? 0;
  const marks: Mark[] = [];
  let x = 0;
  const second = secondName(scene, box, place);
  const named = second === "" || secondNameFits(scene, box, place);
  const all = notePhrases(scene, box, place);
  if (!named) all.push({ text: second, color: "ink2", weight: 400, face: "mono" });
  for (const [nth, phrase] of all.entries()) {
    if (phrase.needsPrevious === true && x === 0) continue;
    const both = phraseWidth(fontSizes, phrase) + 10 + phraseWidth(fontSizes, all[nth + 1]);
    if (phrase.isOptional === true && both > Math.max(room, 0) - x) continue;
    const wordings = [phrase.text, phrase.short ?? ""];
    const left = Math.max(room, x === 0 ? box.noteWidth : 0) - x;
    const words = firstFittingText(wordings, left, fontSizes.small, phrase.face, phrase.weight);
    if (words === "") continue;
    const width = textWidth(words, fontSizes.small, phrase.face, phrase.weight);
    marks.push(
      textMark(words, box.x + x, y, fontSizes.small, phrase.face, phrase.color, phrase.weight),
    );
    x += width + 10;
  }
  return marks;
}

function phraseWidth({ small }: FontSizes, phrase: Phrase | undefined): number {
  return phrase === undefined ? 0 : textWidth(phrase.text, small, phrase.face, phrase.weight);
}

/** A shorter window does not prove that nothing leaves. */
const MIN_WINDOW_SECONDS = 0.02;

function notePhrases(scene: MachineScene, box: PlaceBox, place: TopologyPlace): Phrase[] {
  const { frame, topology } = scene;
  const window = windowCycles(frame);
  const hertz = topology.clock_hz;
  const mono = (words: string, color: ColorName = "ink", weight: 400 | 600 = 400): Phrase => ({
    text: words,
    color,
    weight,
    face: "mono",
  });
  const plain = (words: string, color: ColorName = "ink2"): Phrase => ({
    text: words,
    color,
    weight: 400,
    face: "text",
  });
  if (place.kind === "wire_in") {
    const arrived = formatPacketRate(arrivedOnWire(topology, frame, box.place), window, hertz);
    return arrived === ""
      ? []
      : [
          { ...mono(arrived), short: shortenRate(arrived) },
          { ...plain(tr("arrive")), needsPrevious: true },
        ];
  }
  if (place.kind === "wire_out") {
    const sent = formatPacketRate(deliveredOnWire(topology, frame, box.place), window, hertz);
    return sent === ""
      ? []
      : [
          { ...mono(sent, "ink", 600), short: shortenRate(sent) },
          { ...plain(tr("delivered")), needsPrevious: true },
        ];
  }
  const count = frame.places.count(box.place);
  const capacity = frame.places.capacity(box.place);
  const drops = frame.places.drops(box.place);
  const wasted = frame.places.wasted(box.place);
  const full = capacity > 0 && count >= capacity;
  const found: Phrase[] = [
    mono(
      capacity > 0
        ? tr("{count} of {capacity}", {
            count: formatNumber(count),
            capacity: formatNumber(capacity),
          })
        : formatNumber(count),
      "ink",
      full ? 600 : 400,
    ),
  ];
  if (full) found.push({ ...mono(tr("full"), "ink", 600), isOptional: drops > 0 });
  if (drops > 0) {
    const words = formatPacketRate(drops, window, hertz);
    found.push(
      wasted > 0
        ? plain(tr("lost {words}", { words }), "lossInk")
        : plain(tr("refused {words}", { words })),
    );
  }
  if (place.kind === "transmit_ring") return found;
  const wait = expectedWait(topology, frame, box.place);
  if (wait > 0 && count > 1) {
    const leaves = Number.isFinite(wait);
    if (leaves)
      found.push(plain(tr("a new packet waits {wait}", { wait: formatDuration(wait, hertz) })));
    else if (window >= MIN_WINDOW_SECONDS * hertz) found.push(plain(tr("nothing leaves")));
  }
  return found;
}

/** "300,460/s" -> "300k/s", "12 in 8 ms" -> "12". */
function shortenRate(words: string): string {
  const [number = ""] = words.split(" ");
  const thousand = /^([\d,]+),(\d)\d\d\/s$/.exec(number);
  if (thousand === null) return number;
  const whole =
    Number((thousand[1] ?? "").replaceAll(",", "")) + (Number(thousand[2]) >= 5 ? 1 : 0);
  return `${formatNumber(whole)}k/s`;
}

/** How far a letter reaches below its line, and how high a digit is, in font sizes. */
const DESCENDER = 0.26;
const DIGIT_HEIGHT = 0.75;

/** How far the thick ring of a spotlight reaches out of the bar. The name and the note give way to it; those of an item under the
 * pointer stay where they are. */
function spotlightReach(scene: MachineScene, { place }: PlaceBox): number {
  const { selection } = scene;
  const isLit = selection?.isSpotlight === true && isHighlighted(scene, "place", place);
  return isLit ? highlightWidth(scene) + 0.5 : 0;
}

/** A ring that touches the bar: the name and the count, close above and below, stay legible. */
function placeHighlight(scene: MachineScene, box: PlaceBox): Mark[] {
  if (!isHighlighted(scene, "place", box.place)) return [];
  const { bar } = box;
  const lineWidth = highlightWidth(scene);
  const reach = lineWidth / 2 + 0.5;
  return [
    {
      mark: "rect",
      x: bar.x - reach,
      y: bar.y - reach,
      w: bar.w + 2 * reach,
      h: bar.h + 2 * reach,
      radius: 4,
      stroke: "accent",
      lineWidth,
    },
  ];
}

/** A place in one sentence, for a screen reader. */
export function describePlace(scene: MachineScene, index: number): string {
  const { frame, topology } = scene;
  const place = topology.places[index];
  if (place === undefined) return "";
  const plain = nameWithInterface(topology, index);
  const name = paperName(place) === "" ? plain : `${plain} (${paperName(place)})`;
  const box = scene.layout.places[index];
  if (box === undefined) return name;
  const words = notePhrases(scene, box, place).map((phrase) => phrase.text);
  const wasted = frame.places.wasted(index);
  const share = formatPercentPlain(shareOfWindow(frame, wasted));
  if (wasted > 0) words.push(tr("{share} of the CPU time wasted on them", { share }));
  const isWire = place.kind === "wire_in" || place.kind === "wire_out";
  // A wire has no count, and before any time has passed it has no rate.
  if (words.length === 0) return tr("{name}: nothing counted yet", { name });
  return `${name}: ${words.join(isWire ? " " : ", ")}`;
}

function textMark(
  words: string,
  x: number,
  y: number,
  size: number,
  face: "text" | "mono",
  color: ColorName,
  weight: 400 | 600,
): Mark {
  return { mark: "text", x, y, text: words, size, weight, face, color, align: "left" };
}
