// Hardware and pages name no kernel design: what they show comes from the Topology and the Catalogue.
// The names are those of the files in core/src/designs. Comments are free; tests are not.

import { rustCode } from "../rust-source.mjs";
import { parseTypeScript } from "../typescript-source.mjs";

/** @type {import("./index.mjs").Rule} */
export const designNames = {
  name: "hardware and web name no design",
  check: (project) => {
    const names = designsOf(project);
    if (names.length === 0) return ["core/src/designs has no design: the rule looked for nothing"];
    const spelled = names.map((name) => name.replaceAll("_", "[-_ ]?")).join("|");
    const pattern = new RegExp(`(?<![a-z])(${spelled})(?![a-z])`, "i");
    return spokenLines(project).flatMap(({ file, value, line }) => {
      const found = pattern.exec(value)?.[0];
      return found ? [`${file}:${line} names the design ${found}`] : [];
    });
  },
};

/** @param {import("../project.mjs").Project} project */
export function designsOf(project) {
  const names = project
    .select(/^core\/src\/designs\/\w+(\.rs|\/mod\.rs)$/)
    .map((file) => file.split("/")[3]?.replace(".rs", "") ?? "");
  return names.filter((name) => name !== "mod" && !name.endsWith("tests"));
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
