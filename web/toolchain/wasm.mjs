// Compiles the core to WebAssembly: web/engine/pkg, which git ignores. One module for each family of
// kernels, all with the same script beside them; a page loads the one that it needs. Built beside and
// moved into place, so that a build that fails or is stopped leaves the last good package.

import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { run, tryRun } from "./command.mjs";
import { fingerprint, isMadeFrom, markMadeFrom } from "./fingerprint.mjs";
import { inProject } from "./paths.mjs";
import { unchanged } from "./step.mjs";
import { wasmTarget } from "./rust.mjs";
import { toolFolders, toolVersions } from "./tools.mjs";

const packageFolder = inProject("web/engine/pkg");

/** Families beside the first, which pages begin with; each is a feature of core/wasm. */
const families = ["others", "linux", "linux_receive", "srp", "today"];

/** Where cargo keeps libraries' sources. */
const cargoHome = process.env.CARGO_HOME || path.join(homedir(), ".cargo");

/**
 * Quick where packets are simulated, small elsewhere: level 2 copies fewer procedures into their callers than it
 * would by itself (at its own measure, 225, the module is a tenth heavier and hardly quicker), and libraries, which
 * read and write JSON, are made as small as they can be. Level "s" weighs the same and takes a fifth longer a packet.
 * And the same on every machine: where files lie on this one is left out of a panic's words.
 */
const compact = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "2",
  CARGO_ENCODED_RUSTFLAGS: [
    "-Cllvm-args=-inline-threshold=100",
    `--remap-path-prefix=${cargoHome}=cargo`,
    `--remap-path-prefix=${inProject("core")}=core`,
  ].join("\x1f"),
};
const smallLibraries = ["--config", 'profile.release.package."*".opt-level="z"'];

/** Folders of core/ that are no part of the compiled module. */
const apart = ["target", "tests", "benches", "bindgen", "cli", "fuzz"];

/**
 * Compiles the core, to be done while the tools are still being built; buildWasm finds the result. An
 * error is left for buildWasm to report.
 */
export async function compileCore() {
  if (isMadeFrom(packageFolder, wasmFingerprint())) return unchanged;
  const args = ["build", "--lib", "--release", "--target", wasmTarget, ...smallLibraries];
  const { code } = await tryRun("cargo", args, { cwd: inProject("core/wasm"), env: compact });
  return code === 0 ? "built" : "does not compile";
}

/** Makes the package for the browser. */
export async function buildWasm() {
  const print = wasmFingerprint();
  if (isMadeFrom(packageFolder, print)) return unchanged;
  const fresh = inProject("core/target", `wasm-package-${process.pid}`);
  const folderOf = (/** @type {string} */ family) => `${fresh}-${family}`;
  await packAll([
    { folder: fresh, crate: "core/wasm", features: [] },
    ...families.map((family) => ({
      folder: folderOf(family),
      crate: "core/wasm",
      features: ["--no-default-features", "--features", family],
    })),
    // A module of its own, so that nobody loads it who opens no capture file.
    { folder: folderOf("capture"), crate: "core/capture", features: ["--features", "browser"] },
  ]);
  for (const family of families) {
    const scripts = [fresh, folderOf(family)].map((folder) =>
      readFileSync(`${folder}/livelock_wasm.js`, "utf8"),
    );
    if (scripts[0] !== scripts[1]) {
      throw new Error(`the modules of the families need different scripts: ${family}'s is its own`);
    }
    copyFileSync(`${folderOf(family)}/livelock_wasm_bg.wasm`, `${fresh}/${family}.wasm`);
    rmSync(folderOf(family), { recursive: true, force: true });
  }
  renameSync(folderOf("capture"), `${fresh}/capture`);
  markMadeFrom(fresh, print);
  rmSync(packageFolder, { recursive: true, force: true });
  mkdirSync(path.dirname(packageFolder), { recursive: true });
  renameSync(fresh, packageFolder);
  return "built";
}

/**
 * @typedef {object} Package
 * @property {string} folder where it is put
 * @property {string} crate
 * @property {string[]} features what cargo is told
 */

/**
 * Two at a time: a module is optimised as one whole, on one core. Cargo locks the folder that it builds in,
 * so the second has one of its own.
 * @param {Package[]} packages
 */
async function packAll(packages) {
  const waiting = [...packages];
  /** @param {string} target */
  const work = async (target) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        await pack(next, target);
      } catch (error) {
        waiting.length = 0; // the other ends with what it is at
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(["core/target", "core/target/beside"].map(work));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/**
 * @param {Package} made
 * @param {string} target the folder that cargo builds in
 */
async function pack({ folder, crate, features }, target) {
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
      path: toolFolders(),
      remedy: "mend the error above in core/ and run the command again",
    },
  );
}

/** Names one state of everything the compiled module is made from. */
function wasmFingerprint() {
  return fingerprint(
    ["core", "rust-toolchain.toml", "package-lock.json", "web/toolchain/wasm.mjs"],
    {
      words: toolVersions(),
      skip: apart,
    },
  );
}
