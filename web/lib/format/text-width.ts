// Widths of texts, from tables of the character widths of the two fonts. So layouts need no browser, and tests compute
// the same layout as the page. The tables were measured at 1,000 px without kerning, so a text is never wider than
// computed here, except for rounding.

export type FontFamily = "text" | "mono";
export type FontWeight = 400 | 600 | 700;

/** Source Code Pro: every character has the same width. */
const MONO_ADVANCE = 0.6;
/** Characters from space (32) to tilde (126) of Source Sans 3, in thousandths of the size. */
const TEXT_ADVANCES: Record<FontWeight, readonly number[]> = {
  400: [
    200, 289, 426, 497, 497, 824, 609, 249, 303, 303, 418, 497, 249, 311, 249, 350, 497, 497, 497,
    497, 497, 497, 497, 497, 497, 497, 249, 249, 497, 497, 497, 425, 847, 543, 588, 571, 615, 527,
    494, 617, 652, 263, 479, 579, 486, 727, 647, 664, 566, 664, 569, 534, 536, 645, 515, 786, 513,
    476, 539, 303, 350, 303, 497, 500, 542, 504, 553, 456, 555, 496, 292, 504, 544, 246, 247, 495,
    255, 829, 547, 542, 555, 555, 347, 419, 338, 544, 467, 719, 446, 467, 425, 303, 241, 303, 497,
  ],
  600: [
    200, 315, 482, 513, 513, 841, 639, 275, 324, 324, 438, 513, 275, 322, 275, 344, 513, 513, 513,
    513, 513, 513, 513, 513, 513, 513, 275, 275, 513, 513, 513, 444, 875, 558, 597, 576, 625, 538,
    510, 628, 663, 282, 494, 597, 502, 745, 657, 674, 582, 674, 592, 545, 546, 655, 536, 800, 541,
    501, 540, 324, 344, 324, 513, 500, 549, 516, 563, 462, 564, 507, 317, 520, 558, 262, 263, 522,
    271, 843, 560, 549, 564, 564, 373, 431, 361, 556, 495, 748, 481, 495, 443, 324, 255, 324, 513,
  ],
  700: [
    200, 340, 537, 528, 528, 857, 667, 300, 344, 344, 457, 528, 300, 332, 300, 339, 528, 528, 528,
    528, 528, 528, 528, 528, 528, 528, 300, 300, 528, 528, 528, 463, 902, 573, 605, 582, 635, 548,
    524, 638, 674, 301, 509, 614, 518, 762, 665, 684, 596, 684, 613, 556, 556, 665, 556, 813, 567,
    525, 541, 344, 339, 344, 528, 500, 555, 527, 573, 468, 573, 518, 341, 534, 571, 276, 278, 548,
    286, 857, 572, 555, 573, 573, 398, 443, 383, 568, 523, 776, 514, 521, 460, 344, 268, 344, 528,
  ],
};
const EXTRA_ADVANCES: Record<string, number> = {
  "\u00b7": 300,
  "\u2013": 480,
  "\u2014": 800,
  "\u00d7": 528,
  "\u00b5": 594,
  "\u2026": 978,
  "\u2192": 838,
  "\u2265": 838,
  "\u2264": 838,
  "\u00ab": 480,
  "\u00bb": 480,
};
/** Marks that are as wide as one of the table's characters. */
const ALIKE: Record<string, string> = {
  ...{ "\u00a1": "!", "\u00bf": "?", "\u2212": "+" },
  ...{ "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"' },
};
const UNKNOWN_ADVANCE = 850;
const ELLIPSIS = "\u2026";

/** Width in CSS pixels of one line of text. */
export function textWidth(
  text: string,
  size: number,
  face: FontFamily = "text",
  weight: FontWeight = 400,
) {
  if (face === "mono") return [...text].length * MONO_ADVANCE * size;
  const advances = TEXT_ADVANCES[weight];
  let thousandths = 0;
  for (const character of text) {
    thousandths +=
      advances[character.charCodeAt(0) - 32] ??
      EXTRA_ADVANCES[character] ??
      advances[plain(character).charCodeAt(0) - 32] ??
      UNKNOWN_ADVANCE;
  }
  return (thousandths * size) / 1000;
}

/** A letter without its accents, which make no letter of this font wider; or a mark of the same width. */
const plain = (character: string) => ALIKE[character] ?? character.normalize("NFD").charAt(0);

/** The text, or its beginning with an ellipsis if it does not fit; "" if fewer than two letters would fit. */
export function truncateText(
  text: string,
  width: number,
  size: number,
  face: FontFamily = "text",
  weight: FontWeight = 400,
): string {
  if (textWidth(text, size, face, weight) <= width) return text;
  const characters = [...text];
  for (let length = characters.length - 1; length >= 2; length -= 1) {
    const shortened = characters.slice(0, length).join("").trimEnd() + ELLIPSIS;
    if (textWidth(shortened, size, face, weight) <= width) return shortened;
  }
  return "";
}

/** The first of several texts that fits, from the longest to the shortest; "" if none fits. */
export function firstFittingText(
  texts: readonly string[],
  width: number,
  size: number,
  face: FontFamily = "text",
  weight: FontWeight = 400,
): string {
  return texts.find((candidate) => textWidth(candidate, size, face, weight) <= width) ?? "";
}

/** One line if the text fits, else two lines, wrapped between words. The second may end in an ellipsis. */
export function wrapInTwoLines(
  text: string,
  width: number,
  size: number,
  weight: FontWeight,
): string[] {
  const fits = (words: string) => textWidth(words, size, "text", weight) <= width;
  if (fits(text)) return [text];
  const words = text.split(" ");
  for (let first = words.length - 1; first >= 1; first -= 1) {
    const start = words.slice(0, first).join(" ");
    if (fits(start)) {
      return [start, truncateText(words.slice(first).join(" "), width, size, "text", weight)];
    }
  }
  return [truncateText(text, width, size, "text", weight)];
}
