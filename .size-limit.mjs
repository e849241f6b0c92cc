// Budgets of the lab's page, in bytes after gzip, on the dist/ that is there (`npm test -- pages`). The gallery does not count,
// nor does what arrives after the first picture or when it is asked for: `loadedLater` names it, and any other dynamic import
// counts.
import { existsSync, readdirSync, readFileSync } from "node:fs";

const assets = "dist/assets";

/**
 * @typedef {object} Chunk one entry of Vite's manifest
 * @property {string} file
 * @property {string[]} [imports]
 * @property {string[]} [dynamicImports]
 */

/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync("dist/.vite/manifest.json", "utf8"));

/** Chunks that arrive after the first picture, or when a person asks for them, by a dynamic import. */
const loadedLater = [
  // The copy for offline use and the tour, after the first picture.
  /^app\/deferred\.ts$/,
  // Other languages.
  /^i18n\//,
  // Other pages.
  /^pages\/(lessons|lecture|figures|explore|compare|workshop|glossary|print)\//,
  // The curve and the glossary, after the first picture.
  /^desk\/curve\/run-trials/,
  ...ofPart("curve", "cards/curve/index"),
  ...ofPart("_virtual_glossary", "../virtual:glossary"),
  // The code view, a question, dialogs, panels, tables and notes that a person opens, and the sheet that is printed.
  ...ofPart("code", "cards/code/index"),
  ...ofPart("question-panel", "cards/question/question-panel"),
  ...ofPart("find-panel", "cards/transport/find-panel"),
  ...ofPart("table", "cards/timeline/table"),
  /^_prose-/,
  /^cards\/(prose|figure)\//,
  /^app\/(help|share|appearance|open-dropped|tour)/,
  /^cards\/scenarios\/capture-form/,
  /^cards\/machine\/(table|packet-history)/,
  /^save\//,
];

/** The two names of a part in the manifest: of its chunk, or of its module if another part uses the chunk too. */
function ofPart(/** @type {string} */ chunk, /** @type {string} */ module) {
  return [new RegExp(`^_${chunk}-`), new RegExp(`^${module}`)];
}

/** Scripts of workers that arrive when a person opens a capture file or a program, and other languages that they import. */
const otherScripts = /^(capture|compiler|pseudo)-/;

/** What the lab loads: its imports, and theirs. */
const isFirst = (/** @type {string} */ file) => !loadedLater.some((one) => one.test(file));
const loaded = new Set(["index.html"]);
for (const name of loaded) {
  const { imports = [], dynamicImports = [] } = manifest[name] ?? {};
  for (const next of [...imports, ...dynamicImports.filter(isFirst)]) {
    loaded.add(next);
  }
}
const scripts = [...loaded].map((name) => `dist/${manifest[name]?.file}`);

/** What the page “Write a kernel” loads beyond the lab. */
const workshop = new Set(["pages/workshop/index.tsx", "cards/editor/index.tsx"]);
for (const name of workshop) {
  for (const next of manifest[name]?.imports ?? []) if (!loaded.has(next)) workshop.add(next);
}
const files = existsSync(assets) ? readdirSync(assets) : [];
const known = new Set(Object.values(manifest).map(({ file }) => file));
const workers = files.filter(
  (file) => file.endsWith(".js") && !known.has(`assets/${file}`) && !otherScripts.test(file),
);

/** What stays free of each budget, so that a build that differs by a few bytes is still within it. */
const FREE = 0.02;

/**
 * @param {string} name
 * @param {number} kilobytes the budget
 * @param {string | string[]} path
 */
function budget(name, kilobytes, path) {
  const limit = `${(kilobytes * (1 - FREE)).toFixed(2)} kB`;
  const remedy = `Above the limit, make it smaller or load a part of it later; a larger budget needs a reason`;
  return { name: `${name} (${kilobytes} kB, 2 % stay free). ${remedy}`, path, limit, gzip: true };
}

export default [
  budget("script of the lab's page", 250, [
    ...scripts,
    ...workers.map((file) => `${assets}/${file}`),
  ]),
  budget(
    "catalogue: settings and scenarios, fetched beside the script",
    40,
    `${assets}/catalogue-*.json`,
  ),
  // 340 kB until programs came. The page runs them as the command line does: one module, with the interpreter and what a program
  // adds to a machine. The compiler stays outside, for those who open a program. 405 until judge and debugger came: both need the
  // whole machine. The challenges themselves are a file of their own. 433 until a replay logged local variables,
  // and the rules about time were told in the page; 440 until the diagnosis named the cause that a program has, and the sweep tried
  // each sleep of a program; 447 until the rules that a program has broken and threads that stay awake without work were told.
  budget("simulator", 453, `${assets}/livelock_wasm_bg-*.wasm`),
  // 108 until it knew the words of other languages, and said what C writes instead; 111 until n += f() was found to be torn.
  budget(
    "compiler of kernel C, fetched for the first program",
    112,
    `${assets}/compiler_bg-*.wasm`,
  ),
  budget(
    "editor of programs, fetched with its page",
    226,
    [...workshop].map((name) => `dist/${manifest[name]?.file}`),
  ),
  budget("reader of capture files, fetched for the first file", 40, `${assets}/capture_bg-*.wasm`),
];
