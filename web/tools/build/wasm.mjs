// Compiles the core to WebAssembly: web/engine/pkg, which git ignores. wasm-pack compiles a module and writes its script
// and types, wasm-opt optimises it, and the result is checked. Nothing is left out in silence: a program that is missing
// is a failure, and so is a module that is not what was asked for.

import { existsSync, readFileSync, renameSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { fingerprint, isMadeFrom, makeFolder } from "../lib/fingerprint.mjs";
import { holdCheckout } from "../lib/lock.mjs";
import { inProject } from "../lib/paths.mjs";
import { allOrStop, run, tryRun } from "../lib/programs.mjs";
import { packagerPrograms, packagerVersion, wasmTarget } from "./rust.mjs";
import { Failure, unchanged } from "../lib/step.mjs";
import { problemsOfModule } from "./wasm-sections.mjs";

const packageFolder = inProject("web/engine/pkg");

/** A program of the npm package binaryen. Node runs it. */
const wasmOpt = inProject("node_modules/binaryen/bin/wasm-opt");

/**
 * The simulator, the reader of capture files, and the compiler of kernel C. Few people open a capture file or write a program, so
 * these two are modules of their own.
 * @typedef {object} Module
 * @property {string} crate its folder
 * @property {string} name the first part of its files' names
 * @property {string[]} optimize options of wasm-opt
 */

/** @type {Module[]} */
const modules = [
  { crate: "core/wasm", name: "livelock_wasm", optimize: ["-O3", "--low-memory-unused"] },
  { crate: "core/capture/browser", name: "capture", optimize: ["-Os"] },
  { crate: "core/compiler/browser", name: "compiler", optimize: ["-Os"] },
];

/** What all browsers that run the lab have, beyond the first version of WebAssembly. */
const features = [
  ...["--enable-bulk-memory", "--enable-nontrapping-float-to-int", "--enable-sign-ext"],
  ...["--enable-mutable-globals", "--enable-multivalue", "--enable-reference-types"],
];

/** Where cargo keeps libraries' sources. */
export const cargoHome = process.env.CARGO_HOME || path.join(homedir(), ".cargo");

/**
 * The code that simulates packets is fast, and the other code is small. LLVM inlines less than it does at level 2 (225), and
 * unrolls no loops: that would make the module 20 kB larger after gzip, and packets no faster. (The option is
 * `inlinedefault-threshold`: `inline-threshold` would also hold for code that is compiled for size.)
 * LLVM does not move instructions that two branches share behind them. It would do so too early in the functions that
 * free memory, and modules would be up to 5 % larger. The libraries, which read and write JSON, the boundary of the simulator, which
 * only converts, and the compiler of kernel C are compiled for the smallest size. With level "s" a module has the same size, but takes a fifth longer
 * per packet. The modules are the same on every computer: the paths in the text of a panic do not
 * name the folders of this computer.
 */
const compact = {
  CARGO_TARGET_DIR: inProject("core/target"),
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "2",
  CARGO_PROFILE_RELEASE_LTO: "fat",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "1",
  CARGO_PROFILE_RELEASE_PANIC: "abort",
  CARGO_ENCODED_RUSTFLAGS: [
    "-Cllvm-args=-inlinedefault-threshold=125 -sink-common-insts=false -unroll-runtime=false -unroll-allow-partial=false",
    `--remap-path-prefix=${cargoHome}=cargo`,
    `--remap-path-prefix=${inProject("core")}=core`,
  ].join("\x1f"),
};
/** Names of libraries. A rule for all packages would also optimise procedural macros. They run only
 * once, and take half of a first build. */
const smallLibraries = [
  ...["itoa", "libm", "memchr", "nom", "pcap-parser", "serde", "serde_core", "serde_json"],
  ...[
    "wasm-bindgen",
    "zmij",
    "livelock_compiler",
    "livelock_judge",
    "livelock_text",
    "livelock_wasm",
  ],
].flatMap((library) => ["--config", `profile.release.package.${library}.opt-level="z"`]);

/** Folders and files of core/ that are not part of a module. */
const notInModules = [
  ...["target", "tests", "benches", "packager", "cli", "fuzz"],
  ...["MODEL.md", "README.md"],
];

/** Returns a fingerprint of all inputs of the modules. */
function modulesFingerprint() {
  return fingerprint(
    [
      "core",
      "rust-toolchain.toml",
      "web/tools/build/wasm.mjs",
      "web/tools/build/wasm-sections.mjs",
    ],
    { words: [packagerVersion(), binaryenVersion()], skip: notInModules },
  );
}

/** The version of the package that optimizes modules. No other npm package changes them. */
function binaryenVersion() {
  const { packages } = JSON.parse(readFileSync(inProject("package-lock.json"), "utf8"));
  return String(packages["node_modules/binaryen"]?.version);
}

/**
 * Waits while another command makes the modules. If they have to be made after that, this command has the lock of the
 * checkout.
 */
export async function waitForModules() {
  const print = modulesFingerprint();
  await holdCheckout(() => isMadeFrom(packageFolder, print));
}

/**
 * Compiles the simulator while the packager is still being built; `buildModules` finds the result.
 * If compiling fails, that step reports the error.
 */
export async function compileCore() {
  if (isMadeFrom(packageFolder, modulesFingerprint())) return unchanged;
  const args = ["build", "--lib", "--release", "--target", wasmTarget, ...smallLibraries];
  const { code } = await tryRun("cargo", args, { cwd: inProject("core/wasm"), env: compact });
  return code === 0 ? "built" : "failed; the next step reports the error";
}

/** Makes the packages of all modules. One is optimised while the next is compiled. */
export function buildModules() {
  return makeFolder(packageFolder, modulesFingerprint(), async (aside) => {
    /** @type {Promise<void>} */
    let packed = Promise.resolve();
    const packages = modules.map(async (module) => {
      await (packed = packed.then(() => pack(module, aside)));
      const file = path.join(aside, `${module.name}_bg.wasm`);
      await optimizeModule(file, [...features, ...module.optimize]);
    });
    await allOrStop(packages);
  });
}

/**
 * Compiles a crate and writes its package: the module, its script and its types. wasm-pack would skip the optimiser without an
 * error if it did not find it, so it is told not to call it.
 * @param {Module} module
 * @param {string} folder where the package is put
 */
async function pack({ crate, name }, folder) {
  await run(
    "wasm-pack",
    [
      ["build", inProject(crate), "--release", "--target", "web", "--no-opt"],
      ["--out-dir", folder, "--out-name", name, "--no-pack", "--mode", "no-install"],
      ["--", ...smallLibraries],
    ].flat(),
    {
      env: compact,
      path: [packagerPrograms()],
      remedy: "correct the error above in core/ and run the command again",
    },
  );
}

/**
 * Replaces a module by its optimised form. Fails if that is not what was asked for.
 * @param {string} file
 * @param {string[]} options of wasm-opt
 * @param {string} [program] wasm-opt
 */
export async function optimizeModule(file, options, program = wasmOpt) {
  if (!existsSync(program)) {
    throw new Failure(
      `wasm-opt is not installed (${program})`,
      "delete node_modules/ and run the command again, which installs the npm package binaryen",
    );
  }
  const optimized = `${file}.optimized`;
  await run(process.execPath, [program, file, "-o", optimized, ...options], {
    remedy: "delete node_modules/ and run the command again, which installs wasm-opt again",
  });
  const problems = problemsOfModule(readFileSync(optimized), [inProject(), cargoHome]);
  if (problems.length > 0) {
    throw new Failure(
      `${path.basename(file)} is not the module that was asked for: it ${problems.join("; it ")}`,
      "delete node_modules/ and core/target/ and run the command again",
    );
  }
  renameSync(optimized, file);
}
