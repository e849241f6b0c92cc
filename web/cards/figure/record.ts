// The recorded knowledge about the papers: their figures, what they state, and the verdicts from the last time that the
// claims were run natively (core/src/experiment/held.toml). Runs nothing.
import { msg, tr } from "../../i18n/i18n";
import { formatSignificant, formatNumber } from "../../lib/format/numbers";
import type { Figure } from "../../desk/figures/figure-run";
import { formatUnit } from "../../model/scenario/setting-text";
import record from "../../generated/record.json";

export interface Claim {
  id: string;
  where: string;
  says: string;
  role: "calibration" | "validation";
  basis: "paper" | "derived";
  stated: string;
  unit: string;
  /** The test in words: "within 5 %". */
  holds_if: string;
  verdict: "holds" | "fails" | "missing" | "unrecorded";
  measured: string | null;
  independent: boolean;
  choice: string | null;
  note: string | null;
  /** Null: its inputs were not varied yet. */
  trust: Trust | null;
}

/** The kind of a verdict when the inputs that no paper states are varied. */
export type VerdictKind = "holds" | "fails" | "undecided" | "contradicted";

/** An input at one level. */
export interface InputLevel {
  /** The path of a setting, or "seeds". */
  id: string;
  label: string;
  /** "+10 %" */
  level: string;
}

/** What an input does to a claim when it is varied alone. */
export interface Influence extends InputLevel {
  /** Whether the verdict turns. */
  turns: boolean;
  /** What is measured then. */
  measured: string;
}

export interface Trust {
  kind: VerdictKind;
  /** Per cent of the variations in which the verdict stays. */
  share: number;
  variations: number;
  /** The inputs that matter most, at most two. */
  inputs: Influence[];
  turned_by: InputLevel[];
  /** Why the paper's own numbers exclude the claim; empty if they do not. */
  proof: string[];
}

export const MODEL: string = record.model;
export const FIGURES = record.figures as Figure[];
export const CLAIMS = record.claims as Claim[];

export const VERDICT_TEXT = {
  holds: msg("holds"),
  fails: msg("does not hold"),
  missing: msg("not simulated yet"),
  unrecorded: msg("not recorded"),
} as const;

const PAPERS: Record<string, string> = {
  M: msg("M: Mogul and Ramakrishnan, receive livelock"),
  S: msg("S: Spanos, Meliones and Stassinopoulos, interrupt handling in Linux"),
  W: msg("W: Wu, Crawford and Bowden, packet receiving in Linux"),
  R: msg("R: Brustoloni, Gabber, Silberschatz and Singh, signaled receiver processing"),
  K: msg("K: Karp's lecture"),
  Linux: msg("Linux of today, beyond the papers"),
};

export function paperName(letter: string): string {
  return tr(PAPERS[letter] ?? letter);
}

/** A figure in the language of the page. */
export function localizeFigure(figure: Figure): Figure {
  const { key, title, names } = figure;
  return { ...figure, key: tr(key), title: tr(title), names: names.map((name) => tr(name)) };
}

/** A claim in the language of the page. What was measured stays as the claims' run recorded it. */
export function localizeClaim(claim: Claim): Claim {
  const { where, says, stated, holds_if: test, choice, note, trust } = claim;
  return {
    ...claim,
    where: tr(where),
    says: tr(says),
    stated: tr(stated),
    holds_if: tr(test),
    choice: choice === null ? null : tr(choice),
    note: note === null ? null : tr(note),
    trust: trust && { ...trust, proof: trust.proof.map((sentence) => tr(sentence)) },
  };
}

/** Returns the name of a figure in texts: "M figure 6-3". */
export function figureName({ key, title }: Figure): string {
  return key.endsWith(" ") ? `${key}${title}` : key;
}

export function claimRole({ role, choice }: Claim): string {
  if (role === "calibration") return tr("calibration");
  return choice === null ? tr("prediction") : tr("informed choice");
}

export function formatWithUnit(text: string, { unit }: Claim): string {
  const formatted = /^-?\d+(\.\d+)?$/.test(text)
    ? formatSignificant(Number(text))
    : groupDigits(text);
  return unit === "" ? formatted : groupDigits(`${formatted} ${formatUnit(unit)}`);
}

/** Formats the numbers in a text as on the rest of the page: "5,097/s", "312 µs". */
export function groupDigits(text: string): string {
  return text
    .replace(/(?<![\w.,^-])\d{4,}(?![\w,])/g, (digits) => formatNumber(Number(digits)))
    .replace(/(\d|hundred) us\b/g, "$1 µs");
}
