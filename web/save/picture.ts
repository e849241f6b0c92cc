// A part of the page as an SVG picture. Charts are SVG already: they are copied with the styles that they have on the page.
// Pictures on a canvas come from their draw list. Bars, legends and numbers beside them are HTML: their boxes and lines of
// text are copied one by one. What a lesson conceals is not in the page, so it is not in the picture either.
import { svgOfMarks } from "../model/files/draw-list-svg";
import {
  attribute,
  escapeText,
  fontFamily,
  HATCH_FILL,
  round,
  type SvgPicture,
} from "../model/files/svg-document";
import { readPalette } from "../ui/palette";
import type { Drawing } from "../pictures/painter/paint";
import { copyOfSvg } from "./svg-copy";

/** Returns the drawing of a surface by its upper canvas; null for its lower canvas, and before its first picture. */
export type DrawingOf = (canvas: HTMLCanvasElement) => Drawing | null;

/** Parts of the page that are no part of a picture. */
const LEFT_OUT =
  ".visually-hidden, [popover], dialog, .table-scroll, .disclosure, input[type=range], .no-picture, .icon";
/** A container that only has buttons with an icon. */
const ICON_BUTTON = "button:not(:has(.axis-name))";

interface Origin {
  x: number;
  y: number;
}

export function pictureOf(parts: readonly Element[], drawingOf: DrawingOf): SvgPicture {
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const origin = {
    x: Math.min(...boxes.map(({ left }) => left)),
    y: Math.min(...boxes.map(({ top }) => top)),
  };
  return {
    width: Math.max(...boxes.map(({ right }) => right)) - origin.x,
    height: Math.max(...boxes.map(({ bottom }) => bottom)) - origin.y,
    body: parts.map((part) => svgOfElement(part, origin, drawingOf)).join("\n"),
  };
}

function svgOfElement(element: Element, origin: Origin, drawingOf: DrawingOf): string {
  if (element.matches(LEFT_OUT)) return "";
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "hidden" || style.opacity === "0") return "";
  if (element instanceof SVGSVGElement) return copyOfSvg(element, origin);
  if (element instanceof HTMLCanvasElement) return svgOfCanvas(element, origin, drawingOf);
  if (element.matches(ICON_BUTTON) && (element.textContent ?? "").trim() === "") return "";
  const content = [...element.childNodes].map((node) =>
    node instanceof Element
      ? svgOfElement(node, origin, drawingOf)
      : node instanceof Text
        ? svgOfText(node, style, origin)
        : "",
  );
  const own =
    element instanceof HTMLSelectElement ? svgOfSelect(element, style, origin) : content.join("");
  const drawn = svgOfBox(element, style, origin) + own;
  if (style.opacity === "1" || drawn === "") return drawn;
  return `<g opacity="${style.opacity}">${drawn}</g>`;
}

function svgOfCanvas(canvas: HTMLCanvasElement, origin: Origin, drawingOf: DrawingOf): string {
  const drawing = drawingOf(canvas);
  if (drawing === null) return "";
  const { left, top } = canvas.getBoundingClientRect();
  const marks = svgOfMarks(drawing.marks, readPalette(canvas));
  return `<g transform="translate(${round(left - origin.x)} ${round(top - origin.y)})">\n${marks}\n</g>`;
}

/** Background and border of an element. */
function svgOfBox(element: Element, style: CSSStyleDeclaration, origin: Origin): string {
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) return "";
  const fill = fillOf(style);
  const stroke = borderOf(style);
  if (fill === "none" && stroke === null) return "";
  const inset = (stroke?.width ?? 0) / 2;
  const corner = Number.parseFloat(style.borderTopLeftRadius) || 0;
  return (
    `<rect x="${round(left - origin.x + inset)}" y="${round(top - origin.y + inset)}"` +
    ` width="${round(Math.max(0, width - 2 * inset))}" height="${round(Math.max(0, height - 2 * inset))}"` +
    (corner > 0 ? ` rx="${round(Math.min(corner, height / 2))}"` : "") +
    ` fill="${attribute(fill)}"` +
    (stroke === null
      ? ""
      : ` stroke="${attribute(stroke.color)}" stroke-width="${round(stroke.width)}"` +
        (stroke.isDashed ? ` stroke-dasharray="3 2"` : "")) +
    "/>"
  );
}

function fillOf({ backgroundColor, backgroundImage }: CSSStyleDeclaration): string {
  // The page's only striped background is that of wasted work.
  if (backgroundImage.startsWith("repeating-linear-gradient")) return HATCH_FILL;
  return isTransparent(backgroundColor) ? "none" : backgroundColor;
}

function isTransparent(color: string): boolean {
  return color === "transparent" || /^rgba\(.*, 0\)$/.test(color);
}

/** A border that is equal on all sides; lines on one side divide parts of the page and are left out. */
function borderOf(style: CSSStyleDeclaration) {
  const widths = [
    style.borderTopWidth,
    style.borderRightWidth,
    style.borderBottomWidth,
    style.borderLeftWidth,
  ];
  const width = Number.parseFloat(style.borderTopWidth);
  const isDrawn =
    style.borderTopStyle !== "none" && width > 0 && !isTransparent(style.borderTopColor);
  if (!isDrawn || widths.some((one) => one !== style.borderTopWidth)) return null;
  return { width, color: style.borderTopColor, isDashed: style.borderTopStyle === "dashed" };
}

/** The lines of a text, each where the browser has laid it out. */
function svgOfText(node: Text, style: CSSStyleDeclaration, origin: Origin): string {
  const range = document.createRange();
  const lines: { text: string; box: DOMRect; left: number; right: number }[] = [];
  for (const word of node.data.matchAll(/\S+/g)) {
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    const last = lines.at(-1);
    if (last !== undefined && Math.abs(last.box.top - box.top) < box.height / 2) {
      last.text += ` ${word[0]}`;
      last.left = Math.min(last.left, box.left);
      last.right = Math.max(last.right, box.right);
    } else lines.push({ text: word[0], box, left: box.left, right: box.right });
  }
  return lines
    .map(({ text, box: { top, height }, left, right }) => {
      const box = new DOMRect(left, top, right - left, height);
      return writtenAt(transformed(text, style), style, box, box.width, origin);
    })
    .join("");
}

function svgOfSelect(
  select: HTMLSelectElement,
  style: CSSStyleDeclaration,
  origin: Origin,
): string {
  const box = select.getBoundingClientRect();
  const text = select.selectedOptions[0]?.textContent ?? "";
  const size = Number.parseFloat(style.fontSize);
  const line = new DOMRect(
    box.left + Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.borderLeftWidth),
    box.top + (box.height - size * 1.3) / 2,
    0,
    size * 1.3,
  );
  return writtenAt(text, style, line, null, origin);
}

function transformed(text: string, { textTransform }: CSSStyleDeclaration): string {
  return textTransform === "uppercase" ? text.toUpperCase() : text;
}

/** `width`: the line's width on the page; null if it is not known. */
function writtenAt(
  text: string,
  style: CSSStyleDeclaration,
  box: DOMRect,
  width: number | null,
  origin: Origin,
): string {
  const y = box.top - origin.y + ascentOf(style);
  const length =
    width === null ? "" : ` textLength="${round(width)}" lengthAdjust="spacingAndGlyphs"`;
  // A line from right to left ends on the left.
  const order = style.direction === "rtl" ? ` direction="rtl" text-anchor="end"` : "";
  return (
    `<text x="${round(box.left - origin.x)}" y="${round(y)}" font-size="${round(Number.parseFloat(style.fontSize))}"` +
    ` font-weight="${style.fontWeight}"${style.fontStyle === "italic" ? ` font-style="italic"` : ""}` +
    ` ${fontFamily(style.fontFamily)} fill="${attribute(style.color)}"${order}${length}>${escapeText(text)}</text>`
  );
}

let measuring: CanvasRenderingContext2D | null = null;

/** The distance from the top of a line's box to its baseline. */
function ascentOf({
  fontStyle,
  fontWeight,
  fontSize,
  fontFamily: families,
}: CSSStyleDeclaration): number {
  measuring ??= document.createElement("canvas").getContext("2d");
  if (measuring === null) return Number.parseFloat(fontSize);
  measuring.font = `${fontStyle} ${fontWeight} ${fontSize} ${families}`;
  return measuring.measureText("x").fontBoundingBoxAscent;
}
