// Reads and checks a dropped lesson, and runs what it claims. A chunk of its own: the parser is in it.
import type { Catalogue, Scenario } from "../../engine/model";
import type { Pool } from "../../engine/pool";
import { checkLesson } from "../../lesson/check";
import { claimsOf } from "../../lesson/claims";
import type { Lesson, Problem } from "../../lesson/model";
import { parseLesson } from "../../lesson/parse";
import { reportsOf, runTrials } from "../../store/lesson-judge";

export interface Statement {
  line: number;
  holds: boolean;
  words: string;
}

export interface Tried {
  lesson: Lesson | null;
  problems: readonly Problem[];
  statements: readonly Statement[];
  /** Why the statements could not be run; empty when they were. */
  failure: string;
}

export interface Bench {
  catalogue: Catalogue;
  pool: Pick<Pool, "submit" | "cancel">;
  /** The glossary's terms, in lower case. */
  terms: ReadonlySet<string>;
  /** The CPU clock of each scenario's machine, in Hz. */
  clocksOf(scenarios: readonly Scenario[]): Promise<number[]>;
}

export async function tryLesson(
  bench: Bench,
  files: Record<string, string>,
  tell: (words: string) => void,
): Promise<Tried> {
  const name = Object.keys(files).find((one) => one.endsWith(".md")) ?? "lesson.md";
  const folder = name === "lesson.md" ? "draft" : name;
  const parsed = parseLesson({ folder, files });
  if (parsed.lesson === null) {
    return { lesson: null, problems: parsed.problems, statements: [], failure: "" };
  }
  const lesson = { ...parsed.lesson, id: `draft-${parsed.lesson.id}` };
  const problems = checkLesson(lesson, bench);
  try {
    const statements = await runStatements(bench, lesson, tell);
    return { lesson, problems, statements, failure: "" };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { lesson, problems, statements: [], failure };
  }
}

async function runStatements(
  { catalogue, pool, clocksOf }: Bench,
  lesson: Lesson,
  tell: (words: string) => void,
): Promise<Statement[]> {
  const claims = claimsOf(lesson, catalogue).filter(({ plans }) => plans.length > 0);
  if (claims.length === 0) return [];
  const plans = claims.flatMap((claim, of) =>
    claim.plans.map(({ scenario }) => ({ of, scenario })),
  );
  // A claim is settled by the clock of its own machine, whatever the lab shows.
  const clocks = await clocksOf(claims.flatMap(({ plans: [first] }) => first?.scenario ?? []));
  const reports = await runTrials(pool, plans, (count) =>
    tell(`Running what it states: trial ${count} of ${plans.length}`),
  ).done;
  return claims.map((claim, at) => {
    const { holds, measured } = claim.settle(reportsOf(plans, reports, at), clocks[at] ?? NaN);
    return { line: claim.line, holds, words: `${claim.words}; measured: ${measured}` };
  });
}
