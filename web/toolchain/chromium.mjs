// Finds a Chromium, or installs that of Debian. The end-to-end tests use the headless shell: the
// same engine without windows, in two thirds of the CPU time. The benchmark uses the browser that
// learners have. A browser of Playwright is used if it is installed, but is never downloaded.

import { accessSync, constants } from "node:fs";
import path from "node:path";
import { inProject } from "./paths.mjs";
import { run, tryRun } from "./programs.mjs";
import { Failure } from "./step.mjs";

/** Names of programs. In Debian the package has the same name as its program. */
const shells = ["chromium-headless-shell", "chrome-headless-shell"];
const programs = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const applications = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** For a browser without a display, which may run as root and makes no requests of its own. */
export const chromiumArguments = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Without the optimising compilers for scripts. A test ends before their work pays: the lesson walks take 15 % less CPU time
 * without them, the pages of most tests 7 % less, and only axe and the figures some 5 % more. WebAssembly is still optimised. */
const testCompilers = "--js-flags=--no-opt --no-maglev";

/**
 * Chromium detects an access beyond WebAssembly's memory with the handler of its crash reporter.
 * The shell starts the crash reporter only with these arguments. Without it the shell would crash,
 * and the page would not get the trap. Nothing is sent to anybody. The dump of a crash is in
 * test-results, not in /tmp.
 */
const shellArguments = [
  "--enable-crash-reporter",
  `--crash-dumps-dir=${inProject("test-results", "crashes")}`,
];

/**
 * Returns the path of a Chromium: the value of CHROMIUM, else a Chromium on the PATH or in the
 * usual places.
 * @returns {string | undefined}
 */
export function findChromium() {
  return process.env.CHROMIUM || findOnPath(programs) || applications.find(isProgram);
}

/**
 * Returns the browser of the end-to-end tests: the value of CHROMIUM, else a headless shell, else
 * any Chromium.
 * @returns {string | undefined} undefined: the tests use Playwright's browser, if it is installed
 */
export function findTestChromium() {
  return process.env.CHROMIUM || findOnPath(shells) || findChromium();
}

/**
 * Returns the arguments that start the browser of the tests.
 * @param {string | undefined} program the result of findTestChromium; undefined: Playwright's own,
 *   a headless shell
 */
export function testArguments(program) {
  const ofShell = program && !isShell(program) ? [] : shellArguments;
  return [...chromiumArguments, testCompilers, ...ofShell];
}

/** Returns a Chromium. If there is none, installs that of Debian, or fails if this is not
 * possible. */
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
 * The same for the tests: the headless shell, or Chromium if the shell cannot be installed.
 * @returns {Promise<string>} the browser of the tests, in words
 */
export async function installTestChromium() {
  const present = process.env.CHROMIUM || findOnPath(shells);
  if (present) return present;
  const reason = await installShell();
  const shell = findOnPath(shells);
  if (shell) return `${shell}, installed`;
  return `${await installChromium()}; a headless shell takes a third less CPU time: ${reason}`;
}

/** Installs Debian's headless shell. Returns the reason for a message if the shell is not found
 * afterwards. */
async function installShell() {
  if (!(await canInstall())) return "Debian has it as chromium-headless-shell";
  try {
    await install("chromium-headless-shell");
    return "Debian's headless shell is installed but not found";
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return "apt-get could not install chromium-headless-shell";
  }
}

const remedy = "install Chromium by hand, or name one in the variable CHROMIUM";

async function canInstall() {
  return process.getuid?.() === 0 && (await tryRun("apt-get", ["--version"])).code === 0;
}

/** @param {string[]} names packages of Debian's */
async function install(...names) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const lock = "-oDPkg::Lock::Timeout=120";
  await run("apt-get", ["update", lock], { env, remedy });
  const options = ["-y", "--no-install-recommends", lock];
  await run("apt-get", ["install", ...options, ...names], { env, remedy });
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

/** Installs Debian's Firefox if there is no Firefox. e2e/firefox.spec.ts runs in it. */
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

/** MiniBrowser, which WebKitWebDriver starts, has no name on the PATH. */
const miniBrowsers = ["4.1", "4.0"].map(
  (version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
);

/**
 * WebKitGTK, the Linux build of Safari's engine, with the X server that it draws on.
 * @returns {{ driver: string, browser: string, display: string } | undefined}
 */
export function findWebKit() {
  const driver = findOnPath(["WebKitWebDriver"]);
  const browser = miniBrowsers.find(isProgram);
  const display = findOnPath(["Xvfb"]);
  return driver && browser && display ? { driver, browser, display } : undefined;
}

/**
 * Installs Debian's WebKitGTK if there is none. Where it cannot be installed, its test is skipped: no other system has
 * a package of it that a program can drive.
 * @returns {Promise<string>} the browser, or why there is none
 */
export async function installWebKit() {
  const present = findWebKit();
  if (present) return present.browser;
  const skipped = "its test is skipped";
  if (!(await canInstall()))
    return `none, ${skipped} (Debian: apt-get install webkit2gtk-driver xvfb)`;
  try {
    await install("webkit2gtk-driver", "xvfb");
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return `apt-get could not install webkit2gtk-driver, ${skipped}`;
  }
  return (
    findWebKit()?.browser ?? `Debian's webkit2gtk-driver is installed but not found, ${skipped}`
  );
}
