// The teacher's guide parses, and speaks of every lesson of the course.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "../../tools/lib/paths.mjs";
import { course } from "./course.test-data";
import { parseGuide } from "./guide";

const { guide, problems } = parseGuide(
  readFileSync(inProject("lessons/teachers-guide.md"), "utf8"),
);
const { lessons } = course;

test("the guide parses", () => {
  expect(problems).toEqual([]);
  expect(guide.introduction.length).toBeGreaterThan(0);
});

test("each lesson has a section, in the order of the course", () => {
  const titles = guide.sections.map(({ title }) => title).filter((title) => /^\d/.test(title));
  expect(titles).toEqual(lessons.map(({ number, title }) => `${number} ${title}`));
});

test("a section says how long its lesson takes", () => {
  for (const { number, title, minutes } of lessons) {
    const section = guide.sections.find((one) => one.title === `${number} ${title}`);
    expect(JSON.stringify(section?.blocks), title).toContain(`${minutes} minutes`);
  }
});

test("a mistake is reported with its line", () => {
  expect(parseGuide("text\n\n| a | b |\n").problems.join("\n")).toMatch(/teachers-guide.md:\d+ /);
});
