// Every Rust file belongs to a crate: a `mod` in a living file names it, or cargo starts there.

import path from "node:path";
import { rustCode } from "../rust-source.mjs";

/** Files that cargo finds by their place. */
const crateRoots = /(^|\/)(src\/(lib|main)|src\/bin\/\w+|(tests|benches|examples)\/\w+|build)\.rs$/;

/** @type {import("./index.mjs").Rule} */
export const deadRustFiles = {
  name: "every Rust file is in a crate",
  check: (project) => {
    const files = project.select(/\.rs$/);
    const alive = new Set(files.filter((file) => crateRoots.test(file)));
    for (const file of alive) {
      for (const child of modulesOf(project, file)) alive.add(child);
    }
    return files.filter((file) => !alive.has(file)).map((file) => `${file} is in no mod`);
  },
};

/**
 * The files of `mod name;` in a file, those of `#[path = "..."]` included.
 * @param {import("../project.mjs").Project} project
 * @param {string} file
 */
function modulesOf(project, file) {
  const folder = path.posix.dirname(file);
  const own = path.posix.basename(file, ".rs");
  const isRoot = crateRoots.test(file) || own === "mod";
  const below = isRoot ? folder : `${folder}/${own}`;
  const names = [...rustCode(project.text(file)).matchAll(/\bmod (\w+);/g)].map(
    (match) => match[1],
  );
  const paths = [...project.text(file).matchAll(/#\[path = "([^"]+)"\]/g)].map((match) => match[1]);
  return [
    ...names.flatMap((name) => [`${below}/${name}.rs`, `${below}/${name}/mod.rs`]),
    ...paths.map((name) => path.posix.join(folder, name ?? "")),
  ].filter((child) => project.has(child));
}
