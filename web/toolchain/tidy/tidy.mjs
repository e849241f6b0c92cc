// Holds the whole project against the house rules; prints what it finds and one count.

import { root } from "../paths.mjs";
import { readProject } from "./project.mjs";
import { rules } from "./rules/index.mjs";

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
