// Writes what Visual Studio Code needs to complete lessons: two files in .vscode, which git ignores. Its settings.json is in git.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { inProject } from "../lib/paths.mjs";
import { importParser } from "../vite/lessons.mjs";

/** @param {string} folder */
export async function writeCompletion(folder = inProject(".vscode")) {
  const { completionFiles } = await importParser("check/completion.ts");
  const catalogue = JSON.parse(readFileSync(inProject("web/generated/catalogue.json"), "utf8"));
  mkdirSync(folder, { recursive: true });
  for (const [name, contents] of Object.entries(completionFiles(catalogue))) {
    writeFileSync(`${folder}/${name}`, `${JSON.stringify(contents, null, 2)}\n`);
  }
}
