// Builds the pages into dist/, which works in any folder of any file server. Builds them in another
// folder and moves them to dist/, so that dist/ stays complete if a build fails or is stopped.

import { compressFiles, uncompressedFiles } from "./compress.mjs";
import { fingerprint, makeFolder } from "../lib/fingerprint.mjs";
import { writeHostingFiles } from "./hosting.mjs";
import { holdCheckout } from "../lib/lock.mjs";
import { inProject } from "../lib/paths.mjs";
import { run } from "../lib/programs.mjs";
import { unchanged } from "../lib/step.mjs";

export const siteFolder = inProject("dist");

/** The inputs of the pages. Tests and commands of the toolchain are below them, but change no
 * page. */
const inputs = [
  ...["web", "lessons", "core/scenarios/index.json", "core/programs"],
  ...["package-lock.json", "vite.config.ts", "tsconfig.json"],
];

/** Files that are not part of the pages. */
const skipped = ["node_modules", "rules", "README.md"];

export function buildSite() {
  return makeFolder(siteFolder, fingerprint(inputs, { skip: skipped }), async (aside) => {
    await run("vite", ["build", "--outDir", aside, "--emptyOutDir", "--logLevel", "warn"], {
      remedy: "correct the error above in web/ and run the command again",
    });
    writeHostingFiles(aside);
  });
}

/** Compresses what is in dist/ and not compressed yet. */
export async function compressSite() {
  const isDone = () => uncompressedFiles(siteFolder).length === 0;
  if (isDone() || !(await holdCheckout(isDone)) || isDone()) return unchanged;
  await compressFiles(siteFolder);
  return "compressed";
}
