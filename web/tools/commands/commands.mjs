// The commands of package.json, each a short list of steps. `npm test`, `npm run bench` and `npm run lesson` have files of
// their own.

import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { execa } from "execa";
import { inProject } from "../lib/paths.mjs";
import { build, buildSimulator } from "../build/build.mjs";
import { writeCompletion } from "../build/completion.mjs";
import { installTestChromium } from "../browsers/chromium.mjs";
import { holdCheckout, releaseCheckout } from "../lib/lock.mjs";
import { run } from "../lib/programs.mjs";
import { installRust, installRustChecks } from "../build/rust.mjs";
import { serve } from "../build/server.mjs";
import { buildSite, compressSite, siteFolder } from "../build/site.mjs";
import { Failure, formatSeconds, printFailure, step } from "../lib/step.mjs";

/** @typedef {import("./arguments.mjs").Arguments} Arguments */

/** @type {Record<string, (parsed: Arguments) => Promise<unknown>>} */
export const commands = {
  start,
  build,
  gallery,
  fix,
  reproduce,
  lesson: async ({ words }) => (await import("./lesson.mjs")).lesson(words),
  test: async ({ words }) => (await import("./test.mjs")).test(words),
  bench: async (parsed) => (await import("./bench.mjs")).bench(parsed),
};

/**
 * Builds the lab and serves it.
 * @param {Arguments} parsed
 */
async function start({ port }) {
  await buildSimulator();
  await step("pages", buildSite);
  const address = await step("server", () => servePage("", port));
  const time = formatSeconds(process.uptime() * 1000);
  console.log(`\nThe lab is at ${address} (ready after ${time}). Ctrl+C stops it.`);
  // The page is in use already: the server sends a file as it is until it is compressed.
  await compressSite();
  releaseCheckout();
}

/**
 * Builds the pages and serves the gallery, which shows every view with stored frames. With `--screens`, takes pictures of
 * pages instead.
 * @param {Arguments} parsed
 */
async function gallery({ port, screens }) {
  await buildSimulator();
  if (screens !== null) return takePictures(screens);
  await step("pages", buildSite);
  const address = await step("server", () => servePage("gallery/", port));
  console.log(`\nThe gallery is at ${address}. Ctrl+C stops it.`);
  releaseCheckout();
}

/** @param {readonly string[]} prefixes of the names of the pages */
async function takePictures(prefixes) {
  await holdCheckout();
  await step("pages", buildSite);
  await step("chromium", installTestChromium);
  const { takeScreens } = await import("../browsers/screens.mjs");
  const { address, close } = await serve(siteFolder, {});
  await step("pictures", () => takeScreens(address, prefixes));
  await close();
}

/**
 * Serves dist/ until the process ends. Fails if the server does not return the page.
 * @param {string} page path of the page below dist/, "" for the lab
 * @param {number} port the port to try first
 */
async function servePage(page, port) {
  const { address } = await serve(siteFolder, { port });
  const response = await fetch(address + page);
  if (response.status !== 200 || !(await response.text()).includes("<script")) {
    const problem = `${address + page} answers ${response.status}`;
    throw new Failure(problem, "delete dist/ and run the command again");
  }
  return address + page;
}

/** @typedef {[title: string, command: string, options: { cwd?: string, env?: Record<string, string> }]} Fixer */

/**
 * Formats all files and lets the linters correct what they can. Also writes the files that the page
 * gets from Rust (types, catalogue, the record of the figures), and those that complete lessons in an editor.
 * With `--model`, writes everything that follows from the simulator.
 * @param {Arguments} parsed
 */
async function fix({ model }) {
  /** @type {Fixer[]} */
  const fixers = [
    ["rustfmt core", "cargo fmt --all", { cwd: inProject("core") }],
    ["rustfmt core/packager", "cargo fmt --all", { cwd: inProject("core/packager") }],
    [
      "files generated from Rust",
      "cargo test --package livelock_wasm",
      { cwd: inProject("core"), env: { UPDATE_TYPES: "1" } },
    ],
    ["texts in the catalogues", "node web/tools/vite/messages.mjs", {}],
    ["oxlint", "oxlint --fix", {}],
    ["eslint", "eslint . --fix", {}],
    ["prettier", "prettier --write --log-level warn .", {}],
  ];
  await step("Rust for WebAssembly", installRust);
  await step("rustfmt and clippy", installRustChecks);
  await step("completion of lessons", () => writeCompletion());
  if (model) await writeModelFiles();
  await runEach(fixers);
}

/**
 * Writes what follows from the simulator, after a change of it: each test that compares such a file writes it here. The
 * golden traces are written only for a new model version. A stored frame of the gallery may be of an earlier one: only
 * missing ones are written.
 */
async function writeModelFiles() {
  const core = inProject("core");
  const written = { UPDATE_NAMES: "1", UPDATE_KEYS: "1", RECORD: "1", FREEZE: "new" };
  const tests =
    "web/i18n web/explore web/gallery web/lesson/check/answer-key web/lesson/report/lesson-report web/model/files/page-runs";
  await runEach([
    ["golden traces", "cargo test --test golden", { cwd: core, env: { UPDATE_GOLDEN: "1" } }],
    [
      "verdicts of the claims",
      "cargo run --quiet --release -p livelock_cli --bin livelock -- reproduce --record",
      { cwd: core },
    ],
    ["types", "cargo test --package livelock_wasm", { cwd: core, env: { UPDATE_TYPES: "1" } }],
  ]);
  await buildSimulator();
  await runEach([
    ["texts", "node web/tools/vite/messages.mjs", {}],
    ["names, keys, runs, frames", `vitest run ${tests}`, { env: written }],
    ["draw lists", "vitest run web/pictures --update", {}],
  ]);
}

/**
 * When one fails, the others still run.
 * @param {Fixer[]} fixers
 */
async function runEach(fixers) {
  const remedy = "correct the errors above by hand, then run the command again";
  for (const [title, command, options] of fixers) {
    const [program = "", ...arguments_] = command.split(" ");
    await step(title, async () => {
      await run(program, arguments_, { ...options, remedy });
    }).catch((error) => {
      printFailure(error);
      process.exitCode = 1;
    });
  }
}

/**
 * Runs the claims of the papers natively, and writes a file that the page Figures opens. Passes all options to the
 * program. If `--format` is one of them, writes no file.
 * @param {Arguments} parsed
 */
async function reproduce({ words }) {
  await step("Rust for WebAssembly", installRust);
  const file = inProject("test-results/reproduction.json");
  const wantsFile = !words.some((word) => /^--format(=|$)/.test(word));
  if (wantsFile) mkdirSync(path.dirname(file), { recursive: true });
  const options = wantsFile ? [...words, "--format", "json", "--output", file] : words;
  const livelock = ["run", "--quiet", "--release", "-p", "livelock_cli", "--bin", "livelock", "--"];
  const { exitCode } = await execa("cargo", [...livelock, "reproduce", ...options], {
    cwd: inProject("core"),
    stdio: "inherit",
    reject: false,
  });
  if (wantsFile && existsSync(file)) {
    console.log(
      `${file}\nThe page Figures of the lab (npm start) draws the figures. There, open this file.`,
    );
  }
  process.exitCode = exitCode ?? 1;
}
