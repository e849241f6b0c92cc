// No file is longer than a person reads in one go.

import { longestFile } from "../house.mjs";
import { generated } from "../project.mjs";

/** @type {import("./index.mjs").Rule} */
export const fileLengths = {
  name: `no source file is longer than ${longestFile} lines`,
  check: (project) =>
    project
      .select(/\.(ts|tsx|mjs|js|rs|css)$/)
      .filter((file) => !generated.has(file))
      .flatMap((file) => {
        const lines = project.text(file).trimEnd().split("\n").length;
        return lines > longestFile ? [`${file} has ${lines} lines: split it by idea`] : [];
      }),
};
