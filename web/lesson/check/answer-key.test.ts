// The committed answer keys, which `livelock grade` reads, are those of the lessons.
// `UPDATE_KEYS=1 npx vitest run web/lesson/check/answer-key` writes them again.
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Catalogue } from "../../generated/model";
import { jsonRows } from "../../tools/lib/json-rows.mjs";
import { inProject } from "../../tools/lib/paths.mjs";
import { answerKeyOf, versionOf, type AnswerKey, type TaskKey } from "./answer-key";
import { course } from "../course/course.test-data";
import type { Lesson } from "../lesson";
import { parseSample, SAMPLE, sampleLesson } from "../parse/sample.test-data";

const KEYS = inProject("core/cli/src/grade/answer-keys.json");
const catalogue = JSON.parse(
  readFileSync(inProject("web/generated/catalogue.json"), "utf8"),
) as Catalogue;
const present = course.lessons.map((lesson) => answerKeyOf(lesson, catalogue));

// A line for each step: a list of keys, a key, its steps.
if (process.env.UPDATE_KEYS === "1") writeFileSync(KEYS, `${jsonRows(present, 3)}\n`);

describe("the committed answer keys", () => {
  const committed = JSON.parse(readFileSync(KEYS, "utf8")) as AnswerKey[];
  const remedy = "out of date: UPDATE_KEYS=1 npx vitest run web/lesson/check/answer-key";

  test("are those of all lessons", () => {
    expect(committed.map(({ id }) => id)).toEqual(present.map(({ id }) => id));
  });
  test.each(present.map((key) => [key.id, key] as const))("%s", (id, key) => {
    const found = committed.find((one) => one.id === id);
    expect(found, remedy).toEqual(JSON.parse(JSON.stringify(key)));
  });
});

describe("the key of the sample lesson", () => {
  const lesson = sampleLesson();
  const key = answerKeyOf(lesson, catalogue);
  const tasks = key.steps.flatMap(({ variants }) => variants[0] ?? []);
  const find = (id: string) => tasks.find((task) => task.id === id) as TaskKey;

  test("has every task once, in order", () => {
    expect(tasks.map(({ id }) => id)).toEqual(["curve", "which", "how-many", "why", "room"]);
  });

  test("says which option is right", () => {
    expect(find("which")).toMatchObject({
      question: "Which one?",
      options: [
        { text: "This one", right: false },
        { text: "That one", right: true },
      ],
    });
  });

  test("has the whole machine of a goal, and the knobs that were free on it", () => {
    expect(find("room")).toMatchObject({
      machine: { id: "own", settings: { "queues.ipintrq": 20 } },
      free: ["queues.ipintrq"],
      requirements: [{ metric: "delivered_share", op: ">=", value: 0.99 }],
      seeds: [1, 2],
    });
    expect(find("curve")).toMatchObject({ machine: { settings: { "traffic.rate": 2000 } } });
  });

  test("has another version when a right answer changes, and the same when only a line moves", () => {
    const version = versionOf(key);
    const moved = { ...lesson, line: 99, summary: [] };
    expect(versionOf(answerKeyOf(moved, catalogue))).toBe(version);
    const changed = JSON.parse(
      JSON.stringify(lesson).replace('"answer":16', '"answer":17'),
    ) as Lesson;
    expect(versionOf(answerKeyOf(changed, catalogue))).not.toBe(version);
  });
});

test("the key of a program has its challenge and its medal", () => {
  const task = ":::program{#driver challenge=off-the-ring medal=silver}\nTake it off.\n:::\n";
  const { lesson } = parseSample(`${SAMPLE}\n## Write\n\n${task}`);
  if (lesson === null) throw new Error("the lesson is valid");
  const { steps } = answerKeyOf(lesson, catalogue);
  expect(steps.at(-1)?.variants).toEqual([
    [
      {
        ...{ id: "driver", question: "Take it off.", kind: "program" },
        ...{ challenge: "off-the-ring", medal: "silver" },
      },
    ],
  ]);
});
