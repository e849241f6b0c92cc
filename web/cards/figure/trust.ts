// How far the verdicts can be trusted: for each claim the kind of its verdict when the inputs that no paper states are varied, in
// what share of the variations it stays, and the inputs that matter most (core/src/experiment/sensitivity). Runs nothing.
import { msg, tr } from "../../i18n/i18n";
import { localizeLabel } from "../../i18n/model-texts";
import {
  formatWithUnit,
  type Claim,
  type Influence,
  type InputLevel,
  type Trust,
  type VerdictKind,
} from "./record";

/** The kinds with their words and a mark, because colour alone says nothing to many. */
export const KINDS: Readonly<Record<VerdictKind, { word: string; mark: string; meaning: string }>> =
  {
    holds: {
      word: msg("holds"),
      mark: "✓",
      meaning: msg("The claim holds, and its verdict stays in at least 90 % of the variations."),
    },
    fails: {
      word: msg("fails"),
      mark: "✗",
      meaning: msg(
        "The claim does not hold, and its verdict stays in at least 90 % of the variations.",
      ),
    },
    undecided: {
      word: msg("undecided"),
      mark: "?",
      meaning: msg(`The verdict turns in more than 10 % of the variations. So it depends on inputs
        that the paper leaves open, and says nothing about the model.`),
    },
    contradicted: {
      word: msg("contradicted"),
      mark: "≠",
      meaning: msg(`Other numbers of the same paper exclude the claim. No model can meet all of
        them. Each such claim has its proof.`),
    },
  };

export const KIND_NAMES = Object.keys(KINDS) as VerdictKind[];

/** "undecided: its verdict stays in 73 % of 64 variations" */
export function describeTrust({ kind, share, variations }: Trust): string {
  const word = tr(KINDS[kind].word);
  if (variations === 0)
    return tr("{word}: no input that a paper leaves open concerns it", { word });
  return tr("{word}: its verdict stays in {share} of {variations} variations", {
    word,
    share: `${share} %`,
    variations,
  });
}

/** The same in a cell of a table: "undecided: stays in 73 % of 64". */
export function summarizeTrust({ kind, share, variations }: Trust): string {
  const word = tr(KINDS[kind].word);
  return variations === 0
    ? word
    : tr("{word}: stays in {share} of {variations}", { word, share: `${share} %`, variations });
}

/** "lnread: copies the packet into an mbuf, +10 %" */
export function describeInput({ label, level }: InputLevel): string {
  return tr("{input}, {level}", {
    input: localizeLabel(label),
    level: tr(level).replace(/^-/, "−"),
  });
}

/** A longer measurement is a table of its own, which says little in a sentence. */
const MEASURED_MAX = 48;
/** What a measurement without a result is recorded as: no rate is a livelock rate, for instance. */
const NOTHING = "-";

/** The input and what it does to the claim. */
export function describeInfluence(influence: Influence, claim: Claim): string {
  const input = describeInput(influence);
  const measured = formatWithUnit(influence.measured, claim);
  if (influence.measured === NOTHING || measured.length > MEASURED_MAX) {
    return influence.turns
      ? tr("{input}: the verdict turns", { input })
      : tr("{input}: moves what is measured", { input });
  }
  return influence.turns
    ? tr("{input}: the verdict turns ({measured})", { input, measured })
    : tr("{input}: moves it to {measured}", { input, measured });
}

/** How many of the counted predictions are of each kind, and how many were not varied yet. */
export function countKinds(predictions: readonly Claim[]) {
  const count = (kind: VerdictKind | null) =>
    predictions.filter(({ trust }) => (trust?.kind ?? null) === kind).length;
  const [holds, fails] = [count("holds"), count("fails")];
  return {
    ...{ holds, fails },
    ...{ undecided: count("undecided"), contradicted: count("contradicted") },
    missing: count(null),
  };
}

/** The link that opens the claim on the page of figures. */
export const claimHash = (id: string) => `#/figures/${encodeURIComponent(id)}`;

/** The id of the claim that an address of the page of figures names, or null. */
export function claimOfHash(hash: string): string | null {
  const text = /^#\/figures\/([^?/]+)/.exec(hash)?.[1];
  if (text === undefined) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
