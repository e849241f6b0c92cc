// Pseudo-localization: English that looks foreign. Accents and a third more letters show texts that are not in the
// catalogue and layouts that are too narrow; the marks of right-to-left text mirror every text as Arabic would.
import type { Compiled } from "../i18n";

const ACCENTED: Record<string, string> = {
  ...{ a: "á", c: "ç", e: "é", i: "í", n: "ñ", o: "ó", u: "ú", y: "ý" },
  ...{ A: "Á", C: "Ç", E: "É", I: "Í", N: "Ñ", O: "Ó", U: "Ú", Y: "Ý" },
};
const RIGHT_TO_LEFT_OVERRIDE = "\u202e";
const POP_DIRECTION = "\u202c";

/** Changes the words of a message. Values, tags and the cases of plurals stay. */
export function pseudoLocalize(message: Compiled, direction: "ltr" | "rtl"): Compiled {
  const word = direction === "rtl" ? mirrored : accented;
  const change = (text: string) =>
    text.replace(/(<[^>]*>)|([\p{L}]+)/gu, (all, tag?: string) => tag ?? word(all));
  const visit = (part: unknown): unknown => {
    if (typeof part === "string") return part === "#" ? part : change(part);
    if (!Array.isArray(part)) return part;
    const [name, type, cases] = part as [string, string?, Record<string, unknown>?];
    if (cases === undefined) return [name, type].filter((one) => one !== undefined);
    const changed = Object.entries(cases).map(([key, one]) => [
      key,
      Array.isArray(one) ? one.map(visit) : one,
    ]);
    return [name, type, Object.fromEntries(changed)];
  };
  return typeof message === "string" ? change(message) : message.map(visit);
}

/** Every second vowel twice: about a quarter longer, as Spanish and German are. */
function accented(word: string): string {
  let vowels = 0;
  return [...word]
    .map((letter) => {
      const changed = ACCENTED[letter] ?? letter;
      return /[aeiou]/.test(letter) && vowels++ % 2 === 0 ? changed + changed : changed;
    })
    .join("");
}

function mirrored(word: string): string {
  return `${RIGHT_TO_LEFT_OVERRIDE}${word}${POP_DIRECTION}`;
}
