// `npm run reproduce`: runs the papers' claims natively; `-- --only M6 --format json` goes through.

import { spawnSync } from "node:child_process";
import { printFailure } from "./failure.mjs";
import { inProject } from "./paths.mjs";
import { installRust } from "./rust.mjs";

try {
  await installRust();
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
      ...process.argv.slice(2),
    ],
    { cwd: inProject("core"), stdio: "inherit" },
  );
  process.exit(status ?? 1);
} catch (error) {
  printFailure(error);
  process.exit(1);
}
