// Writes dist/service-worker.js, with the list of the files that it stores on the device. A step of its own after the pages,
// because `npm start` leaves it out.

import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import path from "node:path";
import { build } from "vite";
import { inProject } from "../lib/paths.mjs";
import { siteFolder } from "./site.mjs";
import { Failure } from "../lib/step.mjs";

const SERVICE_WORKER = "service-worker.js";

/** Everything that the pages may load. Browsers that run the lab read woff2, so the same fonts in older forms are left out. */
const STORED = ["**/*.{html,js,css,json,wasm,woff2,svg,png,webmanifest}"];
const NOT_STORED = [
  ...["gallery/**", "assets/gallery-*", "404.html", SERVICE_WORKER],
  // The embedded page itself is stored, the example of a page around it is not.
  ...["embed/**", "embed.js"],
  // No text of the interface is written in these alphabets.
  "assets/source-*-{cyrillic,greek,vietnamese}-*",
];

/** Vite puts a hash of the content into the name. */
const HASHED_NAME = /-[\w-]{8,12}\.\w+$/;

/**
 * @param {string} [folder] of the built pages
 * @returns {Promise<string>} the remark of the step: how much is stored
 */
export async function writeServiceWorker(folder = siteFolder) {
  // Imported here, because `npm start` does not install it.
  const { getManifest } = await import("workbox-build");
  const {
    manifestEntries: entries,
    count,
    size,
    warnings,
  } = await getManifest({
    globDirectory: folder,
    globPatterns: STORED,
    globIgnores: NOT_STORED,
    dontCacheBustURLsMatching: HASHED_NAME,
    maximumFileSizeToCacheInBytes: 16 * 1024 * 1024,
  });
  if (warnings.length > 0 || count === 0) {
    throw new Failure(
      `the copy for offline use has ${count} files`,
      "delete dist/ and build again",
      warnings.join("\n"),
    );
  }
  const version = createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 8);
  const facts = { version, files: count, bytes: size };
  // Removes compressed files of an earlier build: a server would send them in place of the new script.
  for (const ending of ["gz", "br"]) {
    rmSync(path.join(folder, `${SERVICE_WORKER}.${ending}`), { force: true });
  }
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: {
      PRECACHE: JSON.stringify({ entries, facts }),
      "process.env.NODE_ENV": JSON.stringify("production"),
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: "es2022",
      lib: {
        entry: inProject("web/service-worker/service-worker.ts"),
        // A classic script: Firefox runs no modules as service workers.
        formats: ["iife"],
        name: "serviceWorker",
        fileName: () => SERVICE_WORKER,
      },
    },
  });
  return `${count} files, ${(size / 1e6).toFixed(1)} MB`;
}
