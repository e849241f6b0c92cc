// The parser: the result for a valid lesson, and what an author reads after a mistake.
import { describe, expect, test } from "vitest";
import { findMachineStep, formatProblem, tasksOf } from "../lesson";
import { parseLesson } from "./parse";
import { OWN_SCENARIO, parseSample, SAMPLE, sampleLesson } from "./sample.test-data";

describe("a valid lesson", () => {
  const lesson = sampleLesson();
  const [begin, goOn, reach] = lesson.steps;

  test("has_its_title_and_facts", () => {
    const { id, number, title, model, minutes, source } = lesson;
    expect({ id, number, title, model, minutes, source }).toEqual({
      id: "small",
      number: 2,
      title: "A small lesson",
      model: "2026.1",
      minutes: 5,
      source: "M 5.2",
    });
  });

  test("has_a_step_for_each_heading", () => {
    expect(lesson.steps.map(({ id, title }) => [id, title])).toEqual([
      ["begin", "Begin"],
      ["go-on", "Go on"],
      ["reach-it", "Reach it"],
    ]);
  });

  test("has_the_steps_machine_and_limits", () => {
    expect(begin?.machine).toMatchObject({
      scenario: "lab",
      set: { "traffic.rate": 2000 },
      speed: 0.002,
      run: 200,
      paused: false,
    });
    expect(begin?.shown).toEqual(["machine", "curve"]);
    expect(begin?.concealed).toEqual({ views: ["curve"], values: [], untilDone: true });
    expect(begin?.free).toEqual(["traffic.rate", "queues.ipintrq"]);
    expect(begin?.spotlight).toMatchObject({ kind: "place", id: "ipintrq" });
  });

  test("uses_the_machine_of_the_step_before", () => {
    expect(goOn?.machine).toBeNull();
    expect(findMachineStep(lesson, 1).spec).toBe(begin?.machine);
    expect(findMachineStep(lesson, 2).spec).toBe(reach?.machine);
  });

  test("has_its_tasks_in_order", () => {
    expect(lesson.steps.flatMap(tasksOf).map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      "prediction curve",
      "choice which",
      "number how-many",
      "text why",
      "goal room",
    ]);
  });

  test("has_a_feedback_on_a_wrong_number", () => {
    const number = lesson.steps.flatMap(tasksOf).find(({ kind }) => kind === "number");
    expect(number).toMatchObject({
      prose: [{ kind: "paragraph" }],
      wrongAnswers: [{ answer: 99, feedback: [{ kind: "paragraph" }] }],
      otherFeedback: [{ kind: "paragraph" }],
    });
  });

  test("keeps_the_id_of_a_step_whose_title_changes", () => {
    const [, title = ""] = /^(## .*)$/m.exec(SAMPLE) ?? [];
    const renamed = SAMPLE.replace(title, `## When it ends\n\n::step{id=${begin?.id ?? ""}}`);
    const [step] = parseSample(renamed).lesson?.steps ?? [];
    expect(step).toMatchObject({ id: begin?.id, title: "When it ends" });
  });

  test("has_the_statements_that_the_tests_run", () => {
    expect(begin?.expects).toMatchObject([
      {
        scenario: "lab",
        set: { "traffic.rate": 2000 },
        metric: "delivered_share",
        op: ">=",
        value: 0.99,
        seeds: [1, 2, 3],
      },
    ]);
  });

  test("has_the_text_that_is_shown_afterwards_separately", () => {
    expect(begin?.body.map(({ kind }) => kind)).toEqual(["prose", "task", "after"]);
    expect(begin?.hints).toHaveLength(1);
  });
});

/** [the author's mistake, the line before, the line after, the reported problem] */
const MISTAKES: [string, string, string, string][] = [
  ["no title", "# A small lesson\n", "\n", "title: is missing"],
  ["no lesson directive", "::lesson{", "::lection{", "lesson: is missing"],
  ["an attribute misspelt", "minutes=5", "minuts=5", "lesson minuts: is unknown"],
  ["an attribute forgotten", "minutes=5", "", "lesson minutes: is missing"],
  [
    "a word in the place of a number",
    "number=2",
    "number=two",
    "lesson number: “two” is not allowed",
  ],
  ["a wrong number that is right", "- [ ] 99", "- [ ] 17", "question number: a listed answer"],
  ["a wrong number in words", "- [ ] 99", "- [ ] many", "question number: a listed answer"],
  ["an unknown directive", "::spotlight{", "::spotlite{", "::spotlite: does not belong in a step"],
  ["a method of Object", "::spotlight{", "::constructor{", "the directives are "],
  ["no speed", "speed=packets", "speed=constructor", "machine speed: “constructor” is not"],
  ["too few colons", ":::hint", "::hint", "::hint: does not belong in a step"],
  ["settings of a wrong form", '"traffic.rate=2000"', '"rate 2000"', "machine set: “rate 2000”"],
  ["an unknown view", "{views=curve}", "{views=kurve}", "conceal views: “kurve” is not allowed"],
  ["an unknown metric", "metric=delivered_share op", "metric=speed op", "expect metric: “speed”"],
  [
    "a forgotten operator",
    ' op=">=" value=0.99}\n\n:::predict',
    " value=0.99}\n\n:::predict",
    "expect op: is missing",
  ],
  [
    "values without an axis",
    'rates="1000 2000 4000"',
    'values="1 5 20"',
    "needs rates, or axis and",
  ],
  ["rates and values", "max=5000", 'max=5000 values="1 5 20"', "needs rates, or axis and values"],
  [
    "values that fall",
    'rates="1000 2000 4000"',
    'axis=queues.ipintrq values="5 1 20"',
    "predict values: “5 1 20”",
  ],
  [
    "an unknown measure",
    "::spotlight{place=ipintrq}",
    "::curve{measure=speed}",
    "curve measure: “speed”",
  ],
  [
    "an axis of rates that begins late",
    "::spotlight{place=ipintrq}",
    "::curve{from=100}",
    "curve from: is not used: this axis begins at 0",
  ],
  [
    "an unknown load",
    "::require{metric=delivered_share",
    "::require{load=flood metric=delivered_share",
    "load: there is no “flood” in this goal",
  ],
  [
    "points without the score that is needed",
    '::solution{set="queues.ipintrq=100"}',
    '::score{metric=delivered_pps from=0 to=9 points=5}\n::solution{set="queues.ipintrq=100"}',
    "goal score: is missing",
  ],
  ["a score that cannot be reached", "id=room", "id=room score=50", "give 0 points at most"],
  [
    "a score without a range",
    '::solution{set="queues.ipintrq=100"}',
    '::score{metric=delivered_pps from=9 to=9 points=5}\n::solution{set="queues.ipintrq=100"}',
    "score to: is the same as from",
  ],
  [
    "a statement about a second machine that is not there",
    "::expect{metric=delivered_share",
    "::expect{machine=b metric=delivered_share",
    "expect machine: there is no second machine",
  ],
  ["rates that fall", '"1000 2000 4000"', '"4000 2000 1000"', "predict rates: “4000 2000 1000”"],
  ["no right option", "[x] That", "[ ] That", "question choice: has 2 options, 0 of them right"],
  ["an option without a mark", "[x] That", "That", "question choice: an option is not marked"],
  ["an option without feedback", "\n\n  Yes.", "", "question choice: an option has no feedback"],
  ["a question without its answer", " answer=16", "", "question answer: is missing"],
  [
    "a goal without a solution",
    '::solution{set="queues.ipintrq=100"}\n',
    "",
    "goal: has no solution",
  ],
  ["a goal that requires nothing", "::require{", "<!-- x -->{", "goal: has no requirement"],
  ["two tasks with the same id", "id=how-many", "id=which", "question id: “which” is used twice"],
  ["a pointer at nothing", "[queue]{place=ipintrq}", "[queue]", "look: points at nothing"],
  ["a link that leaves the site", ":term[idle]", "[x](https://a.b)", "link: “https://a.b” leaves"],
  ["HTML", "What it is about.", "<b>What</b> it is about.", "is not used in lessons"],
  ["code", "Make room.", "    let x = 1;", "code: is not used in lessons"],
  ["a table", "Make room.", "| a | b |\n| - | - |\n| 1 | 2 |", "table: is not used in lessons"],
  [
    "a sign without quotes",
    'op=">=" value=0.99}\n\n:::p',
    "op=>= value=0.99}\n\n:::p",
    "::expect: is not",
  ],
  [
    "a space before {",
    ":::question{id=why",
    ":::question {id=why",
    ":::question: is not read as a",
  ],
  [
    "curly quotes",
    '::knobs{free="traffic.rate queues',
    "::knobs{free=“traffic.rate queues",
    "::knobs: is",
  ],
  ["a line of colons too many", ":::hint\nThink", ":::\n\n:::hint\nThink", ":::: closes nothing"],
  [
    "a hint that is not closed",
    "diagonal.\n:::",
    "diagonal.",
    ":::hint: is not closed: :::after begins",
  ],
  [
    "a task that is not closed",
    "Why?\n:::",
    "Why?",
    ":::question: is not closed: a step begins in it",
  ],
  [
    "a file that is not UTF-8",
    "What it is",
    "What \uFFFDt is",
    "text: has letters that are not UTF-8",
  ],
  [
    "a colon that reads as a directive",
    "Why?",
    "Why :so?",
    ":so: is not a directive for a sentence",
  ],
  [
    "a first step without a machine",
    "::machine{scenario=lab",
    "::knobs{scenario=lab",
    "machine: is missing in the first step",
  ],
];

describe("a mistake is reported with file, line, field and remedy", () => {
  test.each(MISTAKES)("%s", (_what, from, to, said) => {
    expect(SAMPLE).toContain(from);
    const text = SAMPLE.replace(from, to);
    const { lesson, problems } = parseSample(text);
    expect(lesson).toBeNull();
    const words = problems.map(formatProblem);
    expect(words.join("\n")).toContain(said);
    for (const { file, line, remedy } of problems) {
      expect(file).toBe("02-small/lesson.md");
      expect(line).toBeGreaterThan(0);
      expect(line).toBeLessThanOrEqual(text.split("\n").length);
      expect(remedy.length).toBeGreaterThan(10);
    }
  });

  test("the line is that of the mistake", () => {
    const at = SAMPLE.split("\n").findIndex((line) => line.startsWith("::expect")) + 1;
    const { problems } = parseSample(
      SAMPLE.replace("value=0.99}\n\n:::predict", "value=x}\n\n:::predict"),
    );
    expect(problems).toMatchObject([{ line: at, field: "expect value" }]);
  });

  test("a wrong machine is one mistake, not one for each statement about it", () => {
    const { problems } = parseSample(SAMPLE.replace("::machine{", "::machine{sped=1 "));
    expect(problems.map(({ field }) => field)).toEqual(["machine sped"]);
  });

  test("mistakes are reported in the order of their lines", () => {
    const text = SAMPLE.replace("::machine{scenario=lab", "::knobs{scenario=lab");
    const lines = parseSample(text).problems.map(({ line }) => line);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
  });

  test("a text that is nested too deeply is refused", () => {
    const { lesson, problems } = parseSample(`${SAMPLE}\n${"> ".repeat(20_000)}x\n`);
    expect(lesson).toBeNull();
    expect(problems.map(formatProblem).join()).toContain(
      "inside each other. Remedy: write at most",
    );
  });

  test("a text that is too long is refused with what to do", () => {
    const { problems } = parseSample(SAMPLE + "a".repeat(200_000));
    expect(problems.map(({ remedy }) => remedy)).toEqual(["shorten it, or make two lessons of it"]);
  });

  test("several mistakes are reported together", () => {
    const text = SAMPLE.replace("minutes=5", "").replace("[x] That", "That");
    expect(parseSample(text).problems.length).toBeGreaterThan(1);
  });
});

describe("scenario files", () => {
  const withFile = (text: string) =>
    parseLesson({ folder: "02-small", files: { "lesson.md": SAMPLE, "own.json": text } });

  test.each([
    ["no JSON", "{", "JSON: cannot be read"],
    ["no object", "[]", "JSON: is not an object"],
    ["another schema", '{"schema": 9, "id": "own", "settings": {}}', "schema: is not 1"],
    ["another id", '{"schema": 1, "id": "ours", "settings": {}}', "id: is not “own”"],
    ["no settings", '{"schema": 1, "id": "own"}', "settings: are missing"],
  ])("%s", (_what, text, said) => {
    const { problems } = withFile(text);
    expect(problems.map(formatProblem).join("\n")).toContain(`02-small/own.json:1 ${said}`);
  });
});

test("a byte order mark is ignored", () => {
  const own = JSON.stringify(OWN_SCENARIO);
  const files = { "lesson.md": `\uFEFF${SAMPLE}`, "own.json": `\uFEFF${own}` };
  expect(parseLesson({ folder: "02-small", files }).problems.map(formatProblem)).toEqual([]);
});

test("a file that is not read is reported, and a file without a folder goes by its name", () => {
  const files = {
    "lesson.md": SAMPLE,
    "own.json": JSON.stringify(OWN_SCENARIO),
    "glossary.md": "# New",
  };
  const { file, problems } = parseLesson({ folder: "", files });
  expect(file).toBe("lesson.md");
  expect(problems.map(formatProblem)).toEqual([
    "lesson.md:1 glossary.md: is not read. Remedy: remove it: add new terms to lessons/glossary.md in the sources.",
  ]);
});

test("a lesson without a folder gets its id from the title", () => {
  const files = { "lesson.md": SAMPLE, "own.json": JSON.stringify(OWN_SCENARIO) };
  expect(parseLesson({ folder: "", files }).lesson?.id).toBe("a-small-lesson");
});

test("a folder without a text is reported", () => {
  const { lesson, problems } = parseLesson({ folder: "09-empty", files: {} });
  expect(lesson).toBeNull();
  expect(problems.map(formatProblem)).toEqual([
    "09-empty/lesson.md:1 lesson.md: is missing. Remedy: put one Markdown file into the lesson's folder.",
  ]);
});
