// A lesson's files inside a link.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readCourse } from "../tools/vite/lessons.mjs";
import { inProject } from "../tools/lib/paths.mjs";
import { formatLessonLink, isLessonLink, LINK_CHARACTERS_MAX, readLessonLink } from "./lesson-link";
import { UnreadableError } from "../lib/unreadable";

test("every lesson of the course survives a link, and the link can be sent", () => {
  for (const { files } of readCourse(inProject("lessons")).folders) {
    const link = formatLessonLink(files);
    expect(isLessonLink(link)).toBe(true);
    expect(link.length).toBeLessThan(LINK_CHARACTERS_MAX);
    expect(readLessonLink(`https://university.example/lab/${link}`)).toEqual(files);
  }
});

const whole = formatLessonLink({ "lesson.md": readFileSync(inProject("README.md"), "utf8") });

test.each([
  ["cut off", whole.slice(0, -40)],
  ["with a wrong character", `${whole}!`],
  ["with nothing", "#/lessons?text="],
  ["with something else", formatLessonLink({ "lesson.md": 7 } as never)],
  ["that would become too large", formatLessonLink({ "lesson.md": "x".repeat(5_000_000) })],
])("a link %s is refused", (_what, link) => {
  expect(() => readLessonLink(link)).toThrow(UnreadableError);
});

test("an address of the lessons page is no such link", () => {
  expect(isLessonLink("#/lessons")).toBe(false);
  expect(isLessonLink("#/lessons/receive-livelock/two-tasks")).toBe(false);
});
