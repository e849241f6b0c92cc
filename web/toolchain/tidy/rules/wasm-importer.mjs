// One file imports the compiled core, and one its reader of capture files; everybody else talks to the worker. The address of the module
// (`?url`) is free: the page fetches it once for all workers. Tests and scripts may run the core directly.

import { wasmPackage } from "../house.mjs";
import { isIn, isTest } from "../project.mjs";
import { parseTypeScript, resolveImport } from "../typescript-source.mjs";

/** @type {import("./index.mjs").Rule} */
export const wasmImporter = {
  name: "only the workers import the wasm package",
  check: (project) =>
    project
      .select(/\.tsx?$/)
      .filter((file) => !wasmPackage.importers.includes(file) && !isTest(file))
      .flatMap((file) =>
        parseTypeScript(file, project.text(file))
          .imports.filter(({ value }) => !value.endsWith("?url"))
          .filter(({ value }) => {
            const target = resolveImport(project, file, value);
            return target !== undefined && isIn(target, wasmPackage.folder);
          })
          .map(({ value, line }) => `${file}:${line} imports ${value}`),
      ),
};
