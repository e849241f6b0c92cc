// The Rust toolchain that rust-toolchain.toml names, with the WebAssembly target.

import { existsSync } from "node:fs";
import { run, tryRun } from "./command.mjs";
import { Failure } from "./failure.mjs";
import { unchanged } from "./step.mjs";

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
  const { code, output } = await tryRun("rustc", [
    "--print=target-libdir",
    `--target=${wasmTarget}`,
  ]);
  return code === 0 && existsSync(output.trim());
}
