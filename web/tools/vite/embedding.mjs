// A Vite plugin for the files that course pages load by a fixed name: embed.js, the custom element as one classic script,
// and the files of the example page, unchanged.

import { readFileSync } from "node:fs";
import { inProject } from "../lib/paths.mjs";

/** The name of the element's entry among the inputs of the build. */
const ENTRY = "embed-element";
const EXAMPLE = ["example.html", "example.js", "example.css"];

/** @returns {import("vite").Plugin} */
export function embedding() {
  return {
    name: "embedding",
    apply: "build",
    buildStart() {
      this.emitFile({
        type: "chunk",
        id: inProject("web/embed/element.ts"),
        name: ENTRY,
        fileName: "embed.js",
      });
      for (const name of EXAMPLE) {
        const source = readFileSync(inProject("web/embed", name), "utf8");
        this.emitFile({ type: "asset", fileName: `embed/${name}`, source });
      }
    },
    // Wraps the script in a function: otherwise its names would be global in the course page.
    renderChunk(code, chunk) {
      if (chunk.name !== ENTRY) return null;
      if (chunk.imports.length > 0)
        this.error("web/embed/element.ts must not share code with the pages");
      return { code: `(() => {\n${code}\n})();`, map: null };
    },
  };
}
