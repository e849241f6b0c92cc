// Reads a time that a person has typed: "350 ms", "1.2 s", "80 us", "52500000 cycles". Without a unit: milliseconds.
import { msg, tr } from "../../i18n/i18n";
import { parseNumber } from "./parse-number";

export type ParsedMoment = { cycles: number } | { problem: string };

/** By unit. A map, because a person may type any word: every object has a "constructor". */
const SECONDS = new Map([
  ...["s", "sec", "second", "seconds"].map((unit) => [unit, 1] as const),
  ["ms", 1e-3],
  ...["us", "µs", "μs"].map((unit) => [unit, 1e-6] as const),
  ["ns", 1e-9],
]);
const EXAMPLES = msg("Type a number and a unit, such as 350 ms, 1.2 s, 80 us or 52500000 cycles.");

export function parseMoment(text: string, clockHertz: number): ParsedMoment {
  const [, amount = "", unitText = ""] = /^(.*?)\s*([a-zµμ]*)\.?$/is.exec(text.trim()) ?? [];
  // The page writes moments with three decimals: "412.358 ms".
  const value = parseNumber(amount, "", { hasThreeDecimals: true });
  if (value === null)
    return {
      problem: tr("“{trim}” is not a time. {examples}", {
        trim: text.trim(),
        examples: tr(EXAMPLES),
      }),
    };
  if (value < 0)
    return { problem: tr("A run begins at 0. {examples}", { examples: tr(EXAMPLES) }) };
  const unit = unitText === "" ? "ms" : unitText.toLowerCase();
  if (["cycle", "cycles", "c"].includes(unit)) return { cycles: Math.round(value) };
  const seconds = SECONDS.get(unit);
  if (seconds === undefined)
    return {
      problem: tr("“{unitText}” is not a unit of time. {examples}", {
        unitText,
        examples: tr(EXAMPLES),
      }),
    };
  return { cycles: Math.round(value * seconds * clockHertz) };
}
