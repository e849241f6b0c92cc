// Checks the whole project with the rules that no other tool has. Prints their findings and one
// count.

import { root } from "../lib/paths.mjs";
import { coreForbiddenWords, coreImportOrder, deadRustFiles } from "./core.mjs";
import {
  emptyFileNames,
  fileHeaders,
  fileLengths,
  folderCaptions,
  mergeMarks,
  plainWords,
} from "./files.mjs";
import { commentPaths, documentPaths } from "./paths.mjs";
import { readProject } from "./project.mjs";

/**
 * @typedef {object} Rule
 * @property {string} name a sentence that states the rule
 * @property {(project: import("./project.mjs").Project) => string[]} check findings; empty if the project keeps the rule
 */

/** @type {Rule[]} */
const rules = [
  ...[coreImportOrder, coreForbiddenWords, deadRustFiles],
  ...[fileHeaders, fileLengths, mergeMarks, folderCaptions, emptyFileNames, plainWords],
  ...[documentPaths, commentPaths],
];

const project = readProject(root);
let failed = 0;

for (const { name, check } of rules) {
  const findings = check(project);
  console.log(`${findings.length === 0 ? "ok    " : "FAILED"}  ${name}`);
  for (const finding of findings) console.log(`        ${finding}`);
  if (findings.length > 0) failed += 1;
}

console.log(`${rules.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
