// The texts of Explore and of Figures belong to the catalogues in explore/ and figures/: each catalogue has exactly their texts,
// Spanish has all of them, and the pages use them.
// cspell:ignore desploma rendimiento recepcion anillo Sobrecarga figura sondeo cuota segundo
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { questionEntries, shelvesByTopic } from "../explore/entries";
import { QUESTIONS } from "../explore/question";
import { countWords } from "../explore/scenario-entry";
import { scenarioSearch } from "../explore/search";
import type { Catalogue } from "../generated/model";
import { compileCatalogue, readCatalogues, updated } from "../tools/vite/messages.mjs";
import { collectExploreTexts, collectFigureTexts } from "../tools/vite/page-texts.mjs";
import { inProject } from "../tools/lib/paths.mjs";
import { CLAIMS, FIGURES, localizeClaim, localizeFigure } from "../cards/figure/record";
import { expectTexts } from "./expect-texts.test-data";
import { activateLanguage, addTexts, tr, type Compiled, type Translate } from "./i18n";
import { ENGLISH, findLanguage } from "./languages";

const PAGES = [
  { page: "explore", sections: collectExploreTexts() },
  { page: "figures", sections: collectFigureTexts() },
] as const;
const catalogues = PAGES.flatMap(({ page, sections }) =>
  readCatalogues(page).map((one) => ({ ...one, page, sections })),
);
const { scenarios } = JSON.parse(
  readFileSync(inProject("web/generated/catalogue.json"), "utf8"),
) as Catalogue;

type Texts = Record<string, string | null>;

const flat = (catalogue: Record<string, Texts>) =>
  Object.assign({}, ...Object.values(catalogue)) as Texts;

type Name = Parameters<typeof readCatalogues>[0];

const spanishOf = (name: Name) =>
  readCatalogues(name).find(({ language }) => language === "es")!.catalogue;

function translateWith(name: Name): Translate {
  const texts = compileCatalogue(spanishOf(name)) as Record<string, Compiled>;
  return (message) => texts[typeof message === "string" ? message : JSON.stringify(message)];
}

/** As load-language.ts does it. */
function activateSpanish(): void {
  activateLanguage(findLanguage("es")!, translateWith("model"));
  for (const { page } of PAGES) addTexts(translateWith(page));
}

afterEach(() => activateLanguage(ENGLISH, (message) => message));

describe.each(catalogues)("the catalogue $page $language", ({ catalogue, sections }) => {
  it("has_exactly_the_texts_of_the_page", () => {
    expectTexts(catalogue, updated(catalogue, sections));
  });

  it("keeps_the_numbers_of_each_text", () => {
    const numbers = (text: string) => (text.match(/\d[\d,.]*\d|\d/g) ?? []).sort().join(" ");
    const wrong = Object.entries(flat(catalogue)).filter(
      ([text, translated]) => translated !== null && numbers(text) !== numbers(translated),
    );
    expect(wrong).toEqual([]);
  });
});

describe("Spanish", () => {
  beforeEach(activateSpanish);

  it("has_every_text_of_a_question_and_every_source", () => {
    const texts = QUESTIONS.flatMap(({ title, text, actions, watch, answer, source }) => [
      ...[title, text, ...actions.map(({ words }) => words), watch, answer],
      // "M 6.2" has no word to translate.
      ...(/[a-z]{2}/.test(source) ? [source] : []),
    ]);
    expect(texts.filter((text) => tr(text) === text)).toEqual([]);
    expect(Object.values(flat(spanishOf("explore")))).not.toContain(null);
  });

  it("has_every_figure_and_every_claim", () => {
    expect(Object.values(flat(spanishOf("figures")))).not.toContain(null);
    const english = CLAIMS.filter((claim) => localizeClaim(claim).says === claim.says);
    // Its statement is a formula with the names of the drivers.
    expect(english.map(({ id }) => id)).toEqual(["S-t4"]);
    const figure = localizeFigure(FIGURES.find(({ id }) => id === "m-figure-6-3")!);
    expect(figure.key).toBe("M figura 6-3");
    expect(figure.title).toBe("Sondeo con una cuota");
    expect(figure.names[0]).toBe("sondeo, cuota 5");
  });

  it("has_the_length_of_a_card", () => {
    for (const { title, text } of questionEntries()) {
      expect(countWords(title), title).toBeLessThanOrEqual(6);
      expect(countWords(text), text).toBeLessThanOrEqual(40);
    }
  });

  it("names_the_parts_of_the_page_as_the_page_does", () => {
    const shown = (["catalogues", "model", "explore"] as const)
      .flatMap((name) => Object.values(flat(spanishOf(name))))
      .map((text) => text?.replace(/ \{\w+\}$/, ""));
    const named = Object.values(flat(spanishOf("explore"))).flatMap((text) =>
      [...(text ?? "").matchAll(/«(.+?)»/g)].map(([, name]) => name),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !shown.includes(name))).toEqual([]);
  });

  it("shows_shelves_and_cards_and_finds_Spanish_and_English_words", () => {
    const { entries, search } = scenarioSearch(scenarios, questionEntries());
    expect(shelvesByTopic(entries)[0]?.name).toBe("Sobrecarga y livelock");
    const first = (typed: string) => search(typed)[0]?.title;
    expect(first("desploma rendimiento")).toBe("¿Por qué se desploma el rendimiento?");
    expect(first("why does throughput collapse")).toBe("¿Por qué se desploma el rendimiento?");
    expect(search("anillo recepcion").length).toBeGreaterThan(0);
    expect(search("figure 8-4").map(({ key }) => key)).toContain("scenario figure-8-4");
    expect(search("figura 8-4").map(({ key }) => key)).toContain("scenario figure-8-4");
  });
});
