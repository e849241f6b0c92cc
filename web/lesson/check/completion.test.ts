// What an editor completes in lessons: the directives with their attributes, and the settings of a scenario file.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { writeCompletion } from "../../tools/build/completion.mjs";
import { inProject } from "../../tools/lib/paths.mjs";
import { completionFiles, directiveSnippets, scenarioSchema } from "./completion";
import { DIRECTIVES } from "../parse/directives";
import { readCatalogue } from "./machine.test-data";

test("the command writes both files, and the editor's settings name the schema", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "completion-"));
  await writeCompletion(folder);
  const written = readdirSync(folder).map((name) => [
    name,
    JSON.parse(readFileSync(path.join(folder, name), "utf8")) as unknown,
  ]);
  rmSync(folder, { recursive: true });
  expect(Object.fromEntries(written)).toEqual(completionFiles(readCatalogue()));
  const settings = readFileSync(inProject(".vscode/settings.json"), "utf8");
  const { url } = (JSON.parse(settings) as { "json.schemas": { url: string }[] })[
    "json.schemas"
  ][0]!;
  expect(written.map(([name]) => `./.vscode/${String(name)}`)).toContain(url);
});

test("a snippet has the required attributes, and describes all", () => {
  const { expect: one } = directiveSnippets();
  expect(one?.body).toEqual(['::expect{metric="${1:…}" op="${2:…}" value="${3:…}"}']);
  expect(one?.description).toContain("set (optional): write path=value pairs");
  expect(Object.keys(directiveSnippets())).toEqual(Object.keys(DIRECTIVES));
});

test("the schema knows the range and the choices of a setting", () => {
  const schema = JSON.stringify(scenarioSchema(readCatalogue()));
  expect(schema).toContain('"traffic.rate":{"type":"number","minimum":0,');
  expect(schema).toContain('"enum":["jittered",');
});
