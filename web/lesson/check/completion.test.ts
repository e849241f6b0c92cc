// The stored files for an editor's completion are those of the present directives and parameters. After a change,
// `UPDATE_COMPLETION=1 npx vitest run web/lesson/check/completion` writes them again.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "../../tools/lib/paths.mjs";
import { directiveSnippets, scenarioSchema } from "./completion";
import { DIRECTIVES } from "../parse/directives";
import { readCatalogue } from "./machine.test-data";

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** What Visual Studio Code reads from the project's folder. */
const FILES: Record<string, string> = {
  "lesson.code-snippets": json(directiveSnippets()),
  "scenario.schema.json": json(scenarioSchema(readCatalogue())),
  "settings.json": json({
    "json.schemas": [{ fileMatch: ["lessons/*/*.json"], url: "./.vscode/scenario.schema.json" }],
    "[markdown]": { "editor.quickSuggestions": { other: true, comments: false, strings: false } },
  }),
};

test.each(Object.entries(FILES))(".vscode/%s is up to date", (name, text) => {
  const file = inProject(".vscode", name);
  if (process.env.UPDATE_COMPLETION !== undefined) {
    mkdirSync(inProject(".vscode"), { recursive: true });
    writeFileSync(file, text);
  }
  const remedy = "UPDATE_COMPLETION=1 npx vitest run web/lesson/check/completion writes it again";
  expect(readFileSync(file, "utf8"), remedy).toBe(text);
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
