// The catalogues belong to the code: every text of the code is in each catalogue, nothing else is, each translation has
// the values and elements of its English text, and each call passes the values that its text names.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  collectMessages,
  compile,
  findMessages,
  readCatalogues,
  sourceFiles,
  updated,
} from "../tools/vite/messages.mjs";
import { inProject } from "../tools/lib/paths.mjs";
import { expectTexts } from "./expect-texts.test-data";

const folders = collectMessages();

/** How many texts a language may lack: they are shown in English. A new text raises it until somebody translates the text. */
const UNTRANSLATED_MAX: Record<string, number> = { es: 0 };

describe.each(readCatalogues())("the catalogue $language", ({ language, catalogue }) => {
  it("has_exactly_the_texts_of_the_code", () => {
    expectTexts(catalogue, updated(catalogue, folders));
  });

  it("translates_all_texts_but_the_allowed_number", () => {
    const missing = Object.values(catalogue)
      .flatMap((texts) => Object.entries(texts))
      .flatMap(([text, translated]) => (translated === null ? [text] : []));
    expect(missing.length, missing.join("\n")).toBeLessThanOrEqual(UNTRANSLATED_MAX[language] ?? 0);
  });

  it("keeps_values_and_elements_of_each_text", () => {
    const wrong = Object.values(catalogue)
      .flatMap((texts) => Object.entries(texts))
      .filter(([text, translated]) => translated !== null && parts(text) !== parts(translated));
    expect(wrong).toEqual([]);
  });
});

it("every_call_passes_the_values_that_its_text_names", () => {
  const wrong = sourceFiles().flatMap((file) =>
    findMessages(readFileSync(inProject(file), "utf8"), file).flatMap(({ text, values }) => {
      if (values === null) return [];
      const given = new Set(values);
      const absent = valuesOf(compile(text)).filter((name) => !given.has(name));
      return absent.map((name) => `${file}: “${text}” needs the value ${name}`);
    }),
  );
  expect(wrong).toEqual([]);
});

/** The names of the values and elements of a text, each once, in a fixed order. */
function parts(text: string): string {
  const elements = [...text.matchAll(/<\/?(\w+)\/?>/g)].map(([tag]) => tag);
  return [...new Set([...valuesOf(compile(text)), ...elements])].sort().join(" ");
}

/** The names of the values of a compiled text. */
function valuesOf(compiled: unknown): string[] {
  if (!Array.isArray(compiled)) return [];
  return compiled.flatMap((token: unknown): string[] => {
    if (!Array.isArray(token)) return [];
    const [name, , cases] = token as [string, string?, unknown?];
    const inside = typeof cases === "object" && cases !== null ? Object.values(cases) : [];
    return [name, ...inside.flatMap(valuesOf)];
  });
}
