// Facts about the browser of the tests and of the benchmark, on computers with different browsers
// or none. The programs here are empty files, and apt-get is a script that creates them.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  chromiumArguments,
  findChromium,
  findTestChromium,
  installChromium,
  installTestChromium,
  testArguments,
} from "./chromium.mjs";

// On a Mac a real Chromium may be in the folder of applications, so these tests are skipped there.
const withoutApplications = test.skipIf(process.platform === "darwin");

/** The only folder on the PATH. */
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "browsers-"));
  vi.stubEnv("PATH", folder);
  vi.stubEnv("CHROMIUM", "");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** @param {string} name @param {string} text */
function program(name, text = "") {
  const file = path.join(folder, name);
  writeFileSync(file, text, { mode: 0o755 });
  return file;
}

/**
 * Sets up a computer on which the tests may install these packages with apt-get.
 * @param {string[]} packages
 */
function debian(...packages) {
  vi.spyOn(process, "getuid").mockReturnValue(0);
  const known = packages.length > 0 ? packages.join("|") : "nothing";
  program(
    "apt-get",
    `#!/bin/sh
    [ "$1" = install ] || exit 0
    for name; do :; done
    case "$name" in
      ${known}) printf "" > "${folder}/$name"; /bin/chmod 755 "${folder}/$name" ;;
      *) echo "E: Unable to locate package $name"; exit 100 ;;
    esac`,
  );
}

test("the tests prefer the headless shell, the benchmark does not take it", () => {
  const full = program("chromium");
  expect(findTestChromium()).toBe(full);
  const shell = program("chromium-headless-shell");
  expect(findTestChromium()).toBe(shell);
  expect(findChromium()).toBe(full);
});

test("the browser in the variable CHROMIUM is preferred to all others", async () => {
  program("chromium");
  program("chromium-headless-shell");
  vi.stubEnv("CHROMIUM", "/opt/browser");
  expect([findChromium(), findTestChromium()]).toEqual(["/opt/browser", "/opt/browser"]);
  expect(await installTestChromium()).toBe("/opt/browser");
});

test("a file without the permission to run is not taken for a browser", () => {
  mkdirSync(path.join(folder, "other"));
  vi.stubEnv("PATH", [path.join(folder, "other"), folder].join(path.delimiter));
  writeFileSync(path.join(folder, "other", "chromium"), "", { mode: 0o644 });
  const full = program("chromium");
  expect(findChromium()).toBe(full);
});

test("only a headless shell, also Playwright's, starts with the arguments that catch traps", () => {
  expect(testArguments("/usr/bin/chromium")).toEqual(expect.arrayContaining(chromiumArguments));
  expect(testArguments("/usr/bin/chromium")).not.toContain("--enable-crash-reporter");
  for (const shell of ["/usr/bin/chromium-headless-shell", "/x/headless_shell", undefined]) {
    expect(testArguments(shell)).toContain("--enable-crash-reporter");
    expect(testArguments(shell).join(" ")).toMatch(/--crash-dumps-dir=.*test-results/);
  }
});

test("the headless shell is installed if possible, also when there is a Chromium", async () => {
  program("chromium");
  debian("chromium", "chromium-headless-shell");
  const shell = path.join(folder, "chromium-headless-shell");
  expect(await installTestChromium()).toBe(`${shell}, installed`);
  expect(await installTestChromium()).toBe(shell);
});

withoutApplications(
  "if no headless shell can be installed, the tests run in Chromium and report it",
  async () => {
    debian("chromium");
    const full = path.join(folder, "chromium");
    const said = await installTestChromium();
    expect(said).toMatch(/apt-get could not install chromium-headless-shell/);
    expect(said.startsWith(`${full};`)).toBe(true);
    expect(findTestChromium()).toBe(full);
  },
);

withoutApplications(
  "a user without the right to install gets the browser that is there",
  async () => {
    vi.spyOn(process, "getuid").mockReturnValue(1000);
    await expect(installTestChromium()).rejects.toMatchObject({
      remedy: expect.stringContaining("CHROMIUM"),
    });
    const full = program("chromium");
    expect(await installTestChromium()).toMatch(/Debian has it as chromium-headless-shell$/);
    expect(await installChromium()).toBe(full);
  },
);

withoutApplications("the benchmark gets Debian's Chromium, or fails with a remedy", async () => {
  debian();
  program("chromium-headless-shell");
  await expect(installChromium()).rejects.toMatchObject({
    remedy: expect.stringContaining("by hand"),
  });
  debian("chromium");
  expect(await installChromium()).toBe(path.join(folder, "chromium"));
});
