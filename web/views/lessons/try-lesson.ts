// Reads and checks a dropped lesson, and runs what it claims. A chunk of its own: the parser is in it.
import { checkLesson } from "../../lesson/check";
import { claimsOf } from "../../lesson/claims";
import type { Lesson, Problem } from "../../lesson/model";
import { parseLesson } from "../../lesson/parse";
import { reportsOf, runTrials } from "../../store/lesson-judge";
import type { Desk } from "./desk";

export interface Statement {
  line: number;
  holds: boolean;
  words: string;
}

export interface Tried {
  lesson: Lesson | null;
  problems: readonly Problem[];
  statements: readonly Statement[];
}

export async function tryLesson(
  desk: Desk,
  files: Record<string, string>,
  tell: (words: string) => void,
): Promise<Tried> {
  const name = Object.keys(files).find((one) => one.endsWith(".md")) ?? "lesson.md";
  const folder = name === "lesson.md" ? "draft" : name;
  const parsed = parseLesson({ folder, files });
  const { catalogue, topology } = desk.workbench.lab.state.get();
  const { pool } = desk.workbench.trials.get();
  if (parsed.lesson === null || catalogue === null || topology === null || pool === null) {
    return { lesson: null, problems: parsed.problems, statements: [] };
  }
  const lesson = { ...parsed.lesson, id: `draft-${parsed.lesson.id}` };
  const problems = checkLesson(lesson, { catalogue, terms: desk.terms });
  const claims = claimsOf(lesson, catalogue);
  const plans = claims.flatMap((claim, of) =>
    claim.plans.map(({ scenario }) => ({ of, scenario })),
  );
  if (plans.length === 0) return { lesson, problems, statements: [] };
  const reports = await runTrials(pool, plans, (count) =>
    tell(`Running what it states: trial ${count} of ${plans.length}`),
  ).done;
  const statements = claims.map((claim, at) => {
    const { holds, measured } = claim.settle(reportsOf(plans, reports, at), topology.clock_hz);
    return { line: claim.line, holds, words: `${claim.words}; measured: ${measured}` };
  });
  return { lesson, problems, statements };
}
