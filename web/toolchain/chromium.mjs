// Finds a Chromium, or installs Debian's: for the end-to-end tests the headless shell, which is the same
// engine without what a window needs and takes two thirds of the CPU time; for the benchmark the one that
// learners have. Browsers of Playwright's own are used when somebody has them, and never downloaded.

import { accessSync, constants } from "node:fs";
import path from "node:path";
import { inProject } from "./paths.mjs";
import { run, tryRun } from "./programs.mjs";
import { Failure } from "./step.mjs";

/** Debian's name of a package is that of its program. */
const shells = ["chromium-headless-shell", "chrome-headless-shell"];
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
 * Chromium hears of an access beyond WebAssembly's memory through the crash reporter's handler. The shell has
 * none unless it is told to, and would end with the page where the page is meant to see a trap. Nothing is sent
 * anywhere; a dump of a browser that broke lies beside the tests' other results, not in /tmp.
 */
const shellArguments = [
  "--enable-crash-reporter",
  `--crash-dumps-dir=${inProject("test-results", "crashes")}`,
];

/**
 * The path of a Chromium: what CHROMIUM names, else one on the PATH or in the usual places.
 * @returns {string | undefined}
 */
export function findChromium() {
  return process.env.CHROMIUM || findOnPath(programs) || applications.find(isProgram);
}

/**
 * What the end-to-end tests run in: what CHROMIUM names, else a headless shell, else any Chromium.
 * @returns {string | undefined} undefined: Playwright's own, if it has one
 */
export function findTestChromium() {
  return process.env.CHROMIUM || findOnPath(shells) || findChromium();
}

/**
 * How a test's browser is started.
 * @param {string | undefined} program as findTestChromium tells it; Playwright's own is a headless shell
 */
export function testArguments(program) {
  return program && !isShell(program)
    ? chromiumArguments
    : [...chromiumArguments, ...shellArguments];
}

/** Installs Debian's Chromium where there is none and that is possible. */
export async function installChromium() {
  const present = findChromium();
  if (present) return present;
  if (!(await canInstall())) {
    throw new Failure(
      "there is no Chromium",
      "install one (Debian: apt-get install chromium), or name one in the variable CHROMIUM",
    );
  }
  await install("chromium");
  const installed = findChromium();
  if (installed) return installed;
  throw new Failure("Debian's chromium is installed but not found", remedy);
}

/**
 * The same for the tests: the headless shell, and Chromium where that is not to be had.
 * @returns {Promise<string>} what the tests run in, in words
 */
export async function installTestChromium() {
  const present = process.env.CHROMIUM || findOnPath(shells);
  if (present) return present;
  const hindrance = await installShell();
  const shell = findOnPath(shells);
  if (shell) return `${shell}, installed`;
  return `${await installChromium()}; a headless shell takes a third less CPU time: ${hindrance}`;
}

/** Installs Debian's headless shell where that is possible, or tells what hinders it. */
async function installShell() {
  if (!(await canInstall())) return "Debian has it as chromium-headless-shell";
  try {
    await install("chromium-headless-shell");
    return "Debian's is installed but not found";
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return "apt-get could not install chromium-headless-shell";
  }
}

const remedy = "install Chromium by hand, or name one in the variable CHROMIUM";

async function canInstall() {
  return process.getuid?.() === 0 && (await tryRun("apt-get", ["--version"])).code === 0;
}

/** @param {string} name a package of Debian's */
async function install(name) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const lock = "-oDPkg::Lock::Timeout=120";
  await run("apt-get", ["update", lock], { env, remedy });
  const options = ["-y", "--no-install-recommends", lock];
  await run("apt-get", ["install", ...options, name], { env, remedy });
}

/** @param {string} program */
function isShell(program) {
  return /headless[-_]shell/.test(path.basename(program));
}

/** @param {string[]} names in the order of preference */
function findOnPath(names) {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isProgram);
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

/**
 * The path of a Firefox: the value of FIREFOX, else a Firefox on the PATH.
 * @returns {string | undefined}
 */
export function findFirefox() {
  return process.env.FIREFOX || findOnPath(["firefox-esr", "firefox"]);
}

/** Installs Debian's Firefox if there is no Firefox. The smoke test in e2e/firefox.spec.ts runs in it. */
export async function installFirefox() {
  const present = findFirefox();
  if (present) return present;
  const hint =
    "install one (Debian: apt-get install firefox-esr), or name one in the variable FIREFOX";
  if (!(await canInstall())) throw new Failure("there is no Firefox", hint);
  await install("firefox-esr");
  const installed = findFirefox();
  if (installed) return installed;
  throw new Failure("Debian's firefox-esr is installed but not found", hint);
}
