// Hardware and pages name no kernel design: what they show comes from the Topology and the Catalogue, which also
// has the names, of every family. Comments are free; tests are not, but a scenario's id is no design's name.
//
// Ids of families are ordinary words (router, today, others), so only a whole text that is one names a family.

import { isTest } from "../project.mjs";
import { rustCode } from "../rust-source.mjs";
import { parseTypeScript } from "../typescript-source.mjs";

const CATALOGUE = "web/engine/catalogue.json";

/**
 * @typedef {object} Names
 * @property {string[]} designs
 * @property {string[]} families
 * @property {string[]} scenarios
 */

/** @type {import("./index.mjs").Rule} */
export const designNames = {
  name: "hardware and web name no design",
  check: (project) => {
    const names = namesOf(project);
    if (names.designs.length === 0)
      return [`${CATALOGUE} has no design: the rule looked for nothing`];
    const spelled = names.designs.map((name) => name.replaceAll("_", "[-_ ]?")).join("|");
    const pattern = new RegExp(`(?<![a-z])(${spelled})(?![a-z])`, "i");
    // the longest first: an id may begin like another
    const scenarios = [...names.scenarios].sort((a, b) => b.length - a.length);
    const designs = spokenLines(project).flatMap(({ file, value, line }) => {
      const spoken = scenarios.reduce((text, id) => text.replaceAll(id, " "), value);
      const found = pattern.exec(spoken)?.[0];
      return found ? [`${file}:${line} names the design ${found}`] : [];
    });
    return [...designs, ...families(project, names.families)];
  },
};

/**
 * What the catalogue calls designs, families and scenarios.
 * @param {import("../project.mjs").Project} project
 * @returns {Names}
 */
function namesOf(project) {
  const ids = (/** @type {{ id: string }[] | undefined} */ rows) =>
    (rows ?? []).map(({ id }) => id);
  const catalogue = JSON.parse(project.text(CATALOGUE) || "{}");
  const [designs, families] = [ids(catalogue.designs), ids(catalogue.families)];
  return { designs, families, scenarios: ids(catalogue.scenarios) };
}

/**
 * Texts that are a family's id.
 * @param {import("../project.mjs").Project} project
 * @param {string[]} ids
 */
function families(project, ids) {
  return project
    .select(/\.tsx?$/, ["web"])
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      const { texts } = parseTypeScript(file, project.text(file));
      return texts
        .filter(({ value }) => ids.includes(value))
        .map(({ value, line }) => `${file}:${line} names the family ${value}`);
    });
}

/**
 * Everything but comments.
 * @param {import("../project.mjs").Project} project
 */
function spokenLines(project) {
  const scripts = project.select(/\.tsx?$/, ["web"]).flatMap((file) => {
    const { imports, identifiers, texts } = parseTypeScript(file, project.text(file));
    return [...imports, ...identifiers, ...texts].map((found) => ({ file, ...found }));
  });
  const plain = [
    ...project.select(/\.(css|html)$/, ["web"]).map((file) => [file, project.text(file)]),
    ...project
      .select(/\.rs$/, ["core/src/hardware"])
      .map((file) => [file, rustCode(project.text(file))]),
  ].flatMap(([file = "", text = ""]) =>
    text.split("\n").map((value, index) => ({ file, value, line: index + 1 })),
  );
  return [...scripts, ...plain];
}
