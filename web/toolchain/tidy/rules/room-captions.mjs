// Every room says what it is: a README.md, or the header of its index, mod.rs, lib.rs or main.rs (that
// of a cargo package too).

import path from "node:path";
import { headerLines } from "./file-headers.mjs";

/** @type {import("./index.mjs").Rule} */
export const roomCaptions = {
  name: "every room has its caption",
  check: (project) =>
    roomsOf(project)
      .filter((room) => !captionsOf(room).some((file) => isCaption(project, file)))
      .map((room) => `${room} has no README.md and no index with a header`),
};

/**
 * Folders that hold source files.
 * @param {import("../project.mjs").Project} project
 */
function roomsOf(project) {
  const sources = project.select(/\.(ts|tsx|mjs|rs|css)$/, ["web", "core", "e2e", "lessons"]);
  const folders = sources.map((file) => path.posix.dirname(file));
  return [...new Set(folders)].filter((folder) => !/\/src\/bin$/.test(folder)).sort();
}

/** @param {string} room */
function captionsOf(room) {
  const indexes = [
    "index.ts",
    "index.tsx",
    "index.mjs",
    "mod.rs",
    "lib.rs",
    "main.rs",
    "src/lib.rs",
  ];
  return [`${room}/README.md`, `${room}.rs`, ...indexes.map((name) => `${room}/${name}`)];
}

/**
 * @param {import("../project.mjs").Project} project
 * @param {string} file
 */
function isCaption(project, file) {
  if (!project.has(file)) return false;
  return file.endsWith(".md") || headerLines(file, project.text(file)).length > 0;
}
