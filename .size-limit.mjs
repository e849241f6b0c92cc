// Budgets of the lab's page, in bytes after gzip, on the dist/ that is there (`npm test -- pages`). A page loads one of the
// simulators: each has a budget. The gallery and what arrives when it is asked for (lessons, figures) do not count.
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

/** What arrives when it is asked for (other languages too), or after the first picture (the curve, the glossary), by a dynamic import: folders, and chunks that
 * several pages share. */
const loadedLater =
  /^(i18n|lesson|views\/(lessons|lecture|figures|explore|compare|curve|code|glossary))\/|^_(question-panel|curve|code|katex|_virtual_glossary)-/;

/** What the lab loads: its imports, and theirs. */
const loaded = new Set(["index.html"]);
for (const name of loaded) {
  const { imports = [], dynamicImports = [] } = manifest[name] ?? {};
  for (const next of [...imports, ...dynamicImports.filter((file) => !loadedLater.test(file))]) {
    loaded.add(next);
  }
}
const scripts = [...loaded].map((name) => `dist/${manifest[name]?.file}`);
const files = existsSync(assets) ? readdirSync(assets) : [];
const known = new Set(Object.values(manifest).map(({ file }) => file));
const workers = files.filter(
  (file) => file.endsWith(".js") && !known.has(`assets/${file}`) && !/^pseudo-/.test(file),
);
const modules = files.filter((file) => file.endsWith(".wasm"));
if (modules.length === 0) throw new Error("dist/ has no simulator");

export default [
  {
    name: "script of the lab's page",
    path: [...scripts, ...workers.map((file) => `${assets}/${file}`)],
    limit: "250 kB",
    gzip: true,
  },
  ...modules.map((file) => ({
    name: file,
    path: `${assets}/${file}`,
    limit: "200 kB",
    gzip: true,
  })),
];
