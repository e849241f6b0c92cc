// Tests of `tr` and `rich`: they return the translation of a text, or the English text if the catalogue has no translation.
// cspell:ignore paquete paquetes páquete Lííght pááçkéts áát
import { isValidElement } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { compileCatalogue } from "../tools/vite/messages.mjs";
import { activateLanguage, msg, tr, type Compiled } from "./i18n";
import { chooseLanguage, ENGLISH, findLanguage, LANGUAGES } from "./languages";
import { pseudoLocalize } from "./load/pseudo";
import { rich } from "./rich";

const SPANISH = findLanguage("es")!;
const SAMPLE = compileCatalogue({
  sample: {
    Light: "Claro",
    "{count, plural, one {# packet} other {# packets}} at {place}":
      "{count, plural, one {# paquete} other {# paquetes}} en {place}",
    "<b>Zoom</b> with {key}.": "Con {key}: <b>zoom</b>.",
    "not yet": null,
  },
}) as Record<string, Compiled>;

function inSpanish(): void {
  activateLanguage(SPANISH, (message) =>
    typeof message === "string" ? SAMPLE[message] : SAMPLE[JSON.stringify(message)],
  );
}

afterEach(() => activateLanguage(ENGLISH, (message) => message));

const packets = (count: number) =>
  tr("{count, plural, one {# packet} other {# packets}} at {place}", { count, place: "A" });

describe("tr", () => {
  it("gives_english_as_it_stands_in_the_code", () => {
    expect(tr("Light")).toBe("Light");
    expect([packets(1), packets(1200)]).toEqual(["1 packet at A", "1,200 packets at A"]);
    expect(
      tr(`A text in
      two lines.`),
    ).toBe("A text in two lines.");
  });

  it("gives_the_translation_and_else_english", () => {
    inSpanish();
    expect(tr(msg("Light"))).toBe("Claro");
    expect([packets(1), packets(1200)]).toEqual(["1 paquete en A", "1,200 paquetes en A"]);
    expect(tr("not yet")).toBe("not yet");
    expect(tr("Receive ring")).toBe("Receive ring");
  });

  it("names_every_changed_word_in_the_pseudo_language", () => {
    activateLanguage(findLanguage("en-XA")!, (message) => pseudoLocalize(message, "ltr"));
    expect(tr("Light")).toBe("Lííght");
    expect(packets(2)).toBe("2 pááçkéts áát A");
  });
});

describe("rich", () => {
  const flat = (node: unknown): unknown =>
    Array.isArray(node)
      ? node.flatMap(flat)
      : isValidElement<{ children?: unknown }>(node)
        ? [{ [node.type as string]: flat(node.props.children) }]
        : node === ""
          ? []
          : [node];

  it("puts_elements_where_the_translation_has_them", () => {
    const shown = () => flat(rich("<b>Zoom</b> with {key}.", { b: <b />, key: "Z" }));
    expect(shown()).toEqual([{ b: ["Zoom"] }, " with Z."]);
    inSpanish();
    expect(shown()).toEqual(["Con Z: ", { b: ["zoom"] }, "."]);
  });
});

describe("chooseLanguage", () => {
  const choose = (query: string, preference: string, ...browser: string[]) =>
    chooseLanguage({ query, preference, browser }).id;

  it("prefers_the_address_then_the_saved_choice_then_the_browser", () => {
    expect(choose("?lang=es", "en", "en-GB")).toBe("es");
    expect(choose("", "en", "es-AR")).toBe("en");
    expect(choose("", "auto", "fr", "es-AR", "en")).toBe("es");
    expect(choose("?lang=xx", "auto", "fr")).toBe("en");
  });

  it("takes_the_language_of_a_country_as_the_language", () => {
    for (const tag of ["es-MX", "es-419", "es_AR", "ES", "es-Latn-ES"])
      expect(choose(`?lang=${tag}`, "en", "en-GB"), tag).toBe("es");
    expect(choose("?lang=en-GB", "es", "es")).toBe("en");
  });

  it("offers_a_pseudo_language_only_by_a_link", () => {
    expect(choose("?lang=ar-XB", "auto")).toBe("ar-XB");
    expect(choose("", "auto", "ar-XB")).toBe("en");
    expect(LANGUAGES.map(({ id }) => id)).toEqual(["en", "es"]);
  });
});
