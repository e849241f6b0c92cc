// Finds a Chromium for the end-to-end tests, or installs Debian's. Browsers of Playwright's own are
// used when somebody has them, and never downloaded.

import { accessSync, constants } from "node:fs";
import path from "node:path";
import { run, tryRun } from "./command.mjs";
import { Failure } from "./failure.mjs";

const programs = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const applications = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** For a browser that may run as root, has no display and talks to nobody but the page. */
export const chromiumArguments = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The path of a Chromium: what CHROMIUM names, else one on the PATH or in the usual places.
 * @returns {string | undefined}
 */
export function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const candidates = programs.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...candidates, ...applications].find(isProgram);
}

/** Installs Debian's package where that is possible. */
export async function installChromium() {
  const present = findChromium();
  if (present) return present;
  const { code } = await tryRun("apt-get", ["--version"]);
  const isRoot = process.getuid?.() === 0;
  if (code !== 0 || !isRoot) {
    throw new Failure(
      "there is no Chromium for the end-to-end tests",
      "install one (Debian: apt-get install chromium), or name one in the variable CHROMIUM",
    );
  }
  const remedy = "install Chromium by hand, or name one in the variable CHROMIUM";
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const lock = "-oDPkg::Lock::Timeout=120";
  await run("apt-get", ["update", lock], { env, remedy });
  await run("apt-get", ["install", "-y", "--no-install-recommends", lock, "chromium"], {
    env,
    remedy,
  });
  const installed = findChromium();
  if (!installed) throw new Failure("Debian's chromium is installed but not found", remedy);
  return installed;
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
