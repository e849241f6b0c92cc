// Texts that fit into a width.
// cspell:ignore Cuántos añadió pingüino Cuantos anadio pinguino
import { readFileSync, readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { inProject } from "../../tools/lib/paths.mjs";
import { textWidth, truncateText } from "./text-width";

it("a_truncated_text_fits_and_ends_in_an_ellipsis", () => {
  expect(truncateText("ether_input", 200, 12, "mono")).toBe("ether_input");
  const truncated = truncateText("ether_input", 50, 12, "mono");
  expect(truncated).toBe("ether…");
  expect(textWidth(truncated, 12, "mono")).toBeLessThanOrEqual(50);
});

it("a_text_is_empty_if_only_one_letter_would_fit", () => {
  expect(truncateText("ether_input", 12, 12, "mono")).toBe("");
});

it("an_accented_letter_is_as_wide_as_its_letter", () => {
  for (const weight of [400, 600, 700] as const) {
    const [spanish, plain] = ["¿Cuántos añadió él, pingüino?", "?Cuantos anadio el, pinguino?"].map(
      (text) => textWidth(text, 12, "text", weight),
    );
    expect(spanish).toBe(plain);
  }
});

it("every_letter_of_the_catalogues_has_a_width", () => {
  const folder = inProject("web/i18n");
  const catalogues = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /^\w+[\\/]\w+\.json$/.test(file),
  );
  const letters = new Set(
    catalogues.flatMap(
      (file) => readFileSync(`${folder}/${file}`, "utf8").match(/[\p{L}¡¿“”’«»]/gu) ?? [],
    ),
  );
  const unknown = textWidth("\u4e2d", 1000);
  expect(letters).toContain("ñ");
  expect([...letters].filter((letter) => textWidth(letter, 1000) === unknown)).toEqual([]);
});
