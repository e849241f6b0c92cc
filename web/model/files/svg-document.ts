// An SVG file around a picture: title and description for screen readers, a background, the hatch, and a caption that
// says which run the picture shows. The text stays text. Font families that other computers have follow the page's own.
import type { Palette } from "../../ui/palette";

export interface SvgPicture {
  /** CSS pixels. */
  width: number;
  height: number;
  /** What is drawn, as SVG elements. */
  body: string;
}

export interface SvgWords {
  title: string;
  description: string;
  /** The line below the picture. */
  caption: string;
  /** The address that opens what the picture shows. */
  link: string;
}

export type SvgColors = Pick<
  Palette,
  "card" | "ink2" | "loss" | "lossSoft" | "fontText" | "fontMono"
>;

/** The fill of wasted work; `svgDocument` defines it. */
export const HATCH_FILL = "url(#hatch)";

const MARGIN = 12;
const CAPTION_SIZE = 11;
const CAPTION_HEIGHT = 20;

export function svgDocument(picture: SvgPicture, words: SvgWords, colors: SvgColors): string {
  const lines = wrapped(words.caption, picture.width / (CAPTION_SIZE * 0.52));
  const width = round(picture.width + 2 * MARGIN);
  const height = round(picture.height + 2 * MARGIN + lines.length * CAPTION_HEIGHT);
  const captionAt = (index: number) =>
    round(MARGIN + picture.height + CAPTION_HEIGHT * (index + 0.9));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` role="img" aria-labelledby="title description" ${fontFamily(colors.fontText)} font-size="12">\n`,
    `<title id="title">${escapeText(words.title)}</title>\n`,
    `<desc id="description">${escapeText(words.description)}</desc>\n`,
    `<metadata>${escapeText(words.link)}</metadata>\n`,
    `<defs>${hatchPattern(colors)}</defs>\n`,
    `<rect width="${width}" height="${height}" fill="${attribute(colors.card)}"/>\n`,
    `<g transform="translate(${MARGIN} ${MARGIN})">\n${picture.body}\n</g>\n`,
    ...lines.map(
      (line, index) =>
        `<text x="${MARGIN}" y="${captionAt(index)}" font-size="${CAPTION_SIZE}" fill="${attribute(colors.ink2)}">${escapeText(line)}</text>\n`,
    ),
    "</svg>\n",
  ].join("");
}

/** The picture without title and caption, as an element of a page. It shrinks with the box around it. */
export function svgElement({ width, height, body }: SvgPicture, colors: SvgColors): string {
  const viewBox = `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" preserveAspectRatio="xMinYMin meet">` +
    `<defs>${hatchPattern(colors)}</defs>${body}</svg>`
  );
}

/** Splits a text into lines of at most this many characters. */
function wrapped(text: string, characters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").filter((one) => one !== "")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= characters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The same stripes as on the canvas (pictures/painter/paint.ts). */
export function hatchPattern({ loss, lossSoft }: SvgColors): string {
  return (
    `<pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="${attribute(loss)}"/>` +
    `<path d="M-9 9L1 -1M-1 9L9 -1M7 9L17 -1" stroke="${attribute(lossSoft)}" stroke-width="2"/></pattern>`
  );
}

/** The attribute with a list of font families. */
export function fontFamily(families: string): string {
  return `font-family="${attribute(families)}"`;
}

export function escapeText(text: string): string {
  // eslint-disable-next-line no-control-regex -- XML does not allow these control characters
  const allowed = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
  return allowed.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A text as the value of an attribute in double quotes. */
export function attribute(text: string): string {
  return escapeText(text).replaceAll('"', "'");
}

/** A coordinate with at most two decimals. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
