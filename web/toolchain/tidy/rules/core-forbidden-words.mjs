// What may not be named in core/src: browsers, threads, the wall clock, unordered maps, floats.

import { coreForbidden } from "../house.mjs";
import { isIn } from "../project.mjs";
import { rustCodeWithoutTests } from "../rust-source.mjs";
import { coreFiles } from "./core-import-order.mjs";

/** @type {import("./index.mjs").Rule} */
export const coreForbiddenWords = {
  name: "nothing enters core/src that may not",
  check: (project) =>
    coreFiles(project).flatMap((file) => {
      const lines = rustCodeWithoutTests(project.text(file)).split("\n");
      return coreForbidden
        .filter(({ except }) => !except.some((room) => isIn(file, `core/src/${room}`)))
        .flatMap(({ pattern, why }) =>
          lines.flatMap((line, index) => {
            const found = pattern.exec(line)?.[0];
            return found ? [`${file}:${index + 1} ${found}: ${why}`] : [];
          }),
        );
    }),
};
