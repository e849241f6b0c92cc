// Finds a Chromium, or installs that of Debian. The end-to-end tests use the headless shell: the
// same engine without windows, in two thirds of the CPU time. The benchmark uses the browser that
// learners have. A browser of Playwright is used if it is installed, but is never downloaded.

import { accessSync, constants } from "node:fs";
import path from "node:path";
import { inProject } from "../lib/paths.mjs";
import { tryRun } from "../lib/programs.mjs";
import { Failure } from "../lib/step.mjs";

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

/**
 * The path of a Firefox: the value of FIREFOX, else a Firefox on the PATH.
 * @returns {string | undefined}
 */
export function findFirefox() {
  return process.env.FIREFOX || findOnPath(["firefox-esr", "firefox"]);
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

/** The browser of the benchmark. */
export function installChromium() {
  return install("Chromium", findChromium, "CHROMIUM", "chromium");
}

/**
 * The browser of the tests: the headless shell, or Chromium if the shell cannot be installed.
 * @returns {Promise<string>} the browser, in words
 */
export async function installTestChromium() {
  const findShell = () => process.env.CHROMIUM || findOnPath(shells);
  const present = findShell();
  if (present) return present;
  try {
    const shell = "chromium-headless-shell";
    return `${await install("headless shell", findShell, "CHROMIUM", shell)}, installed`;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const reason = `a headless shell takes a third less CPU time: ${error.message}`;
    return `${await installChromium()}; ${reason}`;
  }
}

/** The browser of e2e/browser-firefox.spec.ts. */
export function installFirefox() {
  return install("Firefox", findFirefox, "FIREFOX", "firefox-esr");
}

/**
 * The browser of e2e/browser-webkit.spec.ts. Where it cannot be installed, this test is skipped: no other system has a package of
 * WebKit that a program can drive.
 * @returns {Promise<string>} the browser, or why there is none
 */
export async function installWebKit() {
  const find = () => findWebKit()?.browser;
  try {
    return await install("WebKitGTK", find, "PATH", "webkit2gtk-driver", "xvfb");
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return `${error.message}; its test is skipped`;
  }
}

/**
 * Returns a browser. If there is none, installs that of Debian, or fails if this is not possible.
 * @param {string} title
 * @param {() => string | undefined} find
 * @param {string} variable names a browser
 * @param {string[]} packages of Debian's
 */
async function install(title, find, variable, ...packages) {
  const present = find();
  if (present) return present;
  const names = packages.join(" ");
  const remedy = `install it by hand, or name one in the variable ${variable}`;
  const canInstall =
    process.getuid?.() === 0 && (await tryRun("apt-get", ["--version"])).code === 0;
  if (!canInstall) throw new Failure(`there is no ${title}; Debian has it as ${names}`, remedy);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const lock = "-oDPkg::Lock::Timeout=120";
  const options = ["-y", "--no-install-recommends", lock];
  for (const words of [
    ["update", lock],
    ["install", ...options, ...packages],
  ]) {
    const { code, output } = await tryRun("apt-get", words, { env });
    if (code !== 0) throw new Failure(`apt-get could not install ${names}`, remedy, output);
  }
  const installed = find();
  if (installed) return installed;
  throw new Failure(`Debian's ${names} is installed but not found`, remedy);
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
