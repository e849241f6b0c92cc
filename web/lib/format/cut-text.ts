// Cuts a text of a person to a length, between characters as people see them: an emoji, a letter with its accents. JavaScript
// counts and cuts UTF-16 units, and half an emoji is a text that neither a link nor canonical JSON can have.

/** Older browsers have no segmenter: there the parts of a joined emoji may be cut apart, but none is halved. */
const segmenter =
  typeof Intl.Segmenter === "undefined"
    ? null
    : new Intl.Segmenter("en", { granularity: "grapheme" });
/** A visible character with all its accents and joined signs is shorter, unless somebody plays with it. */
const LONGEST_CHARACTER = 64;

/** The beginning of a text, with at most `max` UTF-16 units (the length of a string) and no half characters. */
export function cutText(text: string, max: number): string {
  const start = wellFormed(text.slice(0, max + LONGEST_CHARACTER));
  if (start.length <= max) return start;
  const parts =
    segmenter === null ? start : Array.from(segmenter.segment(start), (one) => one.segment);
  const end = endOf(parts, max);
  return start.slice(0, end === 0 ? endOf(start, max) : end);
}

/** Replaces half characters, which stand in files and links that were cut before. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/** The text of a person in an address. */
export const encodeText = (text: string): string => encodeURIComponent(wellFormed(text));

/** The end of the last part that is completely before `max`. */
function endOf(parts: Iterable<string>, max: number): number {
  let end = 0;
  for (const part of parts) {
    if (end + part.length > max) break;
    end += part.length;
  }
  return end;
}
