// A Vite plugin that provides the addresses of the modules that a page loads later, as the module
// `virtual:simulators`. A page knows the address of a module before the module is built, because
// `npm start` builds modules while it serves the page.

import { existsSync } from "node:fs";
import { laterFiles } from "./wasm.mjs";

const virtual = "virtual:simulators";
const resolved = `\0${virtual}`;

/** @returns {import("vite").Plugin} */
export function simulators() {
  let isBuild = false;
  return {
    name: "simulators",
    configResolved(config) {
      isBuild = config.command === "build";
    },
    resolveId: (id) => (id === virtual ? resolved : undefined),
    load(id) {
      if (id !== resolved) return undefined;
      const files = laterFiles().filter(({ file }) => isBuild || existsSync(file));
      const imports = files.map(({ file }, index) =>
        isBuild ? "" : `import file${index} from ${JSON.stringify(`${file}?url`)};\n`,
      );
      const entries = files.map(({ name, asset }, index) => {
        if (!isBuild) return `${JSON.stringify(name)}: file${index}`;
        const reference = this.emitFile({ type: "asset", fileName: asset, source: "" });
        return `${JSON.stringify(name)}: import.meta.ROLLUP_FILE_URL_${reference}`;
      });
      return `${imports.join("")}export const laterFiles = { ${entries.join(", ")} };`;
    },
    // The address is known now; the file itself is copied to dist/ when it is built (site.mjs).
    generateBundle(_options, bundle) {
      for (const { asset } of laterFiles()) delete bundle[asset];
    },
  };
}
