// Programs in lessons: the task that a program answers, and scenarios that run one.
import { describe, expect, test } from "vitest";
import { formatProblem, tasksOf } from "../lesson";
import { parseLesson } from "./parse";
import { OWN_SCENARIO, parseSample, SAMPLE } from "./sample.test-data";

const PROGRAM = `:::program{#driver challenge="off-the-ring" medal="silver"}
Take the packet off.
:::
`;

describe("a program's task", () => {
  const parse = (text: string) => parseSample(`${SAMPLE}\n## Write it\n\n${text}`);

  test("has_its_challenge_and_medal", () => {
    const { lesson } = parse(PROGRAM);
    expect(lesson?.steps.at(-1)?.body).toMatchObject([
      { kind: "task", task: { kind: "program", id: "driver", challenge: "off-the-ring" } },
    ]);
    expect(lesson?.steps.flatMap(tasksOf).at(-1)).toMatchObject({ medal: "silver" });
  });

  test.each([
    ["silver", "platinum", /program medal: “platinum” is not allowed. Remedy: the medal that/],
    ["silver", "none", /program medal: “none” is not allowed/],
    [
      'challenge="off-the-ring" ',
      "",
      /program challenge: is missing. Remedy: the id of a challenge/,
    ],
    ["#driver ", "", /program id: is missing/],
    ["#driver", "#room", /program id: “room” is used twice/],
  ])("is refused at its place: %s as %s", (before, after, said) => {
    const { problems } = parse(PROGRAM.replace(before, after));
    expect(problems.map(formatProblem).join("\n")).toMatch(said);
  });
});

describe("a scenario with a program", () => {
  const scenario = JSON.stringify({
    ...OWN_SCENARIO,
    program: { file: "kernel.c", statement: 20 },
  });
  const parse = (files: Record<string, string>) =>
    parseLesson({ folder: "02-small", files: { "lesson.md": SAMPLE, ...files } });

  test("has_the_text_of_the_file_in_the_lessons_folder", () => {
    const { lesson, problems } = parse({ "own.json": scenario, "kernel.c": "void lnintr" });
    expect(problems).toEqual([]);
    expect(lesson?.scenarios.own?.program).toEqual({
      ...{ file: "kernel.c", digest: "", statement: 20, knobs: {} },
      text: "void lnintr",
    });
  });

  test("names_a_file_that_is_there_and_each_program_is_named", () => {
    const missing = parse({ "own.json": scenario }).problems.map(formatProblem).join("\n");
    expect(missing).toContain("02-small/own.json:1 program file: there is no “kernel.c”");
    const files = { "own.json": JSON.stringify(OWN_SCENARIO), "kernel.c": "void" };
    const unnamed = parse(files).problems.map(formatProblem).join("\n");
    expect(unnamed).toContain("kernel.c: is not read. Remedy: remove it, or name it in a scenario");
  });
});

describe("the machine of a challenge", () => {
  const wrongPrograms = {
    "off-the-ring/keeps": "void keeps",
    "on-to-the-wire/reads": "void reads",
  };
  const parse = (scenario: string, files: Record<string, string> = {}) =>
    parseLesson({
      folder: "02-small",
      files: { "lesson.md": SAMPLE.replace("scenario=lab", `scenario=${scenario}`), ...files },
      wrongPrograms,
    });

  test("is_named_without_a_file_in_the_lessons_folder", () => {
    const { lesson, problems } = parse("off-the-ring");
    expect(problems).toEqual([]);
    const { "off-the-ring": machine } = lesson!.scenarios;
    expect(machine).toMatchObject({ id: "off-the-ring", settings: { "queues.receive_ring": 32 } });
    expect(machine?.program).toBeUndefined();
  });

  test.each([
    ["off-the-ring/reference", "reference.c", /a solution/],
    ["off-the-ring/skeleton", "skeleton.c", /1\. Take the packet off the ring/],
    ["off-the-ring/keeps", "keeps.c", /^void keeps$/],
  ])("runs_a_program_of_the_challenge: %s", (scenario, file, text) => {
    const { lesson, problems } = parse(scenario);
    expect(problems).toEqual([]);
    const { program } = lesson!.scenarios[scenario]!;
    expect(program).toMatchObject({ file, statement: 20, knobs: {} });
    expect(program?.text).toMatch(text);
  });

  test("a_program_that_the_challenge_does_not_have_is_told_with_those_that_it_has", () => {
    const { problems } = parse("off-the-ring/reads");
    expect(problems.map(formatProblem)).toEqual([
      "02-small/lesson.md:9 scenario: the challenge “off-the-ring” has no program “reads” here. Remedy: write one of skeleton, reference, keeps.",
    ]);
    expect(parse("off-the-ring/").problems.map(formatProblem).join("\n")).toMatch(
      /machine scenario: “off-the-ring\/” is not allowed. Remedy: .* or of a challenge/,
    );
  });

  test("a_file_of_the_lesson_comes_first", () => {
    const own = JSON.stringify({ ...OWN_SCENARIO, id: "off-the-ring" });
    const { lesson } = parse("off-the-ring", { "off-the-ring.json": own });
    expect(lesson?.scenarios["off-the-ring"]?.title).toBe(OWN_SCENARIO.title);
  });
});
