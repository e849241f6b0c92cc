// Progress: which tasks are done, reading and writing files, refusals, and merging without loss.
import { UnreadableError } from "../lib/unreadable";
import { describe, expect, test } from "vitest";
import {
  formatGuess,
  parseGuess,
  isDone,
  isStepDone,
  mergeProgress,
  NO_LESSON_PROGRESS,
  parseProgressFile,
  countDoneSteps,
  formatProgressFile,
  withVerdict,
  type LessonProgress,
  type TaskProgress,
} from "./progress";
import { sampleLesson } from "./parse/sample.test-data";

const DRAWN: TaskProgress = { kind: "prediction", guess: [1, null, 2], real: null };
const COMPARED: TaskProgress = { kind: "prediction", guess: [1, 2, 3], real: [1, 2, 3] };
const MET: TaskProgress = { kind: "goal", met: true, tries: 2, set: { "traffic.rate": 1 } };
const MISSED: TaskProgress = { ...MET, met: false };
const answered = (right: boolean | null, given = "1"): TaskProgress => ({
  kind: "question",
  given,
  right,
  tries: 1,
});

const of = (changes: Partial<LessonProgress>): LessonProgress => ({
  ...NO_LESSON_PROGRESS,
  ...changes,
});

test("each_kind_of_task_is_done_by_its_own_rule", () => {
  expect([DRAWN, COMPARED, MET, MISSED].map(isDone)).toEqual([false, true, true, false]);
  expect([answered(true), answered(false)].map(isDone)).toEqual([true, false]);
  expect([answered(null, "because"), answered(null, " ")].map(isDone)).toEqual([true, false]);
  expect(isDone(undefined)).toBe(false);
});

test("a_step_is_done_with_its_last_task", () => {
  const lesson = sampleLesson();
  const [begin, goOn] = lesson.steps;
  if (begin === undefined || goOn === undefined) throw new Error("the sample has steps");
  expect(isStepDone(begin, of({ tasks: { curve: COMPARED } }))).toBe(true);
  const two = { which: answered(true), "how-many": answered(true) };
  expect(isStepDone(goOn, of({ tasks: two }))).toBe(false);
  expect(isStepDone(goOn, of({ tasks: { ...two, why: answered(null) } }))).toBe(true);
  expect(countDoneSteps(lesson, of({ tasks: { curve: COMPARED } }))).toEqual({ done: 1, all: 3 });
});

describe("a progress file", () => {
  const progress = { small: of({ model: "m", seen: ["begin"], tasks: { curve: COMPARED } }) };

  test("is_read_back_as_it_was_written", () => {
    expect(parseProgressFile(formatProgressFile(progress))).toEqual(progress);
  });

  test("may_be_a_stored_text_that_somebody_has_corrected", () => {
    const stored = JSON.stringify({ schema: 1, lessons: progress, anew: {}, drafts: {} });
    expect(parseProgressFile(stored)).toEqual(progress);
  });

  test.each([
    ["no JSON", "{", "the whole file"],
    ["another kind of file", '{"kind": "report", "schema": 1}', "kind"],
    ["nothing", "null", "kind"],
    ["another schema", formatProgressFile({}).replace('"schema": 1', '"schema": 2'), "schema"],
    [
      "a number that is too large",
      formatProgressFile(progress).replace(/"real": \[\s*[\d.]+/, '"real": [1e300'),
      "small.tasks.curve.real.0",
    ],
    ["no lessons", '{"kind": "livelock-lab progress", "schema": 1}', "lessons"],
    [
      "a wrong field",
      formatProgressFile(progress).replace('"seen": [', '"seen": [7,'),
      "small.seen.0",
    ],
    [
      "an unknown field",
      formatProgressFile(progress).replace('"step": ""', '"step": "", "more": 1'),
      "small",
    ],
  ])("is_refused_with_the_field_that_is_wrong: %s", (_what, text, field) => {
    let refused: unknown;
    try {
      parseProgressFile(text);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(UnreadableError);
    expect((refused as UnreadableError).field).toBe(field);
  });

  test.each([
    ["a text for a number", '{"a": "2"}', 'it is "2"; allowed: a number'],
    ["less than nothing", '{"a": -1}', "it is -1; allowed: 0 or more"],
    ["an infinite number", '{"a": 1e999}', "it is Infinity; allowed: a number"],
    ["a field too many", '{}, "more": 2', "it has unknown fields: more; remove them"],
  ])("is_refused_with_the_found_and_the_allowed_value: %s", (_what, wrong, said) => {
    const text = formatProgressFile(progress).replace(/"hints": \{[^}]*\}/, `"hints": ${wrong}`);
    expect(() => parseProgressFile(text)).toThrow(said);
  });
});

describe("merging", () => {
  test("keeps_the_finished_work_of_both_sides", () => {
    const here = { a: of({ seen: ["x"], hints: { x: 2 }, tasks: { t: MISSED, u: COMPARED } }) };
    const file = {
      a: of({ seen: ["y"], hints: { x: 1 }, tasks: { t: MET, u: DRAWN } }),
      b: of({}),
    };
    const merged = mergeProgress(here, file);
    expect(merged.a).toEqual(
      of({ seen: ["x", "y"], hints: { x: 2 }, tasks: { t: MET, u: COMPARED } }),
    );
    expect(merged.b).toEqual(of({}));
  });

  test("keeps_the_local_answer_if_both_are_unfinished", () => {
    const mine = { a: of({ tasks: { t: answered(false, "mine") } }) };
    const theirs = { a: of({ tasks: { t: answered(false, "theirs") } }) };
    expect(mergeProgress(mine, theirs)).toEqual(mine);
  });
});

test("a_draft_of_a_prediction_is_read_only_if_it_fits_the_task", () => {
  expect(parseGuess(formatGuess([1, null]), 2)).toEqual([1, null]);
  expect(["", "because", "[1]", "[1,true]", "[1e99,2]"].map((text) => parseGuess(text, 2))).toEqual(
    [null, null, null, null, null],
  );
});

describe("the progress of a program", () => {
  const judged = (medal: "none" | "bronze" | "silver" | "gold", text: string = medal) => {
    return { file: "kernel.c", text, medal };
  };

  test("keeps_the_best_medal_with_the_last_program_that_got_it", () => {
    const first = withVerdict(undefined, judged("bronze"), "silver");
    expect(first).toMatchObject({ medal: "bronze", met: false, tries: 1 });
    const second = withVerdict(first, judged("silver"), "silver");
    expect(second).toMatchObject({ medal: "silver", met: true, tries: 2 });
    expect(isDone(second)).toBe(true);
    const worse = withVerdict(second, judged("none"), "silver");
    expect(worse).toEqual({ ...second, tries: 3 });
    const same = withVerdict(worse, judged("silver", "shorter"), "silver");
    expect(same).toMatchObject({ text: "shorter", met: true, tries: 4 });
  });

  test("of_two_devices_is_the_better_one_and_a_done_task_stays_done", () => {
    const bronze = of({ tasks: { driver: withVerdict(undefined, judged("bronze"), "silver") } });
    const gold = of({ tasks: { driver: withVerdict(undefined, judged("gold"), "silver") } });
    const silver = of({ tasks: { driver: withVerdict(undefined, judged("silver"), "silver") } });
    const undone = of({ tasks: { driver: withVerdict(undefined, judged("silver"), "gold") } });
    const merged = (here: LessonProgress, added: LessonProgress) =>
      mergeProgress({ small: here }, { small: added }).small?.tasks.driver;
    expect(merged(bronze, gold)).toBe(gold.tasks.driver);
    expect(merged(gold, bronze)).toBe(gold.tasks.driver);
    expect(merged(silver, gold)).toBe(gold.tasks.driver);
    expect(merged(silver, undone)).toBe(silver.tasks.driver);
  });

  test("is_read_back_from_a_file", () => {
    const driver = withVerdict(undefined, judged("silver"), "silver");
    const progress = { small: of({ tasks: { driver } }) };
    expect(parseProgressFile(formatProgressFile(progress))).toEqual(progress);
  });
});
