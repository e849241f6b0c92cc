// A Vite plugin that provides CITATION.cff as the module `virtual:citation`, so that the page cites the lab with the same
// words as the repository. It reads the file when the pages are built: the page needs no parser of YAML.
import { readFileSync } from "node:fs";
import { parse } from "yaml";

const NAME = "virtual:citation";

/**
 * @param {string} file
 * @returns {import("vite").Plugin}
 */
export function citation(file) {
  return {
    name: "citation",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      this.addWatchFile(file);
      return `export const citation = ${JSON.stringify(parse(readFileSync(file, "utf8")))};`;
    },
  };
}
