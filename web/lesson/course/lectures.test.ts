// The lectures: they parse, fit their machines, have notes on every slide, and their statements hold.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readCourse } from "../../tools/vite/lessons.mjs";
import { inProject } from "../../tools/lib/paths.mjs";
import { CHALLENGE_MACHINES } from "../challenge-machines";
import { checkLesson } from "../check/check";
import { claimsOf } from "../check/claims";
import { parseLecture } from "./course";
import { parseGlossary } from "./glossary";
import {
  readCatalogue,
  readFigureIds,
  runTrial,
  startCore,
  topologyOf,
} from "../check/machine.test-data";
import { formatProblem, termSet } from "../lesson";

startCore(readFileSync);
const catalogue = readCatalogue();
const { lectures = {}, glossary } = readCourse(inProject("lessons"));
const terms = termSet(parseGlossary(glossary).entries);

describe.each(Object.entries(lectures))("%s", (name, text) => {
  const { file, lesson, problems } = parseLecture(name, text);
  test("parses, and passes the check against its machines", () => {
    expect(problems.map(formatProblem)).toEqual([]);
    if (lesson === null) return;
    const found = checkLesson(lesson, {
      catalogue,
      terms,
      topologyOf,
      figures: readFigureIds(),
      challenges: CHALLENGE_MACHINES,
      file,
    });
    expect(found.map(formatProblem)).toEqual([]);
  });
  if (lesson === null) return;

  test("has_notes_on_every_slide", () => {
    expect(lesson.steps.filter(({ notes }) => notes.length === 0)).toEqual([]);
  });

  for (const claim of claimsOf(lesson, catalogue)) {
    test(`line ${claim.line}: ${claim.description}`, () => {
      const reports = claim.plans.map(({ scenario }) => runTrial(scenario));
      const result = claim.evaluate(reports);
      expect(result.holds, `measured ${result.measured}`).toBe(true);
    });
  }
});
