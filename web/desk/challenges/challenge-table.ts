// The challenges (core/challenges) with everything that a person reads and a worker needs. Loaded when somebody wants them
// by a dynamic import: no other page needs their texts.
import { tr } from "../../i18n/i18n";
import type {
  ChallengeRow,
  ChallengeTable,
  Load,
  MetricRow,
  Scenario,
} from "../../generated/model";
import table from "../../generated/challenges.json";

const { statement, metrics, challenges } = table as unknown as ChallengeTable;

export const CHALLENGES: readonly ChallengeRow[] = challenges;

/** Cycles of a statement in all challenges. */
export const CHALLENGE_STATEMENT = statement;

export const metricRow = (id: string): MetricRow => {
  const row = metrics.find((one) => one.id === id);
  if (row === undefined) throw new Error(`the judge measures no ${id}`);
  return row;
};

export const findChallenge = (id: string): ChallengeRow | undefined =>
  CHALLENGES.find((one) => one.id === id);

/** A load as the simulator's module reads it: see `load_of` in core/wasm/src/challenges.rs. */
export function numbersOf(load: Load): readonly (number | null)[] {
  const { rate, milliseconds, other_wire, window, bounds, gold } = load;
  const metric = (id: string) => metrics.findIndex((row) => row.id === id);
  return [
    ...[rate, milliseconds, other_wire, Number(window), bounds.length],
    ...bounds.flatMap((bound) => [
      metric(bound.metric),
      bound.at_least ?? null,
      bound.at_most ?? null,
    ]),
    ...gold.map(metric),
  ];
}

/** The machine that a challenge is written on: that of its first own load. */
export function machineOf({ loads, common, title }: ChallengeRow): Scenario {
  const row = loads[common];
  if (row === undefined) throw new Error("a challenge has a load of its own");
  return { ...row.machine, title: `${tr(title)}: ${tr(row.load.title)}` };
}
