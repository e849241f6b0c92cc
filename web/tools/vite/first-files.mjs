// A Vite plugin that writes into the lab's page which files each page of the site begins with. page-start.js asks for
// those of the page in the address: otherwise the browser would know them only after the script of every page has run.

import { inProject } from "../lib/paths.mjs";

/** Pages that begin with a machine. A page's folder in web/pages is also its path in the address (shell/pages.ts). */
export const MACHINE_PAGES = ["lab", "workshop", "compare", "lecture"];
/** Pages that begin with text. They load the simulator when that is shown. */
export const TEXT_PAGES = ["explore", "lessons", "figures", "glossary"];
const SIMULATOR = "livelock_wasm_bg.wasm";
/** The document that gets the list. */
const ENTRY = inProject("web/index.html");

/**
 * @typedef {import("vite").Rollup.OutputBundle} Bundle
 * @typedef {import("vite").Rollup.OutputChunk} Chunk
 */

/** @returns {import("vite").Plugin} */
export function firstFiles() {
  return {
    name: "first-files",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle, chunk, filename }) {
        if (filename !== ENTRY || bundle === undefined || chunk === undefined) return html;
        const list = JSON.stringify(listFiles(bundle, chunk));
        // Before the script that reads it. A policy against inline scripts lets data pass.
        const data = `<script type="application/json" id="first-files">${list}</script>`;
        return html.replace("<script>", `${data}\n    $&`);
      },
    },
  };
}

/**
 * The addresses of the scripts and styles of each page, without those of every page.
 * @param {Bundle} bundle
 * @param {Chunk} entry
 */
function listFiles(bundle, entry) {
  const known = withImports(bundle, entry);
  const files = Object.values(bundle);
  const simulator = files.find((one) => one.type === "asset" && one.names.includes(SIMULATOR));
  return Object.fromEntries(
    [...MACHINE_PAGES, ...TEXT_PAGES].map((page) => {
      const module = inProject(`web/pages/${page}/index.tsx`);
      const start = files.find((one) => one.type === "chunk" && one.facadeModuleId === module);
      const own = [...withImports(bundle, start)].filter((one) => !known.has(one));
      const styles = own.flatMap((one) => [...(one.viteMetadata?.importedCss ?? [])]);
      const names = [...own.map(({ fileName }) => fileName), ...styles];
      if (MACHINE_PAGES.includes(page) && simulator !== undefined) names.push(simulator.fileName);
      return [page, names.map((name) => `./${name}`)];
    }),
  );
}

/**
 * A chunk and all that it imports statically.
 * @param {Bundle} bundle
 * @param {Bundle[string] | undefined} start
 */
function withImports(bundle, start) {
  const found = new Set(start?.type === "chunk" ? [start] : []);
  for (const { imports } of found) {
    for (const name of imports) {
      const next = bundle[name];
      if (next?.type === "chunk") found.add(next);
    }
  }
  return found;
}
