// The texts of the interface: finds them in the code, compiles them for the pages (a Vite plugin), and keeps the catalogue
// of each language up to date (`node web/tools/vite/messages.mjs`, a part of `npm run fix`). A text is the literal that a call
// of `tr`, `msg` or `rich` begins with (web/i18n). The page gets compiled messages, so it needs no parser of ICU messages.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { parseAst } from "vite";
import { collectModelTexts } from "./model-texts.mjs";
import { collectExploreTexts, collectFigureTexts } from "./page-texts.mjs";
import { inProject } from "../lib/paths.mjs";

/** The functions of web/i18n whose first argument is a text of the interface. */
const functions = new Set(["tr", "msg", "rich"]);
const mayHaveMessages = /\b(tr|msg|rich)\(\s*["'`]/;
/** Files whose texts nobody translates: tests, the gallery, the tools. */
const isLeftOut = /\.(test|test-data)\.tsx?$|^web\/(gallery|tools|engine\/pkg)\//;

/**
 * @typedef {object} FoundMessage
 * @property {string} text
 * @property {number} start where its literal begins in the file
 * @property {number} end
 * @property {string[] | null} values the names of the values that the call passes; null if they are not written there
 *
 * @typedef {Record<string, Record<string, string | null>>} Catalogue by folder and English text; null: not translated yet
 */

/**
 * Finds the texts of one file.
 * @param {string} code
 * @param {string} file
 * @returns {FoundMessage[]}
 */
export function findMessages(code, file) {
  if (!mayHaveMessages.test(code)) return [];
  /** @type {FoundMessage[]} */
  const found = [];
  /** @param {any} node */
  const visit = (node) => {
    if (node === null || typeof node !== "object") return;
    if (Array.isArray(node)) return node.forEach(visit);
    if (node.type === "CallExpression" && functions.has(node.callee.name)) {
      const [literal, values] = node.arguments;
      const text = literalText(literal);
      if (text !== null) {
        const { start, end } = literal;
        found.push({ text, start, end, values: valueNames(values) });
      }
    }
    for (const key of Object.keys(node)) if (key !== "parent") visit(node[key]);
  };
  visit(parseAst(code, { lang: file.endsWith("x") ? "tsx" : "ts" }));
  return found;
}

/** @param {any} node */
function literalText(node) {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type !== "TemplateLiteral" || node.expressions.length > 0) return null;
  // A long text may be written in several lines.
  return node.quasis[0].value.cooked.replace(/\s*\n\s*/g, " ").trim();
}

/** @param {any} node */
function valueNames(node) {
  if (node === undefined) return [];
  if (node.type !== "ObjectExpression") return null;
  const isPlain = node.properties.every((/** @type {any} */ one) => one.type === "Property");
  return isPlain
    ? node.properties.map((/** @type {any} */ { key }) => key.name ?? String(key.value))
    : null;
}

/**
 * Compiles a text. A text without values stays a string.
 * @param {string} text
 * @returns {string | unknown[]}
 */
export function compile(text) {
  return /[{}]/.test(text) ? compileMessageOrThrow(text) : text;
}

/** The key of a text in a compiled catalogue, as web/i18n computes it.
 * @param {string} text */
const keyOf = (text) => {
  const compiled = compile(text);
  return typeof compiled === "string" ? compiled : JSON.stringify(compiled);
};

/**
 * Compiles the catalogue of a language.
 * @param {Catalogue} catalogue
 */
export function compileCatalogue(catalogue) {
  const texts = Object.values(catalogue).flatMap((folder) => Object.entries(folder));
  return Object.fromEntries(
    texts.flatMap(([text, translated]) =>
      translated === null ? [] : [[keyOf(text), compile(translated)]],
    ),
  );
}

const isCatalogue = /\/web\/i18n\/(catalogues|model|explore|figures)\/\w+\.json$/;

/** The Vite plugin: compiles the texts in the code, and the catalogues of the other languages.
 * @returns {import("vite").Plugin} */
export function messages() {
  return {
    name: "messages",
    enforce: "pre",
    transform(code, id) {
      const [file = ""] = id.split("?");
      if (isCatalogue.test(file)) {
        const compiled = JSON.stringify(JSON.stringify(compileCatalogue(JSON.parse(code))));
        return { code: `export default JSON.parse(${compiled});`, map: null, moduleType: "js" };
      }
      if (!/\/web\/.*\.tsx?$/.test(file)) return null;
      let changed = code;
      for (const { text, start, end } of findMessages(code, file).reverse()) {
        // The same number of lines, so that the lines of errors and breakpoints stay right.
        const lines = "\n".repeat(code.slice(start, end).split("\n").length - 1);
        changed =
          changed.slice(0, start) + JSON.stringify(compile(text)) + lines + changed.slice(end);
      }
      return changed === code ? null : { code: changed, map: null };
    },
  };
}

/** Every text of web/: by folder, in the order of the files. A text of several folders is listed in the first.
 * @returns {Map<string, Set<string>>} */
export function collectMessages() {
  /** @type {Map<string, Set<string>>} */
  const folders = new Map();
  const seen = new Set();
  /** @type {(folder: string, text: string) => void} */
  const add = (folder, text) => {
    if (seen.has(text)) return;
    seen.add(text);
    folders.set(folder, (folders.get(folder) ?? new Set()).add(text));
  };
  for (const file of sourceFiles()) {
    const code = readFileSync(inProject(file), "utf8");
    const folder = path.posix.dirname(file).split("/").slice(1, 3).join("/") || "web";
    for (const { text } of findMessages(code, file)) add(folder, text);
  }
  return folders;
}

/** The files of web/ that may have texts of the interface. */
export function sourceFiles() {
  return readdirSync(inProject("web"), { recursive: true, encoding: "utf8" })
    .map((file) => `web/${file.split(path.sep).join("/")}`)
    .filter((file) => /\.tsx?$/.test(file) && !isLeftOut.test(file))
    .sort((a, b) => (a < b ? -1 : 1));
}

/**
 * A catalogue with exactly these texts: keeps the translations that it has, and adds null for new texts.
 * @param {Catalogue} catalogue
 * @param {Map<string, Set<string>>} folders
 * @returns {Catalogue}
 */
export function updated(catalogue, folders) {
  const known = Object.assign({}, ...Object.values(catalogue));
  return Object.fromEntries(
    [...folders].map(([folder, texts]) => [
      folder,
      Object.fromEntries([...texts].map((text) => [text, known[text] ?? null])),
    ]),
  );
}

/**
 * The catalogue files of a folder by language.
 * @param {"catalogues" | "model" | "explore" | "figures"} name texts of the interface, of the simulator, or of a page
 */
export function readCatalogues(name = "catalogues") {
  const folder = inProject(`web/i18n/${name}`);
  return readdirSync(folder).map((entry) => {
    const file = path.join(folder, entry);
    /** @type {Catalogue} */
    const catalogue = JSON.parse(readFileSync(file, "utf8"));
    return { language: path.basename(entry, ".json"), file, catalogue };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const all = /** @type {const} */ ([
    ["catalogues", "interface", collectMessages()],
    ["model", "simulator", collectModelTexts()],
    ["explore", "Explore", collectExploreTexts()],
    ["figures", "Figures", collectFigureTexts()],
  ]);
  for (const [folder, name, sections] of all) {
    for (const { language, file, catalogue } of readCatalogues(folder)) {
      const now = updated(catalogue, sections);
      writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
      const translations = Object.values(now).flatMap((texts) => Object.values(texts));
      const missing = translations.filter((one) => one === null).length;
      console.log(`${language}, ${name}: ${translations.length} texts, ${missing} not translated`);
    }
  }
}
