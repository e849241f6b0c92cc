// Rooms of the web stay apart: pure rooms know no React, no page, no store; views know no worker.

import { webRooms } from "../house.mjs";
import { isIn, isTest } from "../project.mjs";
import { parseTypeScript, resolveImport } from "../typescript-source.mjs";

/** @type {import("./index.mjs").Rule} */
export const webRoomImports = {
  name: "nothing enters a room of the web that may not",
  check: (project) =>
    webRooms.flatMap((rule) =>
      project
        .select(/\.tsx?$/, [rule.room])
        .filter((file) => !isTest(file))
        .flatMap((file) => findingsOf(project, file, rule)),
    ),
};

/**
 * @param {import("../project.mjs").Project} project
 * @param {string} file
 * @param {(typeof webRooms)[number]} rule
 */
function findingsOf(project, file, { room, packages, rooms = [], typesFrom = [], names = [] }) {
  const source = parseTypeScript(file, project.text(file));
  const imported = source.imports.filter(({ value, typeOnly }) => {
    const target = resolveImport(project, file, value);
    if (target === undefined) return packages?.test(value) ?? false;
    return rooms.some((other) => isIn(target, other)) && !(typeOnly && typesFrom.includes(target));
  });
  const named = source.names.filter(({ value }) => names.includes(value));
  return [
    ...imported.map(({ value, line }) => `${file}:${line} ${room} may not import ${value}`),
    ...named.map(({ value, line }) => `${file}:${line} ${room} may not name ${value}`),
  ];
}
