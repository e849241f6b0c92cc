// The texts in the data of a page: the questions and shelves of Explore, the figures and claims of
// Figures. The catalogues in web/i18n/<page> translate them.
// Only that page loads them. A text that is also one of the simulator's is in the catalogue of the model alone.

import { readdirSync } from "node:fs";
import { collectModelTexts, eachOnce, hasWords, read } from "./model-texts.mjs";
import { inProject } from "../lib/paths.mjs";

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
const questionTexts = ({ title, text, actions, watch, answer, source }) => [
  title,
  text,
  ...actions.map((/** @type {any} */ { words }) => words),
  watch,
  answer,
  ...(hasWords.test(source) ? [source] : []),
];

/**
 * The texts of Figures. What a claim measured stays as it was recorded, and so do the times and numbers of a statement.
 * @returns {Map<string, Set<string>>}
 */
export function collectFigureTexts() {
  /** @type {{ figures: any[], claims: any[] }} */
  const { figures, claims } = read("web/generated/record.json");
  const fields = (/** @type {string} */ name) =>
    claims.map((claim) => claim[name] ?? "").filter((text) => hasWords.test(text));
  const trust = claims.flatMap((claim) => claim.trust ?? []);
  const inputs = trust.flatMap((one) => [...one.inputs, ...one.turned_by]);
  return withoutModelTexts([
    ["figures", figures.flatMap(({ key, title, names }) => [key, title, ...names])],
    ["says", fields("says")],
    ["where", fields("where")],
    ["units", fields("unit").filter((unit) => unit !== "us" && unit !== "ms")],
    ["holds_if", fields("holds_if")],
    ["stated", fields("stated").filter((text) => /^[a-z ]+$/.test(text))],
    ["choices", [...fields("choice"), ...fields("note")]],
    // the label of a cost has two parts, which the simulator's catalogue has
    ["inputs", inputs.map(({ label }) => label).filter((text) => !text.includes(": "))],
    ["levels", inputs.map(({ level }) => level).filter((text) => hasWords.test(text))],
    ["proofs", trust.flatMap(({ proof }) => proof)],
  ]);
}

/** Returns each text once, without those that are also texts of the simulator. @param {[string, string[]][]} sections */
function withoutModelTexts(sections) {
  const known = [...collectModelTexts().values()].flatMap((texts) => [...texts]);
  return eachOnce(sections, known);
}
