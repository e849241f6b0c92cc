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
