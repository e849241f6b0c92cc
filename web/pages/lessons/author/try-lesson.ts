// Parses and checks a dropped lesson, and runs its claims. A chunk of its own, because it contains the parser.
import { tr } from "../../../i18n/i18n";
import type { Catalogue, Scenario, Topology } from "../../../generated/model";
import type { Pool } from "../../../engine/pool";
import { checkLesson, type CheckContext } from "../../../lesson/check/check";
import { CHALLENGE_MACHINES } from "../../../lesson/challenge-machines";
import { claimsOf } from "../../../lesson/check/claims";
import { isTrialMetric } from "../../../lesson/metric";
import type { Lesson, Problem } from "../../../lesson/lesson";
import { parseDraft } from "../../../lesson/parse/parse-draft";
import { reportsFor, runTrials } from "../../../desk/lesson/grading-trials";
import { FIGURES } from "../../../cards/figure/record";

const FIGURE_IDS = FIGURES.map(({ id }) => id);

export interface Statement {
  line: number;
  holds: boolean;
  description: string;
}

export interface TryResult {
  lesson: Lesson | null;
  problems: readonly Problem[];
  statements: readonly Statement[];
  /** Lines of the statements that only the tests run: those about a running machine, not about trials. */
  notRun: readonly number[];
  /** Why the statements could not be run; empty if they were. */
  failure: string;
}

export interface TryDependencies {
  catalogue: Catalogue;
  pool: Pick<Pool, "submit" | "cancel">;
  /** The glossary's terms, in lower case. */
  terms: ReadonlySet<string>;
  /** The topologies of the scenarios' machines; undefined for a scenario that the simulator refuses. */
  buildTopologies(scenarios: readonly Scenario[]): Promise<(Topology | undefined)[]>;
}

export async function tryLesson(
  bench: TryDependencies,
  files: Record<string, string>,
  onProgress: (words: string) => void,
): Promise<TryResult> {
  const { file, lesson, problems: unread } = parseDraft(files);
  if (lesson === null) {
    return { lesson: null, problems: unread, statements: [], notRun: [], failure: "" };
  }
  onProgress(tr("Building the lesson's machines …"));
  const topologyOf = await buildAllTopologies(bench, lesson, file);
  const { catalogue, terms } = bench;
  const tables = { figures: FIGURE_IDS, challenges: CHALLENGE_MACHINES };
  const problems = checkLesson(lesson, { catalogue, terms, topologyOf, ...tables, file });
  const expects = lesson.steps.flatMap((step) => step.expects);
  const notRun = expects.flatMap(({ metric, line }) => (isTrialMetric(metric) ? [] : [line]));
  const tried = { lesson, problems, notRun };
  try {
    const statements = await runStatements(bench, lesson, onProgress);
    return { ...tried, statements, failure: "" };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { ...tried, statements: [], failure };
  }
}

/** Collects the machines that the check needs, and builds all of them at once. */
async function buildAllTopologies(
  { catalogue, terms, buildTopologies }: TryDependencies,
  lesson: Lesson,
  file: string,
): Promise<CheckContext["topologyOf"]> {
  const requested = new Map<string, Scenario>();
  const request = (scenario: Scenario) => void requested.set(JSON.stringify(scenario), scenario);
  checkLesson(lesson, {
    catalogue,
    terms,
    file,
    figures: FIGURE_IDS,
    challenges: CHALLENGE_MACHINES,
    topologyOf: (scenario) => {
      request(scenario);
      return undefined;
    },
  });
  const found = requested.size === 0 ? [] : await buildTopologies([...requested.values()]);
  const known = new Map([...requested.keys()].map((key, at) => [key, found[at]]));
  return (scenario) => known.get(JSON.stringify(scenario));
}

async function runStatements(
  { catalogue, pool }: TryDependencies,
  lesson: Lesson,
  onProgress: (words: string) => void,
): Promise<Statement[]> {
  const claims = claimsOf(lesson, catalogue).filter(({ plans }) => plans.length > 0);
  if (claims.length === 0) return [];
  const plans = claims.flatMap((claim, index) =>
    claim.plans.map(({ scenario }) => ({ index, scenario })),
  );
  const reports = await runTrials(pool, plans, (count) =>
    onProgress(
      tr("Running its statements: trial {count} of {length}", { count, length: plans.length }),
    ),
  ).done;
  return claims.map((claim, at) => {
    const { holds, measured } = claim.evaluate(reportsFor(plans, reports, at));
    return {
      line: claim.line,
      holds,
      description: tr("{description}; measured: {measured}", {
        description: claim.description,
        measured,
      }),
    };
  });
}
