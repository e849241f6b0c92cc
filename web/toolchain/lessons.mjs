// A Vite plugin that provides the course as the modules `virtual:lessons`, `virtual:glossary` and `virtual:guide`, and
// its translations as `virtual:lessons/es`.
// It parses the lessons when the pages are built, with the same parser as the tests and the page. A
// mistake in a lesson stops the build with file, line, field and remedy.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const names = [
  "virtual:lessons",
  "virtual:lessons/es",
  "virtual:lectures",
  "virtual:glossary",
  "virtual:guide",
];
/** The languages that the page offers beside English (web/i18n/languages.ts). */
const translationOf = /^virtual:lessons\/(.+)$/;
/** The folder of lectures, beside those of the lessons. */
const LECTURES = "lectures";
/** @param {string} name */
const resolved = (name) => `\0${name}`;

/** The parsers. They are TypeScript of the pages, which Node cannot import without Vite. */
const parser = fileURLToPath(new URL("../lesson/course.ts", import.meta.url));
const guideParser = fileURLToPath(new URL("../lesson/guide.ts", import.meta.url));
const GUIDE = "teachers-guide.md";

/**
 * Reads the texts of a course: one folder for each lesson, and the glossary.
 * @param {string} root
 * @returns {import("../lesson/course.ts").CourseTexts}
 */
export function readCourse(root) {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== LECTURES)
    .map((entry) => ({ folder: entry.name, files: readTexts(path.join(root, entry.name)) }))
    .sort((a, b) => (a.folder < b.folder ? -1 : 1));
  const lectures = Object.fromEntries(
    Object.entries(readTexts(path.join(root, LECTURES))).map(([file, text]) => [
      file.replace(/\.md$/, ""),
      text,
    ]),
  );
  return { folders, lectures, glossary: readFileSync(path.join(root, "glossary.md"), "utf8") };
}

/**
 * @param {string} root the folder of lessons
 * @returns {import("vite").Plugin}
 */
export function lessons(root) {
  return {
    name: "lessons",
    resolveId: (id) => (names.includes(id) ? resolved(id) : undefined),
    // A saved lesson changes one module, and the glossary another one: the pages keep their state, and take the new text.
    hotUpdate({ file }) {
      if (!file.startsWith(path.join(root, path.sep))) return undefined;
      const isOfCourse = path.dirname(file) === root;
      const isGuide = path.basename(file) === GUIDE;
      if (path.dirname(file) === path.join(root, LECTURES)) {
        const lectures = this.environment.moduleGraph.getModuleById(resolved("virtual:lectures"));
        return lectures === undefined ? [] : [lectures];
      }
      const name = !isOfCourse ? "virtual:lessons" : isGuide ? "virtual:guide" : "virtual:glossary";
      const module = this.environment.moduleGraph.getModuleById(resolved(name));
      return module === undefined ? [] : [module];
    },
    async load(id) {
      const name = names.find((one) => resolved(one) === id);
      if (name === undefined) return undefined;
      if (name === "virtual:guide") {
        this.addWatchFile(path.join(root, GUIDE));
        return loadGuide(root, (message) => this.error(message));
      }
      const texts = readCourse(root);
      for (const { folder, files } of texts.folders) {
        for (const file of Object.keys(files)) this.addWatchFile(path.join(root, folder, file));
      }
      for (const lecture of Object.keys(texts.lectures ?? {})) {
        this.addWatchFile(path.join(root, LECTURES, `${lecture}.md`));
      }
      this.addWatchFile(path.join(root, "glossary.md"));
      /** @type {{ module: typeof import("../lesson/course.ts") }} */
      const { module } = await runnerImport(parser, { configFile: false, logLevel: "error" });
      const course = module.parseCourse(texts);
      const { lessons, lectures, glossary, problems } = course;
      const [, language] = translationOf.exec(name) ?? [];
      if (language !== undefined) course.outOfDate.forEach((text) => this.warn(text));
      if (problems.length > 0) this.error(`lessons:\n${problems.join("\n")}`);
      switch (name) {
        case "virtual:glossary":
          return `export const glossary = ${JSON.stringify(glossary)};`;
        case "virtual:lectures":
          return `export const lectures = ${JSON.stringify(lectures)};`;
        case "virtual:lessons":
          return `export const lessons = ${JSON.stringify(lessons)};`;
        default:
          return `export const translations = ${JSON.stringify(course.translations[language ?? ""] ?? [])};`;
      }
    },
  };
}

/**
 * @param {string} root
 * @param {(message: string) => never} fail
 */
async function loadGuide(root, fail) {
  /** @type {{ module: typeof import("../lesson/guide.ts") }} */
  const { module } = await runnerImport(guideParser, { configFile: false, logLevel: "error" });
  const { guide, problems } = module.parseGuide(readFileSync(path.join(root, GUIDE), "utf8"));
  if (problems.length > 0) fail(`lessons:\n${problems.join("\n")}`);
  return `export const guide = ${JSON.stringify(guide)};`;
}

/** @param {string} folder */
function readTexts(folder) {
  /** @type {Record<string, string>} */
  const files = {};
  for (const file of readdirSync(folder)) {
    if (/\.(md|json)$/.test(file)) files[file] = readFileSync(path.join(folder, file), "utf8");
  }
  return files;
}
