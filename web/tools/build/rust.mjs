// Installs the Rust toolchain of rust-toolchain.toml with the WebAssembly target. Also builds the
// two programs that turn the compiled core into a package for the browser (core/packager), once for
// each computer and version.

import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fingerprint, isMadeFrom, moveMade } from "../lib/fingerprint.mjs";
import { inProject, toolCache } from "../lib/paths.mjs";
import { run, tryRun } from "../lib/programs.mjs";
import { Failure, unchanged } from "../lib/step.mjs";

export const wasmTarget = "wasm32-unknown-unknown";

const online = "see whether this machine can reach rustup's server, then run the command again";

/** Installs the toolchain and the target that are missing. */
export async function installRust() {
  if (await hasWasmTarget()) return unchanged;
  const { code } = await tryRun("rustup", ["--version"]);
  if (code !== 0) {
    throw new Failure(
      "Rust's rustup is not on this machine (or not on the PATH)",
      "install rustup (rustup.rs tells how; Debian 13 has it as a package), then open a new shell",
    );
  }
  const { code: rustcCode } = await tryRun("rustc", ["--version"]);
  if (rustcCode !== 0) {
    await run("rustup", ["toolchain", "install", "--no-self-update"], { remedy: online });
  }
  if (!(await hasWasmTarget())) {
    await run("rustup", ["target", "add", wasmTarget], { remedy: online });
  }
  return "installed";
}

/** Installs the formatter and the linter, which only the tests need. */
export async function installRustChecks() {
  const answers = await Promise.all([
    tryRun("cargo", ["fmt", "--version"]),
    tryRun("cargo", ["clippy", "--version"]),
  ]);
  if (answers.every(({ code }) => code === 0)) return unchanged;
  await run("rustup", ["component", "add", "rustfmt", "clippy"], { remedy: online });
  return "installed";
}

/** Can the active toolchain compile to WebAssembly? */
async function hasWasmTarget() {
  const query = ["--print=target-libdir", `--target=${wasmTarget}`];
  const { code, output } = await tryRun("rustc", query);
  return code === 0 && existsSync(output.trim());
}

/** Builds wasm-pack and the `wasm-bindgen` command, unless this version of them is there. */
export async function installPackager() {
  requireEqualBindgen(readOrEmpty("core/Cargo.lock"), readOrEmpty("core/packager/Cargo.toml"));
  const folder = packagerFolder();
  if (isMadeFrom(folder, packagerVersion())) return unchanged;
  // Aside: other clones share the folder, and may make it at the same time.
  const aside = `${folder}.${process.pid}`;
  const target = path.join(aside, "target");
  await run(
    "cargo",
    ["install", "--path", inProject("core/packager"), "--locked", "--root", aside],
    {
      env: { CARGO_TARGET_DIR: target },
      remedy:
        "see whether crates.io can be reached and a C linker (cc) is installed, then try again",
    },
  );
  rmSync(target, { recursive: true, force: true });
  try {
    moveMade(aside, folder, packagerVersion());
  } catch (error) {
    if (!isMadeFrom(folder, packagerVersion())) throw error;
    rmSync(aside, { recursive: true, force: true });
  }
  return "built";
}

/** The folder with both programs, for the PATH. */
export function packagerPrograms() {
  return path.join(packagerFolder(), "bin");
}

/** Returns a version of the two programs: a fingerprint of their sources and of the compiler. */
export function packagerVersion() {
  return fingerprint(["core/packager", "rust-toolchain.toml"], { skip: ["target"] });
}

function packagerFolder() {
  return path.join(toolCache, `packager-${packagerVersion().slice(0, 12)}`);
}

/**
 * Fails if the `wasm-bindgen` command has another version than the library in the core.
 * @param {string} coreLock core/Cargo.lock
 * @param {string} manifest core/packager/Cargo.toml
 */
export function requireEqualBindgen(coreLock, manifest) {
  const wanted = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(coreLock)?.[1];
  const ours = /^version = "([^"]+)"/m.exec(manifest)?.[1];
  const library = /^wasm-bindgen-cli-support = .*"=([^"]+)"/m.exec(manifest)?.[1];
  if (wanted && wanted === ours && wanted === library) return;
  throw new Failure(
    `core/Cargo.lock has wasm-bindgen ${wanted ?? "(none)"}, core/packager is ${ours} on ${library}`,
    `write ${wanted} for both versions in core/packager/Cargo.toml and run cargo update there`,
  );
}

/** @param {string} file */
function readOrEmpty(file) {
  return existsSync(inProject(file)) ? readFileSync(inProject(file), "utf8") : "";
}
