// The teacher's guide parses, and speaks of every lesson of the course. Its translation has the same sections, lists and commands.
import { expect, test } from "vitest";
import { inProject } from "../../tools/lib/paths.mjs";
import { readText } from "../../tools/vite/lessons.mjs";
import type { Block, GuideSection } from "../lesson";
import { course } from "./course.test-data";
import { parseGuide } from "./guide";

const guideIn = (file: string) => parseGuide(readText(inProject("lessons", file)), file);
const { guide, problems } = guideIn("teachers-guide.md");
const { lessons, translations } = course;

test("the guide parses", () => {
  expect(problems).toEqual([]);
  expect(guide.introduction.length).toBeGreaterThan(0);
});

test("each lesson has a section, in the order of the course", () => {
  expect(titlesOfLessons(guide.sections)).toEqual(
    lessons.map(({ number, title }) => `${number} ${title}`),
  );
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

test("the translation has the same sections, lists, numbers and commands", () => {
  const { guide: spanish, problems: found } = guideIn("teachers-guide.es.md");
  expect(found).toEqual([]);
  const shown = lessons.map((one) => translations.es?.find(({ id }) => id === one.id) ?? one);
  expect(titlesOfLessons(spanish.sections)).toEqual(
    shown.map(({ number, title }) => `${number} ${title}`),
  );
  expect(spanish.sections.map(({ blocks }) => formOf(blocks))).toEqual(
    guide.sections.map(({ blocks }) => formOf(blocks)),
  );
  expect(formOf(spanish.introduction)).toEqual(formOf(guide.introduction));
});

test("what is typed for hand-ins is the same in both languages", () => {
  const typed = (file: string) =>
    readText(inProject("lessons", file))
      .split("\n")
      .flatMap((line) => (line.startsWith("#") ? [line.replace(/[^#].*/, "")] : codeOf(line)));
  expect(typed("hand-ins.es.md")).toEqual(typed("hand-ins.md"));
});

/** A line of code without its comment and the words of a rubric. */
function codeOf(line: string): string[] {
  const [, code] = /^ {4}(.*)$/.exec(line) ?? [];
  return code === undefined ? [] : [code.replace(/\s+# .*/, "").replace(/(?<== )".*"(?= })/, '""')];
}

function titlesOfLessons(sections: readonly GuideSection[]): string[] {
  return sections.map(({ title }) => title).filter((title) => /^\d/.test(title));
}

/** What a translation keeps: blocks, items of lists, numbers, and what is typed. */
function formOf(blocks: readonly Block[]): unknown[] {
  return blocks.map((block) => {
    if (block.kind === "list") return block.items.map(formOf);
    const text = JSON.stringify(block);
    const typed = [...text.matchAll(/"kind":"code","text":"((?:[^"\\]|\\.)*)"/g)];
    // The document of a language has its name.
    const commands = typed.map(([, code = ""]) => code.replace("hand-ins.es.md", "hand-ins.md"));
    const numbers = (text.match(/\d+(?:\.\d+)*/g) ?? []).map(Number);
    return [block.kind, commands.sort(), numbers.sort((a, b) => a - b).join(" ")];
  });
}
