// A draw list as SVG elements: the same picture that pictures/painter/paint.ts paints on a canvas, with text as text. Decides
// nothing: colours come from the palette, positions from the marks.
import {
  drawnSlotCount,
  slotBox,
  slotOfPacket,
  textBounds,
  type ColorName,
  type Mark,
  type SignsMark,
  type SlotsMark,
  type TextMark,
} from "../../frame/draw-list";
import type { Palette } from "../../ui/palette";
import { attribute, escapeText, fontFamily, HATCH_FILL, round } from "./svg-document";

export function svgOfMarks(marks: readonly Mark[], palette: Palette): string {
  return marks.map((mark) => svgOfMark(mark, palette)).join("\n");
}

function svgOfMark(mark: Mark, palette: Palette): string {
  switch (mark.mark) {
    case "rect": {
      const corner = mark.radius === undefined ? "" : ` rx="${round(mark.radius)}"`;
      return `<rect ${box(mark)}${corner}${style(mark, palette)}/>`;
    }
    case "text":
      return svgOfText(mark, palette);
    case "line": {
      const line =
        `<path d="${polyline(mark.points)}" fill="none" stroke="${attribute(palette[mark.color])}"` +
        ` stroke-width="${round(mark.width)}" stroke-linejoin="round"${dashes(mark.dash)}${opacity(mark)}/>`;
      return mark.arrow === true ? line + arrowHead(mark.points, palette[mark.color]) : line;
    }
    case "slots":
      return svgOfSlots(mark, palette);
    case "dots":
      return path(
        groups(mark.points, 2).map(([x, y]) => circle(x, y, mark.radius)),
        mark,
        palette,
      );
    case "blocks":
      return groups(mark.blocks, 4)
        .map(
          ([x, y, side, angle]) =>
            `<rect x="${round(-side / 2)}" y="${round(-side / 2)}" width="${round(side)}" height="${round(side)}"` +
            ` transform="translate(${round(x)} ${round(y)}) rotate(${round((angle * 180) / Math.PI)})"` +
            ` fill="${HATCH_FILL}" stroke="${attribute(palette.loss)}"/>`,
        )
        .join("");
    case "boxes":
      return path(
        groups(mark.boxes, 4).map(([x, y, w, h]) => rectangle({ x, y, w, h })),
        mark,
        palette,
      );
    case "signs":
      return path(
        groups(mark.points, 2).map(([x, y]) => sign(mark, x, y)),
        mark,
        palette,
      );
    case "area":
      return path([`${polyline(mark.points)}Z`], mark, palette);
  }
}

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

function box({ x, y, w, h }: Box): string {
  // SVG has no negative sizes; a canvas draws such a rectangle to the other side.
  const [left, top] = [Math.min(x, x + w), Math.min(y, y + h)];
  return `x="${round(left)}" y="${round(top)}" width="${round(Math.abs(w))}" height="${round(Math.abs(h))}"`;
}

interface Style {
  fill?: ColorName;
  stroke?: ColorName;
  lineWidth?: number;
  hatch?: boolean;
  alpha?: number;
  dash?: readonly number[];
}

function style(mark: Style, palette: Palette): string {
  const fill =
    mark.hatch === true ? HATCH_FILL : mark.fill === undefined ? "none" : palette[mark.fill];
  const stroke =
    mark.stroke === undefined
      ? ""
      : ` stroke="${attribute(palette[mark.stroke])}" stroke-width="${round(mark.lineWidth ?? 1)}"`;
  return ` fill="${attribute(fill)}"${stroke}${dashes(mark.dash)}${opacity(mark)}`;
}

function opacity({ alpha }: { alpha?: number }): string {
  return alpha === undefined || alpha === 1 ? "" : ` opacity="${round(alpha)}"`;
}

function dashes(dash: readonly number[] | undefined): string {
  return dash === undefined || dash.length === 0 ? "" : ` stroke-dasharray="${dash.join(" ")}"`;
}

function path(parts: readonly string[], mark: Style, palette: Palette): string {
  return parts.length === 0 ? "" : `<path d="${parts.join("")}"${style(mark, palette)}/>`;
}

function polyline(points: ArrayLike<number>): string {
  let text = "";
  for (let index = 0; index + 1 < points.length; index += 2) {
    text += `${index === 0 ? "M" : "L"}${round(points[index] as number)} ${round(points[index + 1] as number)}`;
  }
  return text;
}

function rectangle({ x, y, w, h }: Box): string {
  return `M${round(x)} ${round(y)}h${round(w)}v${round(h)}h${round(-w)}z`;
}

function circle(x: number, y: number, radius: number): string {
  const [r, across] = [round(radius), round(2 * radius)];
  return `M${round(x - radius)} ${round(y)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 ${-across} 0z`;
}

function sign({ shape, size }: SignsMark, x: number, y: number): string {
  const half = size / 2;
  switch (shape) {
    case "square":
      return rectangle({ x: x - half, y: y - half, w: size, h: size });
    case "ring":
      return circle(x, y, half);
    case "triangle":
      return `${polyline([x - half, y - half, x + half, y, x - half, y + half])}Z`;
  }
}

function arrowHead(points: ArrayLike<number>, color: string): string {
  const last = points.length - 2;
  const [x, y] = [points[last] as number, points[last + 1] as number];
  const angle = Math.atan2(y - (points[last - 1] as number), x - (points[last - 2] as number));
  return (
    `<path d="M0 0L-6 -3.5L-6 3.5Z" fill="${attribute(color)}"` +
    ` transform="translate(${round(x)} ${round(y)}) rotate(${round((angle * 180) / Math.PI)})"/>`
  );
}

const ANCHOR = { left: "start", center: "middle", right: "end" } as const;

function svgOfText(mark: TextMark, palette: Palette): string {
  if (mark.text === "") return "";
  const bounds = textBounds(mark);
  const { x, y, w, h } = bounds;
  const behind =
    mark.background === undefined
      ? ""
      : `<rect ${box({ x: x - 4, y: y - 2, w: w + 8, h: h + 4 })} rx="3" fill="${attribute(palette[mark.background])}"/>`;
  const weight = mark.weight === 400 ? "" : ` font-weight="${mark.weight}"`;
  const face = mark.face === "mono" ? ` ${fontFamily(palette.fontMono)}` : "";
  // Another font must not make the text wider than its place.
  const width = ` textLength="${round(w)}" lengthAdjust="spacingAndGlyphs"`;
  return (
    `${behind}<text x="${round(mark.x)}" y="${round(mark.y)}" font-size="${round(mark.size)}"${weight}${face}` +
    ` text-anchor="${ANCHOR[mark.align]}" fill="${attribute(palette[mark.color])}"${width}>${escapeText(mark.text)}</text>`
  );
}

/** All slots, the outline around them, the slots of waiting packets, and the slots of packets already sent. */
function svgOfSlots(mark: SlotsMark, palette: Palette): string {
  const inset = ({ x, y, w, h }: Box, by: number) =>
    rectangle({ x: x + by, y: y + by, w: w - 2 * by, h: h - 2 * by });
  const all = Array.from({ length: drawnSlotCount(mark) }, (_, index) =>
    inset(slotBox(mark, index), 0.5),
  );
  const waiting = Array.from({ length: Math.max(0, mark.count - mark.sent) }, (_, index) =>
    filledPart(mark, mark.sent + index),
  );
  const sent = Array.from({ length: mark.sent }, (_, nth) => inset(slotOfPacket(mark, nth), 0.75));
  return (
    path(all, { fill: "card", stroke: "line" }, palette) +
    outline(mark, palette) +
    path(waiting, { fill: mark.color }, palette) +
    path(sent, { stroke: mark.color, lineWidth: 1.5 }, palette)
  );
}

/** If a slot stands for several places, each packet fills a part of it, from the bottom. */
function filledPart(mark: SlotsMark, nth: number): string {
  const { x, y, w, h } = slotOfPacket(mark, nth);
  const shares = mark.packetsPerSlot;
  const above = shares - 1 - (((mark.first + nth) % mark.capacity) % shares);
  const height = h / shares;
  return rectangle({ x, y: y + above * height, w, h: height + (shares > 1 ? 0.5 : 0) });
}

function outline(mark: SlotsMark, palette: Palette): string {
  const columns = Math.ceil(drawnSlotCount(mark) / mark.rows);
  const around = {
    x: mark.x - 1.5,
    y: mark.y - 1.5,
    w: columns * mark.pitch + 1.5,
    h: mark.rows * mark.rowPitch + (mark.rows > 1 ? 1.5 : 3),
  };
  return `<rect ${box(around)} rx="3"${style({ stroke: "controlLine" }, palette)}/>`;
}

type Numbers<N extends number> = N extends 2 ? [number, number] : [number, number, number, number];

/** x, y, x, y ... in groups. */
function groups<N extends 2 | 4>(values: readonly number[], stride: N): Numbers<N>[] {
  const found: Numbers<N>[] = [];
  for (let index = 0; index + stride <= values.length; index += stride) {
    found.push(values.slice(index, index + stride) as Numbers<N>);
  }
  return found;
}
