// Shipped code names no address on another host: the lab works without a network. Names that look like
// addresses (XML namespaces) are free, and so are comments.

import { namespaces } from "../house.mjs";
import { isTest } from "../project.mjs";
import { parseTypeScript } from "../typescript-source.mjs";

const address = /\b(?:https?|wss?):\/\/[^\s"'`<>)]+/g;

/** @type {import("./index.mjs").Rule} */
export const otherHosts = {
  name: "shipped code names no other host",
  check: (project) =>
    shippedTexts(project).flatMap(({ file, value, line }) =>
      (value.match(address) ?? [])
        .filter((found) => !namespaces.test(found))
        .map((found) => `${file}:${line} names ${found}`),
    ),
};

/** @param {import("../project.mjs").Project} project */
function shippedTexts(project) {
  const scripts = project
    .select(/\.tsx?$/, ["web"])
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      parseTypeScript(file, project.text(file)).texts.map((found) => ({ file, ...found })),
    );
  const plain = project.select(/\.(css|html)$/, ["web"]).flatMap((file) =>
    project
      .text(file)
      .split("\n")
      .map((value, index) => ({ file, value, line: index + 1 })),
  );
  return [...scripts, ...plain];
}
