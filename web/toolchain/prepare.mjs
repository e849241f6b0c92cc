// The steps that every command begins with, side by side where one does not need the other. The first
// failure stops the rest.

import { stopCommands } from "./command.mjs";
import { checkNode, installPackages } from "./packages.mjs";
import { installRust } from "./rust.mjs";
import { step } from "./step.mjs";
import { installBindgen, installWasmPack, wasmPackVersion } from "./tools.mjs";

/** Installs what is missing: npm packages, Rust's target, the tools that make the wasm package. */
export async function prepare() {
  await step("Node", checkNode);
  await allOrStop([
    step("npm packages", installPackages),
    step("Rust for WebAssembly", installRust).then(() =>
      allOrStop([
        step(`wasm-pack ${wasmPackVersion}`, installWasmPack),
        step("wasm-bindgen's stand-in", installBindgen),
      ]),
    ),
  ]);
}

/**
 * Waits for all; the first failure ends the programs of the others.
 * @param {Promise<unknown>[]} steps
 */
async function allOrStop(steps) {
  try {
    await Promise.all(steps);
  } catch (error) {
    stopCommands();
    await Promise.allSettled(steps);
    throw error;
  }
}
