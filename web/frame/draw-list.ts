// The draw list: a picture as plain data. Pure functions create it and a painter paints it on a canvas. Written as
// text, it is the snapshot that tests compare. Colours are names of the palette.
import type { Palette } from "../ui/palette";
import { textWidth, type FontFamily, type FontWeight } from "../lib/format/text-width";

export type ColorName = Exclude<
  keyof Palette,
  "fontText" | "fontMono" | "text12" | "text14" | "text17" | "text24"
>;

export interface RectMark {
  mark: "rect";
  x: number;
  y: number;
  w: number;
  h: number;
  radius?: number;
  fill?: ColorName;
  stroke?: ColorName;
  lineWidth?: number;
  alpha?: number;
  dash?: readonly number[];
  /** Filled with the red hatch: loss and waste only. */
  hatch?: boolean;
}

export interface TextMark {
  mark: "text";
  x: number;
  /** The baseline. */
  y: number;
  text: string;
  size: number;
  weight: FontWeight;
  face: FontFamily;
  color: ColorName;
  align: "left" | "right" | "center";
  /** The colour of a rectangle behind the text. */
  background?: ColorName;
}

export interface LineMark {
  mark: "line";
  /** x, y, x, y ... */
  points: ArrayLike<number>;
  color: ColorName;
  width: number;
  alpha?: number;
  dash?: readonly number[];
  /** An arrow head at the end. */
  arrow?: boolean;
}

/**
 * The slots of a ring or queue, column by column; `reversed` fills them from the right end. If there are too many to
 * draw, each slot stands for `packetsPerSlot` packets and is filled in proportion.
 */
export interface SlotsMark {
  mark: "slots";
  x: number;
  y: number;
  rows: number;
  pitch: number;
  rowPitch: number;
  capacity: number;
  packetsPerSlot: number;
  first: number;
  count: number;
  /** The first `sent` packets were transmitted; their slots are not free yet. */
  sent: number;
  reversed: boolean;
  color: ColorName;
}

/** Circles of one style: x, y, x, y ... */
export interface DotsMark {
  mark: "dots";
  points: readonly number[];
  radius: number;
  fill?: ColorName;
  stroke?: ColorName;
  lineWidth?: number;
  alpha?: number;
}

/** Falling hatched blocks: x, y, side, rotation in radians ... */
export interface BlocksMark {
  mark: "blocks";
  blocks: readonly number[];
}

/** Many rectangles of one style: x, y, width, height ... */
export interface BoxesMark {
  mark: "boxes";
  boxes: readonly number[];
  fill?: ColorName;
  stroke?: ColorName;
  lineWidth?: number;
  alpha?: number;
  hatch?: boolean;
}

/** Small symbols other than dots: x, y ... */
export interface SignsMark {
  mark: "signs";
  shape: "square" | "triangle" | "ring";
  points: readonly number[];
  size: number;
  fill?: ColorName;
  stroke?: ColorName;
  hatch?: boolean;
}

/** A polygon. */
export interface AreaMark {
  mark: "area";
  points: readonly number[];
  hatch?: boolean;
  fill?: ColorName;
  alpha?: number;
}

export type Mark =
  | RectMark
  | TextMark
  | LineMark
  | SlotsMark
  | DotsMark
  | BlocksMark
  | BoxesMark
  | SignsMark
  | AreaMark;

/** The number of slots that are drawn. */
export function drawnSlotCount(slots: SlotsMark): number {
  return Math.ceil(slots.capacity / slots.packetsPerSlot);
}

/** The box of the slot of the `nth` packet, oldest first. */
export function slotOfPacket(slots: SlotsMark, nth: number) {
  return slotBox(slots, Math.floor(((slots.first + nth) % slots.capacity) / slots.packetsPerSlot));
}

/** The box of the drawn slot number `index`. */
export function slotBox(slots: SlotsMark, index: number) {
  const position = slots.reversed ? drawnSlotCount(slots) - 1 - index : index;
  const column = Math.floor(position / slots.rows);
  const row = position % slots.rows;
  const gap = slots.pitch >= 6 ? 1.5 : 1;
  return {
    x: slots.x + column * slots.pitch,
    y: slots.y + row * slots.rowPitch,
    w: slots.pitch - gap,
    h: slots.rowPitch - (slots.rows > 1 ? 1.5 : 0),
  };
}

export interface TextBounds {
  x: number;
  y: number;
  w: number;
  h: number;
  text: string;
}

/** The box around a text, from the tables of character widths. */
export function textBounds(mark: TextMark): TextBounds {
  const w = textWidth(mark.text, mark.size, mark.face, mark.weight);
  const x = mark.align === "left" ? mark.x : mark.align === "right" ? mark.x - w : mark.x - w / 2;
  return { x, y: mark.y - mark.size * 0.78, w, h: mark.size, text: mark.text };
}

/** One line for each mark, with numbers rounded to a tenth of a pixel. */
export function marksAsText(marks: readonly Mark[]): string {
  return marks.map(markAsText).join("\n");
}

function markAsText(mark: Mark): string {
  switch (mark.mark) {
    case "rect":
      return joinWords(
        "rect",
        formatPosition(mark),
        `${roundToTenth(mark.w)}x${roundToTenth(mark.h)}`,
        formatStyle(mark),
      );
    case "text":
      return joinWords(
        "text",
        formatPosition(mark),
        JSON.stringify(mark.text),
        formatFont(mark),
        mark.align,
        mark.color,
      );
    case "line":
      return joinWords(
        "line",
        formatEnds(mark.points),
        mark.color,
        `w${roundToTenth(mark.width)}`,
        formatAlpha(mark),
        formatDash(mark),
      );
    case "slots":
      return joinWords(
        "slots",
        formatPosition(mark),
        `${mark.count}/${mark.capacity}`,
        `first=${mark.first}`,
        `sent=${mark.sent}`,
        `rows=${mark.rows}`,
        `pitch=${roundToTenth(mark.pitch)}`,
        mark.packetsPerSlot > 1 ? `per=${mark.packetsPerSlot}` : "",
        mark.color,
      );
    case "dots":
      return joinWords(
        "dots",
        formatCoordinates(mark.points, 2),
        `r${roundToTenth(mark.radius)}`,
        formatStyle(mark),
      );
    case "blocks":
      return joinWords("blocks", formatCoordinates(mark.blocks, 4));
    case "boxes":
      return joinWords("boxes", formatCoordinates(mark.boxes, 4), formatStyle(mark));
    case "signs":
      return joinWords("signs", mark.shape, formatCoordinates(mark.points, 2), formatStyle(mark));
    case "area":
      return joinWords("area", formatCoordinates(mark.points, 2), formatStyle(mark));
  }
}

function joinWords(...parts: string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

function roundToTenth(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function formatPosition(mark: { x: number; y: number }): string {
  return `${roundToTenth(mark.x)},${roundToTenth(mark.y)}`;
}

function formatFont(mark: TextMark): string {
  return `${mark.face} ${mark.size}/${mark.weight}`;
}

function formatStyle(mark: {
  fill?: ColorName;
  stroke?: ColorName;
  alpha?: number;
  hatch?: boolean;
}): string {
  return joinWords(
    mark.fill ?? "",
    mark.stroke === undefined ? "" : `stroke=${mark.stroke}`,
    mark.hatch === true ? "hatched" : "",
    formatAlpha(mark),
  );
}

function formatAlpha(mark: { alpha?: number }): string {
  return mark.alpha === undefined ? "" : `alpha=${Math.round(mark.alpha * 100) / 100}`;
}

function formatDash(mark: LineMark): string {
  return mark.dash === undefined ? "" : "dashed";
}

function formatEnds(points: ArrayLike<number>): string {
  const last = points.length - 2;
  const pair = (index: number) =>
    `${roundToTenth(points[index] ?? 0)},${roundToTenth(points[index + 1] ?? 0)}`;
  return `${pair(0)}>${pair(last)}(${points.length / 2})`;
}

function formatCoordinates(values: readonly number[], stride: number): string {
  const groups: string[] = [];
  for (let index = 0; index < values.length; index += stride) {
    groups.push(
      values
        .slice(index, index + stride)
        .map(roundToTenth)
        .join(","),
    );
  }
  return groups.join(" ");
}
