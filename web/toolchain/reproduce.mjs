// `npm run reproduce`: runs the papers' claims natively and writes one page with every figure and claim, whose
// path it prints. Options after `--` go through; with `--format json` among them no page is written.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { printFailure } from "./failure.mjs";
import { inProject } from "./paths.mjs";
import { installRust } from "./rust.mjs";

/** The page, when nothing else was asked for. */
const page = inProject("test-results/reproduction.html");

try {
  await installRust();
  const asked = process.argv.slice(2);
  const wantsPage = !asked.some((word) => /^--format(=|$)/.test(word));
  if (wantsPage) mkdirSync(path.dirname(page), { recursive: true });
  const options = wantsPage ? [...asked, "--format", "html", "--output", page] : asked;
  const { status } = spawnSync(
    "cargo",
    [
      "run",
      "--quiet",
      "--release",
      "--package",
      "livelock_cli",
      "--bin",
      "livelock",
      "--",
      "reproduce",
      ...options,
    ],
    { cwd: inProject("core"), stdio: "inherit" },
  );
  if (wantsPage && existsSync(page)) console.log(page);
  process.exit(status ?? 1);
} catch (error) {
  printFailure(error);
  process.exit(1);
}
