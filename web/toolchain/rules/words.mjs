// Words that rules look for: names of designs and families (from the committed catalogue, so a new one is found
// without a change here), addresses on other hosts, names that say nothing.

import { readFileSync } from "node:fs";
import { inProject } from "../paths.mjs";

/** @typedef {{ id: string }[]} Rows */
/** @type {{ designs: Rows, families: Rows, scenarios: Rows }} */
const catalogue = JSON.parse(readFileSync(inProject("web/engine/catalogue.json"), "utf8"));

/** @param {Rows} rows */
const ids = (rows) => rows.map(({ id }) => id);

const familyIds = ids(catalogue.families);

/** The longest first: an id may begin like another one. */
const scenarioIds = ids(catalogue.scenarios).sort((a, b) => b.length - a.length);

const designIds = ids(catalogue.designs);
if (designIds.length === 0) throw new Error("the catalogue has no design: nothing to look for");

const designs = new RegExp(
  `(?<![a-z])(${designIds.map((id) => id.replaceAll("_", "[-_ ]?")).join("|")})(?![a-z])`,
  "i",
);

/**
 * The design that a text names. The id of a scenario, which may begin with a design's, is no design's name.
 * @param {string} text
 */
export function findDesign(text) {
  if (!designs.test(text)) return undefined;
  const spoken = scenarioIds.reduce((rest, id) => rest.replaceAll(id, " "), text);
  return designs.exec(spoken)?.[0];
}

/**
 * Is the text the id of a family? Ids of families are ordinary words, so only a whole text names one.
 * @param {string} text
 */
export function isFamily(text) {
  return familyIds.includes(text);
}

/**
 * The address on another host that a text names. XML namespaces look like addresses and are none.
 * @param {string} text
 */
export function findHost(text) {
  const addresses = text.match(/\b(?:https?|wss?):\/\/[^\s"'`<>)]+/g) ?? [];
  return addresses.find((address) => !/^http:\/\/www\.w3\.org\//.test(address));
}

/** Names that do not say what a thing is. */
export const emptyNames = /(Manager|Helper|[Uu]tils?)(?![a-z])/;

/** Metaphors that the project has given up; ARCHITECTURE.md has the words that took their places. */
const givenUp = [
  ...["another-run", "aloud", "breathe", "desk", "heir", "kept-list", "made-once", "narrate"],
  ...["put-aside", "speak", "studio", "take-down", "tangles"],
];
const givenUpName = new RegExp(`(^|-)(${givenUp.join("|")})(-|$)`);

/**
 * The word of a name (`createStudio`, `open-studio.ts`) that the project has given up.
 * @param {string} name
 */
export function findGivenUp(name) {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/[_/.]/g, "-")
    .toLowerCase();
  return givenUpName.exec(words)?.[2];
}
