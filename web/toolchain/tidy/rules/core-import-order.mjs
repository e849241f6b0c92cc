// Rooms of core/src use only rooms before them, designs and families never use each other, and every room
// has its place in the order. Tests may look further.

import { coreFamilies, coreOrder } from "../house.mjs";
import { cratePaths, rustCodeWithoutTests } from "../rust-source.mjs";

/** @type {import("./index.mjs").Rule} */
export const coreImportOrder = {
  name: "core's rooms use only the rooms before them",
  check: (project) => {
    const designs = designsOf(project);
    return coreFiles(project).flatMap((file) => findingsOf(file, project.text(file), designs));
  },
};

/** @param {import("../project.mjs").Project} project */
export function coreFiles(project) {
  return project
    .select(/\.rs$/, ["core/src"])
    .filter((file) => file !== "core/src/lib.rs" && !/(^|[/_])tests\.rs$/.test(file));
}

/**
 * @param {string} file
 * @param {string} text
 * @param {string[]} designs names of all designs
 */
function findingsOf(file, text, designs) {
  const modulePath = modulePathOf(file);
  const [room = "", own] = modulePath;
  if (placeOf(room) === -1) return [`${file} ${room} has no place in house.mjs's coreOrder`];
  return cratePaths(rustCodeWithoutTests(text), modulePath).flatMap(({ value, line }) => {
    const [other = "", item = ""] = value.split("::");
    const isLater = placeOf(other) > placeOf(room);
    if (isLater) return [`${file}:${line} ${room} comes before ${other}, which it uses`];
    const isOtherFamily =
      other !== room && [room, other].every((one) => coreFamilies.includes(one));
    if (isOtherFamily)
      return [`${file}:${line} the family ${room} uses ${other}: move it to kernel`];
    const isOtherDesign = other === "designs" && item !== own && designs.includes(item);
    return room === "designs" && own && isOtherDesign
      ? [`${file}:${line} the design ${own} uses ${value}: move it to kernel`]
      : [];
  });
}

/**
 * `core/src/cpu/line.rs` gives `cpu`, `line`; `core/src/cpu/mod.rs` and `core/src/cpu.rs` give `cpu`.
 * @param {string} file
 */
function modulePathOf(file) {
  return file
    .replace(/^core\/src\//, "")
    .replace(/(\/mod)?\.rs$/, "")
    .split("/");
}

/** @param {string} room its line in the order, -1 when it is in none */
function placeOf(room) {
  return coreOrder.findIndex((line) => line.includes(room));
}

/**
 * M's designs by their files in the core.
 * @param {import("../project.mjs").Project} project
 */
function designsOf(project) {
  const names = project
    .select(/^core\/src\/designs\/\w+(\.rs|\/mod\.rs)$/)
    .map((file) => file.split("/")[3]?.replace(".rs", "") ?? "");
  return names.filter((name) => name !== "mod" && !name.endsWith("tests"));
}
