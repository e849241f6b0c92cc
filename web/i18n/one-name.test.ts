// One thing has one name in all texts of the page, in each language: the firewall process, whose program is screend (M 6.1),
// and the queue before it. Left out: procedures of the code view, claims and figures, which use the paper's words.
// cspell:ignore proceso cortafuegos cola filtrado
import { expect, it } from "vitest";
import { readCatalogues } from "../tools/vite/messages.mjs";

/** The English name, and the name in each language. */
const NAMES = [
  { english: /firewall process/i, spanish: /cortafuegos/i },
  { english: /screening queue/i, spanish: /cola de filtrado/i },
];

/** The texts of the page with their translations: [English, Spanish]. */
const texts = (["catalogues", "model", "explore"] as const).flatMap((folder) =>
  readCatalogues(folder).flatMap(({ catalogue }) =>
    Object.values(catalogue).flatMap((section) => Object.entries(section)),
  ),
);

const { sources = {}, knobs = {} } = readCatalogues("model")[0]?.catalogue ?? {};
const cited = new Set([sources, knobs].flatMap((section) => Object.keys(section)));

/** A source or a reason below a setting names the paper's program, and so do the title of a slide and the calls of kernel C. */
const isCited = (text: string) => /^K /.test(text) || cited.has(text);
const withoutNames = (text: string) =>
  text.replaceAll(/(firewall process|proceso cortafuegos) \(screend\)|What about screend\?/gi, "");

it("screend_is_called_the_firewall_process", () => {
  const wrong = texts
    .filter(([english]) => !isCited(english))
    .flat()
    .filter((text) => text !== null && /screend/i.test(withoutNames(text)));
  expect(wrong).toEqual([]);
});

it("the_queue_before_the_firewall_process_is_the_screening_queue", () => {
  const others = /(firewall|screend)('s| process's) queue|cola (del cortafuegos|de screend)/i;
  expect(texts.flat().filter((text) => text !== null && others.test(text))).toEqual([]);
});

it.each(NAMES)("$english has one name in Spanish", ({ english, spanish }) => {
  const wrong = texts.filter(
    ([text, translated]) => english.test(text) && translated !== null && !spanish.test(translated),
  );
  expect(wrong).toEqual([]);
});
