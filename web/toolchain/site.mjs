// Builds the pages into dist/, which works in any folder of any file server. Builds them in another
// folder and moves them to dist/, so that dist/ stays complete if a build fails or is stopped.

import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { compressFiles } from "./compress.mjs";
import { fingerprint, isMadeFrom, markMadeFrom } from "./fingerprint.mjs";
import { writeHostingFiles } from "./hosting.mjs";
import { inProject } from "./paths.mjs";
import { run } from "./programs.mjs";
import { unchanged } from "./step.mjs";
import { laterFiles } from "./wasm.mjs";

export const siteFolder = inProject("dist");

/** The inputs of the pages. Tests and commands of the toolchain are below them, but change no
 * page. */
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
    const temporary = inProject("node_modules/.cache", `dist-${process.pid}`);
    await run("vite", ["build", "--outDir", temporary, "--emptyOutDir", "--logLevel", "warn"], {
      remedy: "correct the error above in web/ and run the command again",
    });
    writeHostingFiles(temporary);
    markMadeFrom(temporary, print);
    rmSync(siteFolder, { recursive: true, force: true });
    renameSync(temporary, siteFolder);
  }
  addLaterFiles();
  return isBuilt ? unchanged : "built";
}

/** Compresses what is in dist/ and not compressed yet. */
export async function compressSite() {
  return (await compressFiles(siteFolder)) === 0 ? unchanged : "compressed";
}

/** Copies the files that pages load later to dist/, if they are built and not there yet. */
export function addLaterFiles() {
  for (const { file, asset } of laterFiles()) {
    const target = path.join(siteFolder, asset);
    if (existsSync(target) || !existsSync(file)) continue;
    copyFileSync(file, `${target}.new`);
    renameSync(`${target}.new`, target);
  }
}
