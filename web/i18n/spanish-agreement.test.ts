// Spanish articles and adjectives agree with a noun. A name in a sentence ("anillo de recepción", "cola de entrada IP") may be
// of either gender, so no article stands before it, and no adjective says how it is. A number, a time or a sign of C has one gender.
// cspell:ignore anillo recepción entrada queda unos unas ningún ninguna estaba lleno llena vacío vacía ocupado ocupada abierto abierta
import { expect, it } from "vitest";
import { readCatalogues } from "../tools/vite/messages.mjs";

const texts = (["catalogues", "model", "explore", "figures"] as const).flatMap((folder) =>
  readCatalogues(folder).flatMap(({ catalogue }) =>
    Object.values(catalogue).flatMap((section) => Object.values(section)),
  ),
);

/** What is in the place of these is a number with its unit, a moment, or a sign or word of C. */
const ONE_GENDER = new Set(
  (
    "n part share percentPlain span rate free time spent length dependent minutes count peak delivered window offered mark " +
    "from to visits packets gap sign open close keyword comma"
  ).split(" "),
);

const ARTICLE =
  /(?<![\p{L}])(?:el|la|los|las|un|una|unos|unas|del|al|est[ea]|est[oa]s|ningún|ninguna)\s+[«“]?(?:<[^>]+>)?\{(?<name>\w+)/giu;
const DESCRIBED =
  /(?<!control )\{(?:name|place|queue|ring|subject|consumer)\} (?:est(?:á|aba)|queda) (?:lleno|llena|vacío|vacía|ocupado|ocupada|abierto|abierta)/u;

const names = (text: string) => [...text.matchAll(ARTICLE)].map(({ groups }) => groups?.name ?? "");

it("no_article_stands_before_a_name_of_unknown_gender", () => {
  const wrong = texts.filter((text) => names(text ?? "").some((name) => !ONE_GENDER.has(name)));
  expect(wrong).toEqual([]);
});

it("no_adjective_describes_a_name_of_unknown_gender", () => {
  expect(texts.filter((text) => DESCRIBED.test(text ?? ""))).toEqual([]);
});
