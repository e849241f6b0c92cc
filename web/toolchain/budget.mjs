// Weighs what the lab's page loads and fails the build when it is too heavy. The gallery and the rooms
// that load later (lessons) do not count; every worker does.

import { gzipSync } from "node:zlib";

/** In bytes after gzip. */
export const limits = { script: 250_000, wasm: 200_000 };

/** Rooms whose code arrives when it is asked for, by a dynamic import of a file in them. */
const laterRooms = ["/web/lesson/", "/web/views/lessons/", "/web/views/figures/"];

/**
 * @typedef {object} Output one file of a build, as Rollup describes it
 * @property {"chunk" | "asset"} type
 * @property {string} fileName
 * @property {string} [name]
 * @property {string} [code]
 * @property {string | Uint8Array} [source]
 * @property {boolean} [isEntry]
 * @property {string | null} [facadeModuleId] the source file that the chunk stands for
 * @property {string[]} [imports]
 * @property {string[]} [dynamicImports]
 */

/**
 * The weight of what the page `entry` loads.
 * @param {Output[]} outputs
 * @param {string} entry name of the page's entry
 */
export function weigh(outputs, entry) {
  const byName = new Map(outputs.map((output) => [output.fileName, output]));
  const loaded = new Set(outputs.filter(({ isEntry, name }) => isEntry && name === entry));
  if (loaded.size !== 1) throw new Error(`the build has ${loaded.size} entries named ${entry}`);
  for (const output of loaded) {
    const later = (output.dynamicImports ?? []).filter((name) => !isLater(byName.get(name)));
    for (const name of [...(output.imports ?? []), ...later]) {
      const next = byName.get(name);
      if (next) loaded.add(next);
    }
  }
  for (const output of outputs) {
    if (output.type === "asset" && /\.m?js$/.test(output.fileName)) loaded.add(output);
  }
  const modules = outputs.filter(({ fileName }) => fileName.endsWith(".wasm"));
  return { script: gzipBytes([...loaded]), wasm: gzipBytes(modules) };
}

/** @param {Output | undefined} output */
function isLater(output) {
  const source = output?.facadeModuleId?.replaceAll("\\", "/") ?? "";
  return laterRooms.some((room) => source.includes(room));
}

/** @param {Output[]} outputs */
function gzipBytes(outputs) {
  const sizes = outputs.map(
    (output) => gzipSync(output.code ?? output.source ?? "", { level: 9 }).length,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * What is wrong with a weight, in words; empty when all is well. A page without script or wasm is as
 * wrong as a heavy one: something is missing, or nothing was weighed.
 * @param {{ script: number, wasm: number }} weight
 */
export function weightProblems(weight) {
  return /** @type {const} */ (["script", "wasm"])
    .filter((kind) => weight[kind] > limits[kind] || weight[kind] === 0)
    .map((kind) => `${kind}: ${weight[kind]} bytes after gzip, 1 to ${limits[kind]} allowed`);
}

/**
 * A Vite plugin that weighs the page `entry` and fails the build above the limits.
 * @param {string} entry
 * @returns {import("vite").Plugin}
 */
export function budget(entry) {
  return {
    name: "budget",
    apply: "build",
    writeBundle(_options, bundle) {
      const weight = weigh(/** @type {Output[]} */ (Object.values(bundle)), entry);
      const problems = weightProblems(weight);
      if (problems.length > 0) this.error(`budget of the page ${entry}: ${problems.join("; ")}`);
      console.log(`budget: script ${weight.script} B, wasm ${weight.wasm} B after gzip`);
    },
  };
}
