// The stages of `npm test`, in groups. A stage is a check, which counts as one test; or a runner,
// whose tests are counted one by one; or a step that other commands use too.

import { rmSync } from "node:fs";
import { installFirefox, installTestChromium, installWebKit } from "../browsers/chromium.mjs";
import {
  countCargo,
  countClosingLine,
  countOfStage,
  countPlaywright,
  countVitest,
} from "./counts.mjs";
import { unlessUnchanged } from "../lib/fingerprint.mjs";
import { inProject } from "../lib/paths.mjs";
import { installTraceProcessor } from "../browsers/perfetto.mjs";
import { tryRun } from "../lib/programs.mjs";
import { writeServiceWorker } from "../build/service-worker.mjs";
import { buildSite, compressSite } from "../build/site.mjs";
import { Failure } from "../lib/step.mjs";
import { buildModules } from "../build/wasm.mjs";

/**
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} failed
 * @property {string} output
 * @property {string} [remark] a text that is printed beside the result
 *
 * @typedef {object} Stage
 * @property {string} name
 * @property {string[]} groups
 * @property {string[]} [after] stages that have to pass before this one can run
 * @property {string} [buildFolder] cargo locks this folder, so no other stage with it runs at the same time
 * @property {boolean} [runsAlone] no other stage runs at the same time
 * @property {() => Promise<Result>} run
 */

/** The time limit of a stage. A stage that takes longer has stopped responding. On a slow computer the browser tests take a
 * quarter of an hour. */
const halfHour = 30 * 60 * 1000;
const unitReport = inProject("test-results/units.json");
const browserReport = inProject("test-results/browser.json");

/**
 * The words of a command that contains no path of this computer.
 * @param {string} command
 */
const words = (command) => command.split(" ");

/** TypeScript 7, which takes a quarter of the CPU time. "typescript" is version 6, whose interface the linters need. */
const tsc = ["node", "node_modules/typescript-7/bin/tsc"];

/** The tests run thousands of trials. Compiled as one unit, the simulator takes half of the CPU time for a trial, and no more
 * to compile. A `cargo test` by hand compiles many small units, so that few are compiled again after a change. */
const inOneUnit = ["--config", "profile.dev.package.livelock_core.codegen-units=1"];

/** The tests are compiled with nothing kept for a next compilation of the same crate, and without line numbers for backtraces
 * (a failed assertion names its line anyway). That takes a seventh less CPU time. */
const compileOnce = { CARGO_INCREMENTAL: "0", CARGO_PROFILE_DEV_DEBUG: "0" };

/** The core's tests compare committed files of the web with what the core writes, and read numbers in README.md.
 * steps.test.mjs checks that they read nothing else outside of core/. */
export const coreInputs = ["core", "README.md", "lessons/hand-ins.md", "web/generated"];

/** @type {Stage[]} */
export const stages = [
  ...rustStages("core", "core", coreInputs, inOneUnit),
  rustStage("core-docs", "core", coreInputs, words("cargo doc --workspace --no-deps --locked"), {
    env: { RUSTDOCFLAGS: "-D warnings" },
  }),
  // The two programs themselves are compiled before the stages, because they make the wasm package.
  ...rustStages("packager", "core/packager", ["core/packager"], ["--no-default-features"]),
  { name: "wasm", groups: ["web", "e2e"], run: () => task(buildModules) },
  check("types", [...tsc, "--project", "tsconfig.browser.json"], ["wasm"]),
  check("types-node", [...tsc, "--project", "tsconfig.node.json"], ["wasm"]),
  check("lint-types", ["oxlint"], ["wasm"]),
  check(
    "lint",
    words(
      "eslint . --max-warnings 0 --cache --cache-strategy content --cache-location node_modules/.cache/eslint",
    ),
  ),
  // The cache depends on the content of a file, on prettier's options and on its version.
  check("layout", words("prettier --check --log-level warn --cache --cache-strategy content .")),
  {
    name: "rules",
    groups: ["web", "rust"],
    run: () => runner(["node", "web/tools/check/check.mjs"], {}, countClosingLine),
  },
  check("imports", words("depcruise --config .dependency-cruiser.mjs web e2e")),
  check("folders", words("depcruise --config web/tools/check/folder-circles.mjs web")),
  check("unused", ["knip", "--no-progress"]),
  check(
    "spelling",
    words("cspell lint --no-progress --no-summary --cache --cache-strategy content ."),
  ),
  check("workflows", ["node", "web/tools/check/workflows.mjs"]),
  { name: "perfetto", groups: ["web"], run: () => task(installTraceProcessor) },
  {
    name: "units",
    groups: ["web"],
    after: ["wasm", "perfetto"],
    run: () =>
      runner(
        [
          ...words("vitest run --update=none --reporter=default --reporter=json"),
          `--outputFile.json=${unitReport}`,
        ],
        { report: unitReport },
        () => countVitest(unitReport),
      ),
  },
  { name: "chromium", groups: ["e2e"], run: () => task(installTestChromium) },
  { name: "firefox", groups: ["e2e"], run: () => task(installFirefox) },
  { name: "webkit", groups: ["e2e"], run: () => task(installWebKit) },
  { name: "pages", groups: ["e2e"], after: ["wasm"], run: () => task(buildCompressedSite) },
  { ...check("sizes", ["size-limit"], ["pages"]), groups: ["e2e"] },
  {
    name: "browser",
    groups: ["e2e"],
    after: ["chromium", "firefox", "webkit", "pages"],
    // It uses both cores, and its tests wait for a page only for a limited time.
    runsAlone: true,
    run: () =>
      runner(
        ["playwright", "test", "--reporter=list,json"],
        { report: browserReport, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport } },
        () => countPlaywright(browserReport),
      ),
  },
];

/**
 * The stages of one cargo workspace.
 * @param {string} name
 * @param {string} folder
 * @param {string[]} inputs
 * @param {string[]} testOptions
 * @returns {Stage[]}
 */
function rustStages(name, folder, inputs, testOptions = []) {
  const clippy = words("cargo clippy --workspace --all-targets --locked -- --deny warnings");
  const test = [...words("cargo test --workspace --locked --no-fail-fast"), ...testOptions];
  const cwd = inProject(folder);
  return [
    {
      name: `${name}-format`,
      groups: ["rust"],
      run: () => runner(words("cargo fmt --all --check"), { cwd }, onePass),
    },
    rustStage(`${name}-clippy`, folder, inputs, clippy),
    rustStage(`${name}-tests`, folder, inputs, test, { count: countCargo, env: compileOnce }),
  ];
}

/**
 * A stage that compiles Rust. It is not run again while its files are the same: the simulator has no other input.
 * @param {string} name
 * @param {string} folder of the cargo workspace
 * @param {string[]} inputs
 * @param {string[]} command
 * @param {{ env?: Record<string, string>, count?: (output: string) => import("./counts.mjs").Count }} options
 * @returns {Stage}
 */
function rustStage(name, folder, inputs, command, { env, count = onePass } = {}) {
  const run = async () =>
    unlessUnchanged(name, () => runner(command, { cwd: inProject(folder), env }, count), {
      words: [command.join(" "), await rustVersion(), await hasDask()],
      inputs: [...inputs, "rust-toolchain.toml"],
      skip: ["target", "pkg"],
    });
  return { name, groups: ["rust"], buildFolder: folder, run };
}

async function rustVersion() {
  return `${(await tryRun("rustc", ["-vV"])).output} ${process.env.RUSTFLAGS ?? ""}`;
}

/** A test runs only where Python has Dask (core/cli/tests/recipes.rs). */
async function hasDask() {
  return String((await tryRun("python3", ["-c", "import dask.distributed"])).code);
}

/**
 * A check of the web's sources: passes or fails as a whole.
 * @param {string} name
 * @param {string[]} command
 * @param {string[]} after
 * @returns {Stage}
 */
function check(name, command, after = []) {
  const run = () => runner(command, {}, onePass);
  return { name, groups: ["web"], after, run };
}

function onePass() {
  return { passed: 1, failed: 0 };
}

/**
 * Runs a program to its end and counts its tests.
 * @param {string[]} command the program and its arguments; a path may contain spaces
 * @param {{ cwd?: string, env?: Record<string, string>, report?: string }} options
 *   `report`: a file that the program writes; it is removed before the run
 * @param {(output: string) => import("./counts.mjs").Count} count
 * @returns {Promise<Result>}
 */
export async function runner(command, { cwd, env, report }, count) {
  if (report) rmSync(report, { force: true });
  const [program = "", ...arguments_] = command;
  const { code, output } = await tryRun(program, arguments_, { cwd, env, timeout: halfHour });
  const counted = code === 0 || count !== onePass ? count(output) : { passed: 0, failed: 1 };
  return { ...countOfStage(code, counted), output };
}

async function buildCompressedSite() {
  const remark = await buildSite();
  await writeServiceWorker();
  await compressSite();
  return remark;
}

/**
 * Runs one of our own steps. It passes unless it throws a Failure. A text that it returns is the
 * remark.
 * @param {() => unknown} work
 * @returns {Promise<Result>}
 */
async function task(work) {
  try {
    const done = await work();
    const remark = typeof done === "string" ? done : "";
    return { passed: 1, failed: 0, output: remark, remark };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const output = `${error.output}\n${error.message}\nRemedy: ${error.remedy}`;
    return { passed: 0, failed: 1, output };
  }
}

/**
 * Returns the stages that the words name, and the stages that these need. Returns all if there are
 * no words.
 * @param {string[]} words names of groups or stages
 * @returns {Stage[]}
 */
export function selectStages(words) {
  const known = new Set(stages.flatMap(({ name, groups }) => [name, ...groups]));
  const unknown = words.filter((word) => !known.has(word));
  if (unknown.length > 0) {
    throw new Failure(
      `there is no stage or group named ${unknown.join(", ")}`,
      `choose among ${[...known].join(", ")}`,
    );
  }
  if (words.length === 0) return stages;
  const isNamed = (/** @type {Stage} */ { name, groups }) =>
    [name, ...groups].some((word) => words.includes(word));
  const chosen = new Set(stages.filter(isNamed).map(({ name }) => name));
  for (const stage of [...stages].reverse()) {
    if (chosen.has(stage.name)) stage.after?.forEach((name) => chosen.add(name));
  }
  return stages.filter(({ name }) => chosen.has(name));
}
