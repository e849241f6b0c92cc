// The words that rules search for: names of designs and families, addresses of other hosts, empty
// names, and metaphors that other words have replaced. Names of designs and families come from the
// committed catalogue, so a new name needs no change here.

import { readFileSync } from "node:fs";
import { inProject } from "../lib/paths.mjs";

/** @typedef {{ id: string }[]} Rows */
/** @type {{ designs: Rows, families: Rows, scenarios: Rows }} */
const catalogue = JSON.parse(readFileSync(inProject("web/generated/catalogue.json"), "utf8"));

/** @param {Rows} rows */
const ids = (rows) => rows.map(({ id }) => id);

const familyIds = ids(catalogue.families);

/** The longest id is first, because an id may begin with another id. */
const scenarioIds = ids(catalogue.scenarios).sort((a, b) => b.length - a.length);

const designIds = ids(catalogue.designs);
if (designIds.length === 0) throw new Error("the catalogue has no design: nothing to look for");

const designs = new RegExp(
  `(?<![a-z])(${designIds.map((id) => id.replaceAll("_", "[-_ ]?")).join("|")})(?![a-z])`,
  "i",
);

/**
 * Returns the name of a design in a text. The id of a scenario may contain the name of a design,
 * but does not count.
 * @param {string} text
 */
export function findDesign(text) {
  if (!designs.test(text)) return undefined;
  const withoutScenarioIds = scenarioIds.reduce((rest, id) => rest.replaceAll(id, " "), text);
  return designs.exec(withoutScenarioIds)?.[0];
}

/**
 * Returns whether the whole text is the id of a family. These ids are ordinary words inside longer
 * texts.
 * @param {string} text
 */
export function isFamily(text) {
  return familyIds.includes(text);
}

/**
 * Returns the address of another host in a text. XML namespaces look like addresses, but do not
 * count.
 * @param {string} text
 */
export function findHost(text) {
  const addresses = text.match(/\b(?:https?|wss?):\/\/[^\s"'`<>)]+/g) ?? [];
  return addresses.find((address) => !/^http:\/\/www\.w3\.org\//.test(address));
}

/** Names that are too general. */
export const emptyNames = /(Manager|Helper|[Uu]tils?)(?![a-z])/;

/** Metaphors that the project no longer uses. ARCHITECTURE.md has the words that replaced them. */
const metaphors = [
  ...["another-run", "aloud", "breathe", "heir", "journey", "kept-list", "made-once"],
  ...["narrate", "narrator", "notebook", "put-aside", "speak", "studio", "take-down", "tangles?"],
  "workbench",
];
const metaphor = new RegExp(`(^|-)(${metaphors.join("|")})(-|$)`);

/**
 * Returns the metaphor in a name (`createStudio`, `open-studio.ts`) that the project no longer uses.
 * @param {string} name
 */
export function findMetaphor(name) {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/[_/.]/g, "-")
    .toLowerCase();
  return metaphor.exec(words)?.[2];
}
