// Compiles the core to WebAssembly: web/engine/pkg, which git ignores. There is one module for each family of
// kernels, all with the same script beside them; a page loads the one that it needs. The page opens with the
// first family, so `npm start` builds that one, serves the page, and builds the later modules afterwards. The
// core is compiled once; the linker takes from it what a module's family needs.

import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { fingerprint, isMadeFrom, markMadeFrom } from "./fingerprint.mjs";
import { inProject } from "./paths.mjs";
import { run, tryRun } from "./programs.mjs";
import { packagerPrograms, packagerVersion, wasmTarget } from "./rust.mjs";
import { Failure, unchanged } from "./step.mjs";

const packageFolder = inProject("web/engine/pkg");

/** wasm-pack runs the `wasm-opt` that it finds on the PATH. This one comes from npm. */
const wasmOpt = inProject("node_modules/binaryen/bin/wasm-opt");

/**
 * @typedef {object} LaterModule a module that the page does not open with
 * @property {string} name
 * @property {string} crate
 * @property {string[]} features the features that cargo compiles, as its options
 * @property {Record<string, string>} files from a name in the package folder to the name that wasm-pack gives; the module is the last
 */

/** Families beside the first one; each is a feature of core/wasm. */
const otherFamilies = ["others", "linux", "linux_receive", "srp", "today"];

/** @type {LaterModule[]} */
const laterModules = [
  // Reads capture files. Few open one, so it is a module of its own, with its own script.
  {
    name: "capture",
    crate: "core/capture/browser",
    features: [],
    files: {
      "capture.d.ts": "livelock_capture_browser.d.ts",
      "capture.js": "livelock_capture_browser.js",
      "capture.wasm": "livelock_capture_browser_bg.wasm",
    },
  },
  ...otherFamilies.map((family) => ({
    name: family,
    crate: "core/wasm",
    features: ["--no-default-features", "--features", family],
    files: { [`${family}.wasm`]: "livelock_wasm_bg.wasm" },
  })),
];

/** Where cargo keeps libraries' sources. */
const cargoHome = process.env.CARGO_HOME || path.join(homedir(), ".cargo");

/**
 * The code that simulates packets is fast, and the other code is small. The inline threshold is
 * below the default of level 2 (225). With 225 a packet takes 7 % less time, but the first module
 * is 6 % larger, which is more than its budget. With 5 the module is 3 % smaller, and a packet
 * takes 7 % longer. Functions that are marked `inline` keep their own threshold. LLVM does not move
 * instructions that two branches share behind them. It would do so too early in the functions that
 * free memory, and modules would be up to 5 % larger. The libraries, which read and write JSON, are
 * compiled for the smallest size. With level "s" a module has the same size, but takes a fifth longer
 * per packet. The modules are the same on every computer: the paths in the text of a panic do not
 * name the folders of this computer.
 */
const compact = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "2",
  CARGO_PROFILE_RELEASE_LTO: "fat",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "1",
  CARGO_PROFILE_RELEASE_PANIC: "abort",
  CARGO_ENCODED_RUSTFLAGS: [
    "-Cllvm-args=-inline-threshold=100 -sink-common-insts=false",
    `--remap-path-prefix=${cargoHome}=cargo`,
    `--remap-path-prefix=${inProject("core")}=core`,
  ].join("\x1f"),
};
/** Names of libraries. A rule for all packages would also optimise procedural macros. They run only
 * once, and take half of a first build. */
const smallLibraries = [
  ...["itoa", "libm", "memchr", "nom", "pcap-parser", "serde", "serde_core", "serde_json"],
  ...["wasm-bindgen", "zmij"],
].flatMap((library) => ["--config", `profile.release.package.${library}.opt-level="z"`]);

/** Folders and files of core/ that are not part of a module. */
const notInModules = [
  ...["target", "tests", "benches", "packager", "cli", "fuzz"],
  ...["MODEL.md", "README.md"],
];

/** Cargo locks its build folder, so two builds at the same time need two folders. */
const targets = ["core/target", "core/target/second"];

/** Copies the core and its libraries, which are compiled, to the second build folder, if that is new. */
function shareLibraries() {
  const [first = "", second = ""] = targets.map((target) => inProject(target));
  if (existsSync(second)) return;
  const copy = `${second}-${process.pid}`;
  for (const folder of ["release", `${wasmTarget}/release`]) {
    cpSync(path.join(first, folder), path.join(copy, folder), {
      recursive: true,
      preserveTimestamps: true,
    });
  }
  renameSync(copy, second);
}

/** Returns a fingerprint of all inputs of the modules. */
function modulesFingerprint() {
  return fingerprint(["core", "rust-toolchain.toml", "web/toolchain/wasm.mjs"], {
    words: [packagerVersion(), binaryenVersion()],
    skip: notInModules,
  });
}

/** The version of the package that optimizes modules. No other npm package changes them. */
function binaryenVersion() {
  const { packages } = JSON.parse(readFileSync(inProject("package-lock.json"), "utf8"));
  return String(packages["node_modules/binaryen"]?.version);
}

/**
 * Returns the files that the built pages load later: the path where each is built, and its name in
 * the pages. The name contains the fingerprint of the inputs, so pages can be built before the
 * modules.
 */
export function laterFiles() {
  const print = modulesFingerprint().slice(0, 12);
  const names = laterModules.flatMap(({ files }) => Object.keys(files));
  return names
    .filter((name) => !name.endsWith(".d.ts"))
    .map((name) => ({
      name,
      file: path.join(packageFolder, name),
      asset: `assets/${name.replace(".", `-${print}.`)}`,
    }));
}

/**
 * Compiles the first family while the packager is still being built; `buildFirstModule` finds the result.
 * If compiling fails, that step reports the error.
 */
export async function compileCore() {
  if (isMadeFrom(packageFolder, modulesFingerprint())) return unchanged;
  const args = ["build", "--lib", "--release", "--target", wasmTarget, ...smallLibraries];
  const { code } = await tryRun("cargo", args, { cwd: inProject("core/wasm"), env: compact });
  return code === 0 ? "built" : "failed; the next step reports the error";
}

/** Makes the package that every page needs: the script and the first family's module. */
export async function buildFirstModule() {
  const print = modulesFingerprint();
  if (isMadeFrom(packageFolder, print)) return unchanged;
  const temporary = inProject("core/target", `wasm-package-${process.pid}`);
  await pack("core/wasm", [], temporary);
  markMadeFrom(temporary, print);
  rmSync(packageFolder, { recursive: true, force: true });
  mkdirSync(path.dirname(packageFolder), { recursive: true });
  renameSync(temporary, packageFolder);
  return "built";
}

/**
 * Builds the later modules that are missing, two at a time, because each is optimised on one core.
 * @param {{ only?: readonly string[], background?: boolean, onBuilt?: () => void }} options `only`: the names of modules; without it, all. `onBuilt` is called after each module
 */
export async function buildLaterModules({ only, background = false, onBuilt } = {}) {
  const isMissing = (/** @type {LaterModule} */ { name, files }) =>
    (only?.includes(name) ?? true) &&
    Object.keys(files).some((file) => !existsSync(path.join(packageFolder, file)));
  const missing = laterModules.filter(isMissing);
  if (missing.length === 0) return unchanged;
  shareLibraries();
  /** @param {string} target */
  const work = async (target) => {
    for (let next = missing.shift(); next !== undefined; next = missing.shift()) {
      try {
        await buildLaterModule(next, { target, background });
      } catch (error) {
        missing.length = 0; // the other worker ends after its module
        throw error;
      }
      onBuilt?.();
    }
  };
  const ends = await Promise.allSettled(targets.map(work));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return "built";
}

/**
 * @param {LaterModule} module
 * @param {{ target: string, background: boolean }} how
 */
async function buildLaterModule({ name, crate, features, files }, how) {
  const folder = inProject("core/target", `wasm-package-${process.pid}-${name}`);
  await pack(crate, features, folder, how);
  if (otherFamilies.includes(name)) {
    const [first, own] = [packageFolder, folder].map((where) =>
      readFileSync(`${where}/livelock_wasm.js`, "utf8"),
    );
    if (first !== own) {
      throw new Error(
        `all families share one script, but wasm-bindgen wrote another one for ${name}`,
      );
    }
  }
  for (const [target, source] of Object.entries(files)) {
    renameSync(path.join(folder, source), path.join(packageFolder, target));
  }
  rmSync(folder, { recursive: true, force: true });
}

/**
 * @param {string} crate
 * @param {string[]} features the features that cargo compiles, as its options
 * @param {string} folder where the package is put
 * @param {{ target?: string, background?: boolean }} how
 */
async function pack(crate, features, folder, how = {}) {
  const { target = "core/target", background = false } = how;
  if (!existsSync(wasmOpt)) {
    throw new Failure(
      `wasm-opt is not installed (${wasmOpt}); wasm-pack would try to download it`,
      "delete node_modules/ and run the command again, which installs the npm package binaryen",
    );
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run(
    "wasm-pack",
    [
      ["build", inProject(crate)],
      ["--release", "--target", "web"],
      ["--out-dir", folder, "--no-pack", "--mode", "no-install"],
      ["--", ...smallLibraries, ...features],
    ].flat(),
    {
      env: { ...compact, CARGO_TARGET_DIR: inProject(target) },
      path: [packagerPrograms()],
      background,
      remedy: "correct the error above in core/ and run the command again",
    },
  );
}
