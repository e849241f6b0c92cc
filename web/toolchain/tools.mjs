// The two programs that turn the core into a package for the browser: wasm-pack, and our stand-in for
// the wasm-bindgen command it calls (core/bindgen). Built once per machine and version, unoptimised:
// they run for a moment.

import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { run } from "./command.mjs";
import { Failure } from "./failure.mjs";
import { fingerprint, isMadeFrom, markMadeFrom } from "./fingerprint.mjs";
import { inProject, toolCache } from "./paths.mjs";
import { unchanged } from "./step.mjs";

export const wasmPackVersion = "0.15.1";

const wasmPackFolder = path.join(toolCache, `wasm-pack-${wasmPackVersion}`);
const quickly = { CARGO_PROFILE_RELEASE_OPT_LEVEL: "0", CARGO_PROFILE_RELEASE_LTO: "false" };
const remedy =
  "see whether crates.io can be reached and a C linker (cc) is installed, then try again";

/** The folders with both programs, to be put on the PATH. */
export function toolFolders() {
  return [wasmPackFolder, bindgenFolder()].map((folder) => path.join(folder, "bin"));
}

/** Names one state of both programs, wherever they are. */
export function toolVersions() {
  return [wasmPackVersion, bindgenVersion()];
}

export async function installWasmPack() {
  if (isMadeFrom(wasmPackFolder, wasmPackVersion)) return unchanged;
  await run(
    "cargo",
    ["install", "wasm-pack", `--version==${wasmPackVersion}`, "--locked", "--root", wasmPackFolder],
    { env: quickly, remedy },
  );
  markMadeFrom(wasmPackFolder, wasmPackVersion);
  return "built";
}

export async function installBindgen() {
  requireEqualBindgen(readOrEmpty("core/Cargo.lock"), readOrEmpty("core/bindgen/Cargo.toml"));
  const folder = bindgenFolder();
  if (isMadeFrom(folder, bindgenVersion())) return unchanged;
  const target = path.join(folder, "target");
  await run(
    "cargo",
    ["install", "--path", inProject("core/bindgen"), "--locked", "--force", "--root", folder],
    { env: { ...quickly, CARGO_TARGET_DIR: target }, remedy },
  );
  rmSync(target, { recursive: true, force: true });
  markMadeFrom(folder, bindgenVersion());
  return "built";
}

/**
 * The package generator has to be of the very version that the core was compiled with.
 * @param {string} coreLock core/Cargo.lock
 * @param {string} bindgenManifest core/bindgen/Cargo.toml
 */
export function requireEqualBindgen(coreLock, bindgenManifest) {
  const wanted = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(coreLock)?.[1];
  const ours = /^version = "([^"]+)"/m.exec(bindgenManifest)?.[1];
  const library = /^wasm-bindgen-cli-support = "=([^"]+)"/m.exec(bindgenManifest)?.[1];
  if (wanted && wanted === ours && wanted === library) return;
  throw new Failure(
    `core/Cargo.lock has wasm-bindgen ${wanted ?? "(none)"}, core/bindgen is ${ours} on ${library}`,
    `write ${wanted} for both versions in core/bindgen/Cargo.toml and run cargo update there`,
  );
}

/** Names one state of our stand-in: its sources and the compiler. */
function bindgenVersion() {
  return fingerprint(["core/bindgen", "rust-toolchain.toml"], { skip: ["target"] });
}

function bindgenFolder() {
  return path.join(toolCache, `bindgen-${bindgenVersion().slice(0, 12)}`);
}

/** @param {string} file */
function readOrEmpty(file) {
  return existsSync(inProject(file)) ? readFileSync(inProject(file), "utf8") : "";
}
