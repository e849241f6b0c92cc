// The texts in the data of a page: the questions and shelves of Explore. The catalogues in web/i18n/<page> translate them.
// Only that page loads them. A text that is also one of the simulator's is in the catalogue of the model alone.

import { readFileSync, readdirSync } from "node:fs";
import { collectModelTexts } from "./model-texts.mjs";
import { inProject } from "./paths.mjs";

/** @param {string} file */
const read = (file) => JSON.parse(readFileSync(inProject(file), "utf8"));

/**
 * The texts of Explore: the names of its shelves, then the questions by topic.
 * @returns {Map<string, Set<string>>}
 */
export function collectExploreTexts() {
  const { topics, papers } = read("web/explore/shelves.json");
  /** @type {[string, string[]][]} */
  const sections = [
    ["shelves", [...Object.values(topics), ...papers.map((/** @type {any} */ one) => one.name)]],
  ];
  for (const file of readdirSync(inProject("web/explore/questions")).sort()) {
    const questions = read(`web/explore/questions/${file}`);
    sections.push([file.replace(/\.json$/, ""), questions.flatMap(questionTexts)]);
  }
  return withoutModelTexts(sections);
}

/** @param {any} question @returns {string[]} */
const questionTexts = ({ title, text, actions, watch, answer }) => [
  title,
  text,
  ...actions.map((/** @type {any} */ { words }) => words),
  watch,
  answer,
];

/** Each text once, and none that the page has with the simulator's texts. @param {[string, string[]][]} sections */
function withoutModelTexts(sections) {
  const seen = new Set([...collectModelTexts().values()].flatMap((texts) => [...texts]));
  return new Map(
    sections.map(([section, texts]) => {
      const fresh = new Set(texts.filter((text) => !seen.has(text)));
      fresh.forEach((text) => seen.add(text));
      return [section, fresh];
    }),
  );
}
