// A Vite plugin that provides the course as the modules `virtual:lessons`, `virtual:glossary` and `virtual:guide`, and
// their translations as `virtual:lessons/es` and `virtual:guide/es`.
// It parses the lessons when the pages are built, with the same parser as the tests and the page. A
// mistake in a lesson stops the build with file, line, field and remedy.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { filesBelow, fingerprint } from "../lib/fingerprint.mjs";
import { inProject } from "../lib/paths.mjs";

/** The modules. Each exports one field of the course, or the guide; the translations of lessons are `translations`. */
const moduleName = /^\0?virtual:(?:(lessons|lectures|glossary)|lessons\/(es)|(guide)(?:\/(es))?)$/;
/** The folder of lectures, beside those of the lessons. */
const LECTURES = "lectures";
/** The file of the teacher's guide in a language. */
const guideFile = (language = "") =>
  language === "" ? "teachers-guide.md" : `teachers-guide.${language}.md`;

/** Lessons name programs of challenges (lesson/parse/challenge-scenarios.ts). */
const CHALLENGES = inProject("core/challenges");

/**
 * Reads the texts of a course: one folder for each lesson, and the glossary.
 * @param {string} root
 * @returns {import("../../lesson/course/course.ts").CourseTexts}
 */
export function readCourse(root) {
  const wrongPrograms = readWrongPrograms();
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== LECTURES)
    .map(({ name }) => ({ folder: name, files: readTexts(path.join(root, name)), wrongPrograms }))
    .sort((a, b) => (a.folder < b.folder ? -1 : 1));
  const lectures = Object.fromEntries(
    Object.entries(readTexts(path.join(root, LECTURES))).map(([file, text]) => [
      path.parse(file).name,
      text,
    ]),
  );
  return { folders, lectures, glossary: readText(path.join(root, "glossary.md")) };
}

/**
 * @param {string} root the folder of lessons
 * @returns {import("vite").Plugin}
 */
export function lessons(root) {
  /** The parsed course, of which each module has a field, and the fingerprint of its texts. */
  let course = Promise.resolve();
  let print = "";
  return {
    name: "lessons",
    resolveId: (id) => (moduleName.test(id) ? `\0${id}` : undefined),
    // A saved lesson changes one module, and the glossary another one: the pages keep their state, and take the new text.
    hotUpdate({ file }) {
      const [name = "", ...below] = path.relative(root, file).split(path.sep);
      if (name === "..") return undefined;
      const ofFolder = name === LECTURES ? "lectures" : "lessons";
      const [, language] = /^teachers-guide(?:\.([a-z]{2}))?\.md$/.exec(name) ?? [];
      const guide = language === undefined ? "guide" : `guide/${language}`;
      const ofFile = name.startsWith("teachers-guide") ? guide : "glossary";
      const id = `\0virtual:${below.length > 0 ? ofFolder : ofFile}`;
      const module = this.environment.moduleGraph.getModuleById(id);
      return module === undefined ? [] : [module];
    },
    async load(id) {
      const [isOurs, part, language = "", guide, ofGuide] = moduleName.exec(id) ?? [];
      if (isOurs === undefined) return undefined;
      const name = part ?? guide ?? "translations";
      const folders = [root, CHALLENGES];
      for (const file of folders.flatMap((folder) => filesBelow(folder))) this.addWatchFile(file);
      const now = fingerprint(folders);
      if (now !== print) [print, course] = [now, parseCourse(root)];
      const parsed = name === "guide" ? await parseGuide(root, ofGuide) : await course;
      const { problems, outOfDate = [], translations = {} } = parsed;
      if (name === "translations")
        outOfDate.forEach((/** @type {string} */ text) => this.warn(text));
      if (problems.length > 0) this.error(`lessons:\n${problems.join("\n")}`);
      const value = name === "translations" ? (translations[language] ?? []) : parsed[name];
      return `export const ${name} = ${JSON.stringify(value, withoutStatements)};`;
    },
  };
}

/**
 * Only the tests run the statements of a lesson: the page need not load them.
 * @param {string} key
 * @param {unknown} value
 */
function withoutStatements(key, value) {
  return key === "expects" ? [] : value;
}

/** @param {string} root @returns {Promise<any>} */
async function parseCourse(root) {
  return (await importParser("course/course.ts")).parseCourse(readCourse(root));
}

/** @param {string} root @param {string | undefined} language */
async function parseGuide(root, language) {
  const file = guideFile(language);
  return (await importParser("course/guide.ts")).parseGuide(readText(path.join(root, file)), file);
}

/**
 * Imports a module of web/lesson. It is TypeScript of the pages, which Node cannot import without Vite.
 * @param {string} file
 * @returns {Promise<any>}
 */
export async function importParser(file) {
  const url = new URL(`../../lesson/${file}`, import.meta.url);
  const options = /** @type {const} */ ({ configFile: false, logLevel: "error" });
  const { NODE_ENV } = process.env;
  const { module } = await runnerImport(fileURLToPath(url), options);
  // Vite sets it to "development". The pages that this process builds afterwards would be those for development, too.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  return module;
}

/** The wrong programs of each challenge: "poll-with-a-quota/no-quota". */
function readWrongPrograms() {
  const files = filesBelow(CHALLENGES).filter((file) => /\/fails\/[^/]+\.c$/.test(posix(file)));
  const name = (/** @type {string} */ file) =>
    posix(file).replace(/^.*\/\d+-([^/]+)\/fails\/(.+)\.c$/, "$1/$2");
  return Object.fromEntries(files.map((file) => [name(file), readText(file)]));
}

/** @param {string} file */
const posix = (file) => file.split(path.sep).join("/");

/** @param {string} folder */
function readTexts(folder) {
  /** @type {Record<string, string>} */
  const files = {};
  for (const file of readdirSync(folder)) {
    if (/\.(md|json|c)$/.test(file)) files[file] = readText(path.join(folder, file));
  }
  return files;
}

/**
 * Reads a file that an author wrote: UTF-8 or UTF-16 with a byte order mark, and lines that end with CR LF, as
 * web/lib/format/text-file.ts reads it on the page.
 * @param {string} file
 */
export function readText(file) {
  const bytes = readFileSync(file);
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE();
  const encoding = mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes).replaceAll("\r\n", "\n");
}
