// Builds the pages into dist/, which works from any folder of any file server. They are built in another folder
// and moved into place, so that a build that fails or is stopped leaves the last good pages.

import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { fingerprint, isMadeFrom, markMadeFrom } from "./fingerprint.mjs";
import { inProject } from "./paths.mjs";
import { run } from "./programs.mjs";
import { unchanged } from "./step.mjs";
import { laterFiles } from "./wasm.mjs";

export const siteFolder = inProject("dist");

/** What the pages are made from; tests and the toolchain's own commands change nothing in them. */
const inputs = ["web", "lessons", "package-lock.json", "vite.config.ts", "tsconfig.json"];

/** Files that are not part of the pages. */
const skipped = ["node_modules", "rules", "README.md"];

export async function buildSite() {
  const later = laterFiles();
  const print = fingerprint(inputs, {
    words: later.map(({ asset }) => asset),
    skip: [...skipped, "capture.d.ts", ...later.map(({ name }) => name)],
  });
  const isBuilt = isMadeFrom(siteFolder, print);
  if (!isBuilt) {
    const fresh = inProject("node_modules/.cache", `dist-${process.pid}`);
    await run("vite", ["build", "--outDir", fresh, "--emptyOutDir", "--logLevel", "warn"], {
      remedy: "mend the error above in web/ and run the command again",
    });
    markMadeFrom(fresh, print);
    rmSync(siteFolder, { recursive: true, force: true });
    renameSync(fresh, siteFolder);
  }
  addLaterFiles();
  return isBuilt ? unchanged : "built";
}

/** Copies to dist/ what pages load later, as far as it is built and not there yet. */
export function addLaterFiles() {
  for (const { file, asset } of laterFiles()) {
    const target = path.join(siteFolder, asset);
    if (existsSync(target) || !existsSync(file)) continue;
    copyFileSync(file, `${target}.new`);
    renameSync(`${target}.new`, target);
  }
}
