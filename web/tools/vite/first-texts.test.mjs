// The introduction in the other languages: all of its paragraphs, in the lab's page only.
// cspell:ignore Iniciando
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { firstTexts } from "./first-texts.mjs";
import { inProject } from "../lib/paths.mjs";

test("the lab's page has every paragraph of its introduction in Spanish", () => {
  const { handler } = /** @type {any} */ (firstTexts()).transformIndexHtml;
  const filename = inProject("web/index.html");
  const page = readFileSync(filename, "utf8").replace("</head>", "<script></script></head>");
  const [, data = ""] = /id="first-texts">(.*?)<\/script>/.exec(handler(page, { filename })) ?? [];
  const { es } = JSON.parse(data);
  expect(es).toHaveLength(2);
  expect(es[0]).toMatch(/^Iniciando/);
  expect(es[1]).toMatch(/^Un router de /);
  expect(handler(page, { filename: inProject("web/embed.html") })).toBe(page);
});
