// Compiles the core to WebAssembly: web/engine/pkg, which git ignores. There is one module for each family of
// kernels, all with the same script beside them; a page loads the one that it needs. The page opens with the
// first family, so `npm start` builds that one, serves the page, and builds the later modules afterwards.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { fingerprint, isMadeFrom, markMadeFrom } from "./fingerprint.mjs";
import { inProject } from "./paths.mjs";
import { run, tryRun } from "./programs.mjs";
import { packagerPrograms, packagerVersion, wasmTarget } from "./rust.mjs";
import { unchanged } from "./step.mjs";

const packageFolder = inProject("web/engine/pkg");

/**
 * @typedef {object} LaterModule a module that the page does not open with
 * @property {string} name
 * @property {string} crate
 * @property {string[]} features what cargo is told
 * @property {Record<string, string>} files names in the package folder of what wasm-pack writes; the module is the last
 */

/** Families beside the first one; each is a feature of core/wasm. */
const otherFamilies = ["others", "linux", "linux_receive", "srp", "today"];

/** @type {LaterModule[]} */
const laterModules = [
  ...otherFamilies.map((family) => ({
    name: family,
    crate: "core/wasm",
    features: ["--no-default-features", "--features", family],
    files: { [`${family}.wasm`]: "livelock_wasm_bg.wasm" },
  })),
  // Reads capture files. Few open one, so it is a module of its own, with its own script.
  {
    name: "capture",
    crate: "core/capture",
    features: ["--features", "browser"],
    files: {
      "capture.d.ts": "livelock_capture.d.ts",
      "capture.js": "livelock_capture.js",
      "capture.wasm": "livelock_capture_bg.wasm",
    },
  },
];

/** Where cargo keeps libraries' sources. */
const cargoHome = process.env.CARGO_HOME || path.join(homedir(), ".cargo");

/**
 * Quick where packets are simulated, small elsewhere: level 2 copies fewer procedures into their callers than it
 * would by itself (at its own measure, 225, the module is a tenth heavier and hardly quicker), and libraries, which
 * read and write JSON, are made as small as they can be. Level "s" weighs the same and takes a fifth longer a packet.
 * The modules are the same on every machine: the words of a panic do not say where files are on this one.
 */
const compact = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "2",
  CARGO_PROFILE_RELEASE_LTO: "fat",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "1",
  CARGO_PROFILE_RELEASE_PANIC: "abort",
  CARGO_ENCODED_RUSTFLAGS: [
    "-Cllvm-args=-inline-threshold=100",
    `--remap-path-prefix=${cargoHome}=cargo`,
    `--remap-path-prefix=${inProject("core")}=core`,
  ].join("\x1f"),
};
/** By name: a rule for all packages would optimise procedural macros too, which run once (half of a first build). */
const smallLibraries = [
  ...["itoa", "libm", "memchr", "nom", "pcap-parser", "serde", "serde_core", "serde_json"],
  ...["wasm-bindgen", "zmij"],
].flatMap((library) => ["--config", `profile.release.package.${library}.opt-level="z"`]);

/** Folders of core/ that are no part of a module. */
const apart = ["target", "tests", "benches", "packager", "cli", "fuzz"];

/** Cargo locks the folder that it builds in; two builds at a time need two. */
const targets = ["core/target", "core/target/beside"];

/** Names one state of everything that the modules are made from. */
function modulesPrint() {
  return fingerprint(
    ["core", "rust-toolchain.toml", "package-lock.json", "web/toolchain/wasm.mjs"],
    { words: [packagerVersion()], skip: apart },
  );
}

/**
 * The files that the built pages load later: where each is built, and its name in the pages. That name follows
 * from the sources, so pages can be built before the modules are.
 */
export function laterFiles() {
  const print = modulesPrint().slice(0, 12);
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
 * An error is left for that step to report.
 */
export async function compileCore() {
  if (isMadeFrom(packageFolder, modulesPrint())) return unchanged;
  const args = ["build", "--lib", "--release", "--target", wasmTarget, ...smallLibraries];
  const { code } = await tryRun("cargo", args, { cwd: inProject("core/wasm"), env: compact });
  return code === 0 ? "built" : "does not compile";
}

/** Makes the package that every page needs: the script and the first family's module. */
export async function buildFirstModule() {
  const print = modulesPrint();
  if (isMadeFrom(packageFolder, print)) return unchanged;
  const fresh = inProject("core/target", `wasm-package-${process.pid}`);
  await pack("core/wasm", [], fresh);
  markMadeFrom(fresh, print);
  rmSync(packageFolder, { recursive: true, force: true });
  mkdirSync(path.dirname(packageFolder), { recursive: true });
  renameSync(fresh, packageFolder);
  return "built";
}

/**
 * Builds the later modules that are missing, two at a time: a module is optimised as a whole, on one core.
 * @param {{ background?: boolean, onBuilt?: () => void }} options `onBuilt` is called after each module
 */
export async function buildLaterModules({ background = false, onBuilt } = {}) {
  const isMissing = (/** @type {LaterModule} */ { files }) =>
    Object.keys(files).some((name) => !existsSync(path.join(packageFolder, name)));
  const missing = laterModules.filter(isMissing);
  if (missing.length === 0) return unchanged;
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
      throw new Error(`the families' modules need different scripts: ${name} has its own`);
    }
  }
  for (const [target, source] of Object.entries(files)) {
    renameSync(path.join(folder, source), path.join(packageFolder, target));
  }
  rmSync(folder, { recursive: true, force: true });
}

/**
 * @param {string} crate
 * @param {string[]} features what cargo is told
 * @param {string} folder where the package is put
 * @param {{ target?: string, background?: boolean }} how
 */
async function pack(crate, features, folder, how = {}) {
  const { target = "core/target", background = false } = how;
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
      remedy: "mend the error above in core/ and run the command again",
    },
  );
}
