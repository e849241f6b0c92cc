// Runs the course. Every lesson parses and passes the check, and all its statements hold. The solutions of a goal reach it,
// and the attempts that the lesson calls wrong do not.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inProject } from "../../tools/lib/paths.mjs";
import { readCourse } from "../../tools/vite/lessons.mjs";
import { CHALLENGE_MACHINES } from "../challenge-machines";
import { checkLesson } from "../check/check";
import { claimsOf, describeStatement, scenarioOfExpect } from "../check/claims";
import { uncheckedAnswers } from "../check/unchecked-answers";
import { parseCourse } from "./course";
import { parseGlossary } from "./glossary";
import { satisfies } from "../grade";
import {
  measureMachine,
  readCatalogue,
  readFigureIds,
  runTrial,
  startCore,
  topologyOf,
  validateScenario,
} from "../check/machine.test-data";
import { isTrialMetric } from "../metric";
import { entryNames, formatProblem, tasksOf, termSet, type Lesson } from "../lesson";
import { parseLesson } from "../parse/parse";
import { readabilityOf } from "../check/readability";
import { withSettings } from "../settings";
import { allVariants } from "../variants";

startCore(readFileSync);
const catalogue = readCatalogue();
const { folders, glossary } = readCourse(inProject("lessons"));
const { entries, problems } = parseGlossary(glossary);
const terms = termSet(entries);

test("a card that a step names is one that a press shows", () => {
  for (const { folder, files } of folders.map((one) => ({
    folder: one.folder,
    files: one.files,
  }))) {
    for (const [name, text] of Object.entries(files)) {
      expect(
        text.match(/\*(Where it went|CPU time|Timeline|code)\*/g),
        `${folder}/${name}`,
      ).toBeNull();
    }
  }
});

test("two lessons with the same number are reported", () => {
  const twice = folders.map((files, at) => (at === 0 ? { ...files, folder: "99-again" } : files));
  const { problems: found } = parseCourse({
    folders: [...folders, ...twice.slice(0, 1)],
    glossary,
  });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^99-again\/lesson.md:3 lesson number: 1 is already the number of 01-/);
  const alone = parseCourse({ folders: twice.slice(0, 1), others: folders, glossary });
  expect(alone.problems).toEqual(found);
});

test("the glossary parses", () => {
  expect(problems.map(formatProblem)).toEqual([]);
  expect(terms.size).toBe(entries.flatMap(entryNames).length);
});

/** The example that authors copy must pass the same checks. */
const example = /~~~~markdown\n([\s\S]*?)\n~~~~/.exec(
  readFileSync(inProject("lessons/README.md"), "utf8"),
)?.[1];
const all = [...folders, { folder: "02-example", files: { "lesson.md": example ?? "" } }];

describe.each(all.map((one) => [one.folder, one] as const))("%s", (folder, files) => {
  const parsed = parseLesson(files);
  test("parses", () => {
    expect(parsed.problems.map(formatProblem)).toEqual([]);
  });
  const { lesson } = parsed;
  if (lesson === null) return;

  test("passes the check against its machines", () => {
    const found = checkLesson(lesson, {
      catalogue,
      terms,
      topologyOf,
      figures: readFigureIds(),
      challenges: CHALLENGE_MACHINES,
      file: `${folder}/lesson.md`,
    });
    found.push(...uncheckedAnswers(lesson, `${folder}/lesson.md`));
    // `npm run lesson -- check` shows these lines.
    expect(found, found.map(formatProblem).join("\n")).toEqual([]);
  });

  test("has scenarios that the core accepts", () => {
    for (const scenario of Object.values(lesson.scenarios)) validateScenario(scenario);
  });

  test("has a prediction, and a goal or a program", () => {
    const kinds = lesson.steps.flatMap(tasksOf).map(({ kind }) => kind);
    expect(kinds).toContain("prediction");
    expect(kinds.some((kind) => kind === "goal" || kind === "program")).toBe(true);
  });

  // The example of the README is short on purpose.
  test.skipIf(folder === "02-example")("says how long it takes", () => {
    const { minutes } = readabilityOf(lesson);
    const text = `npm run lesson -- check ${lesson.number} estimates ${Math.round(minutes)} minutes`;
    expect(Math.abs(lesson.minutes - minutes), text).toBeLessThan(3);
  });

  test("writes numbers in formulas with commas, as in sentences", () => {
    expect(JSON.stringify(allVariants(lesson))).not.toMatch(/"tex":"[^"]*\d{4}/);
  });

  test("has statements that can be run", () => {
    expect(lesson.steps.flatMap((step) => step.expects).length).toBeGreaterThan(1);
  });

  describe("its statements about the machine hold", () => {
    for (const claim of claimsOf(lesson, catalogue)) {
      test(`line ${claim.line}: ${claim.description}`, () => {
        const reports = claim.plans.map(({ scenario }) => runTrial(scenario));
        const result = claim.evaluate(reports);
        expect(result.holds, `measured ${result.measured}`).toBe(true);
      });
    }
    machineStatements(lesson);
  });
});

function machineStatements(lesson: Lesson): void {
  const all = allVariants(lesson).flatMap(({ steps }) => steps.flatMap((step) => step.expects));
  const expects = new Map(all.map((one) => [JSON.stringify(one), one]));
  for (const one of expects.values()) {
    if (isTrialMetric(one.metric)) continue;
    const words = describeStatement(one);
    test.each(one.seeds)(`line ${one.line}: ${one.scenario}: ${words}, seed %i`, (seed) => {
      const scenario = scenarioOfExpect(one, lesson, catalogue) ?? fail(one.scenario);
      const value = measureMachine(one.metric, withSettings(scenario, {}, seed), one.ms);
      const isTrue =
        typeof one.value === "string" || typeof value !== "number"
          ? value === one.value
          : satisfies(value, one.op, one.value);
      expect(isTrue, `measured ${String(value)}`).toBe(one.isFalse !== true);
    });
  }
}

function fail(what: string): never {
  throw new Error(`there is no scenario for ${what}`);
}
