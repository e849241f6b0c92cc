// Builds the pages into dist/, which works from any folder of any file server. Built beside and moved
// into place, so that a build that fails or is stopped leaves the last good pages.

import { renameSync, rmSync } from "node:fs";
import { run } from "./command.mjs";
import { fingerprint, isMadeFrom, markMadeFrom } from "./fingerprint.mjs";
import { inProject } from "./paths.mjs";
import { unchanged } from "./step.mjs";

export const siteFolder = inProject("dist");

/** What the pages are made from; tests and the toolchain's own commands change nothing in them. */
const inputs = ["web", "lessons", "package-lock.json", "vite.config.ts", "tsconfig.json"];

export async function buildSite() {
  const print = fingerprint(inputs, { skip: ["node_modules", "tidy", "README.md"] });
  if (isMadeFrom(siteFolder, print)) return unchanged;
  const fresh = inProject("node_modules/.cache", `dist-${process.pid}`);
  const output = await run(
    "vite",
    ["build", "--outDir", fresh, "--emptyOutDir", "--logLevel", "warn"],
    {
      remedy: "mend the error above in web/ and run the command again",
    },
  );
  markMadeFrom(fresh, print);
  rmSync(siteFolder, { recursive: true, force: true });
  renameSync(fresh, siteFolder);
  return `built; ${/budget: .*/.exec(output)?.[0] ?? "no budget weighed"}`;
}
