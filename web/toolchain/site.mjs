// Builds the pages into dist/, which works in any folder of any file server. Builds them in another
// folder and moves them to dist/, so that dist/ stays complete if a build fails or is stopped.

import { renameSync, rmSync } from "node:fs";
import { compressFiles } from "./compress.mjs";
import { fingerprint, isMadeFrom, markMadeFrom } from "./fingerprint.mjs";
import { writeHostingFiles } from "./hosting.mjs";
import { inProject } from "./paths.mjs";
import { run } from "./programs.mjs";
import { unchanged } from "./step.mjs";

export const siteFolder = inProject("dist");

/** The inputs of the pages. Tests and commands of the toolchain are below them, but change no
 * page. */
const inputs = ["web", "lessons", "package-lock.json", "vite.config.ts", "tsconfig.json"];

/** Files that are not part of the pages. */
const skipped = ["node_modules", "rules", "README.md"];

export async function buildSite() {
  const print = fingerprint(inputs, { skip: skipped });
  if (isMadeFrom(siteFolder, print)) return unchanged;
  const temporary = inProject("node_modules/.cache", `dist-${process.pid}`);
  await run("vite", ["build", "--outDir", temporary, "--emptyOutDir", "--logLevel", "warn"], {
    remedy: "correct the error above in web/ and run the command again",
  });
  writeHostingFiles(temporary);
  markMadeFrom(temporary, print);
  rmSync(siteFolder, { recursive: true, force: true });
  renameSync(temporary, siteFolder);
  return "built";
}

/** Compresses what is in dist/ and not compressed yet. */
export async function compressSite() {
  return (await compressFiles(siteFolder)) === 0 ? unchanged : "compressed";
}
