// Every file of the web is reached: from a page, a command, a configuration or an end-to-end test. A
// file that only unit tests import is dead too, unless its name says that it is for tests.

import path from "node:path";
import { startedByName } from "../house.mjs";
import { isIn } from "../project.mjs";
import { parseTypeScript, resolveImport } from "../typescript-source.mjs";

const unitTest = /\.test\.\w+$/;
const forTests = /\.test-data\.\w+$/;

/** @type {import("./index.mjs").Rule} */
export const deadWebFiles = {
  name: "every file of the web is reached from a page or a command",
  check: (project) => {
    const files = project
      .select(/\.(ts|tsx|mjs|js|css)$/)
      .filter((file) => !isIn(file, "core") && !file.endsWith(".d.ts"));
    const roots = rootsOf(project);
    const alive = reached(project, roots);
    const tested = reached(project, project.select(unitTest));
    const missing = roots.filter((file) => !project.has(file));
    const dead = files
      .filter((file) => !alive.has(file) && !unitTest.test(file))
      .filter((file) => !(forTests.test(file) && tested.has(file)));
    return [
      ...missing.map((file) => `package.json names ${file}, which does not exist`),
      ...dead.map((file) => `${file} is reached from no page, command or end-to-end test`),
    ];
  },
};

/** @param {import("../project.mjs").Project} project */
function rootsOf(project) {
  const commands = project.text("package.json").match(/[\w/.-]+\.mjs/g) ?? [];
  const started = project.paths.filter((file) => startedByName.some((name) => name.test(file)));
  return [...project.select(/\.html$/, ["web"]), ...commands, ...started];
}

/**
 * All files that the given ones import, themselves included.
 * @param {import("../project.mjs").Project} project
 * @param {string[]} roots
 */
function reached(project, roots) {
  const found = new Set(roots);
  for (const file of found) {
    for (const next of importsOf(project, file)) found.add(next);
  }
  return found;
}

/**
 * @param {import("../project.mjs").Project} project
 * @param {string} file
 * @returns {string[]}
 */
function importsOf(project, file) {
  const text = project.text(file);
  const folder = path.posix.dirname(file);
  if (file.endsWith(".html")) return attributes(text, /(?:src|href)="([^":#]+)"/g, folder);
  if (file.endsWith(".css")) return attributes(text, /@import (?:url\()?["']([^"']+)["']/g, folder);
  return parseTypeScript(file, text)
    .imports.map(({ value }) => resolveImport(project, file, value))
    .filter((target) => target !== undefined && project.has(target))
    .map(String);
}

/**
 * Paths that a pattern's first group names, from the root; Vite's root is web/.
 * @param {string} text
 * @param {RegExp} pattern
 * @param {string} folder
 */
function attributes(text, pattern, folder) {
  return [...text.matchAll(pattern)].map(([, found = ""]) =>
    path.posix.join(found.startsWith("/") ? "web" : folder, found),
  );
}
