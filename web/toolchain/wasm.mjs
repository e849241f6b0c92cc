// Compiles the core to WebAssembly: web/engine/pkg, which git ignores. Built beside and moved into
// place, so that a build that fails or is stopped leaves the last good package.

import { mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { run, tryRun } from "./command.mjs";
import { fingerprint, isMadeFrom, markMadeFrom } from "./fingerprint.mjs";
import { inProject } from "./paths.mjs";
import { unchanged } from "./step.mjs";
import { wasmTarget } from "./rust.mjs";
import { toolFolders, toolVersions } from "./tools.mjs";

const packageFolder = inProject("web/engine/pkg");

/** Folders of core/ that are no part of the compiled module. */
const apart = ["target", "tests", "benches", "bindgen", "cli", "fuzz"];

/**
 * Compiles the core, to be done while the tools are still being built; buildWasm finds the result. An
 * error is left for buildWasm to report.
 */
export async function compileCore() {
  if (isMadeFrom(packageFolder, wasmFingerprint())) return unchanged;
  const { code } = await tryRun("cargo", ["build", "--lib", "--release", "--target", wasmTarget], {
    cwd: inProject("core/wasm"),
  });
  return code === 0 ? "built" : "does not compile";
}

/** Makes the package for the browser. */
export async function buildWasm() {
  const print = wasmFingerprint();
  if (isMadeFrom(packageFolder, print)) return unchanged;
  const fresh = inProject("core/target", `wasm-package-${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  await run(
    "wasm-pack",
    [
      ["build", inProject("core/wasm")],
      ["--release", "--target", "web"],
      ["--out-dir", fresh, "--no-pack", "--mode", "no-install"],
    ].flat(),
    { path: toolFolders(), remedy: "mend the error above in core/ and run the command again" },
  );
  markMadeFrom(fresh, print);
  rmSync(packageFolder, { recursive: true, force: true });
  mkdirSync(path.dirname(packageFolder), { recursive: true });
  renameSync(fresh, packageFolder);
  return "built";
}

/** Names one state of everything the compiled module is made from. */
function wasmFingerprint() {
  return fingerprint(["core", "rust-toolchain.toml", "package-lock.json"], {
    words: toolVersions(),
    skip: apart,
  });
}
