// The steps that every command begins with, side by side where one does not need the other. The first
// failure stops the rest.

import { stopCommands } from "./command.mjs";
import { checkNode, installPackages } from "./packages.mjs";
import { installRust } from "./rust.mjs";
import { step } from "./step.mjs";
import { installBindgen, installWasmPack, wasmPackVersion } from "./tools.mjs";
import { compileCore } from "./wasm.mjs";

/**
 * Installs what is missing: npm packages, Rust and, for commands that need the core as WebAssembly, the
 * tools that pack it; the core compiles meanwhile.
 * @param {{ wasm?: boolean }} needs
 */
export async function prepare({ wasm = true } = {}) {
  await step("Node", checkNode);
  await allOrStop([step("npm packages", installPackages), prepareRust(wasm)]);
}

/** @param {boolean} wasm */
async function prepareRust(wasm) {
  await step("Rust for WebAssembly", installRust);
  if (!wasm) return;
  await allOrStop([
    step(`wasm-pack ${wasmPackVersion}`, installWasmPack),
    step("wasm-bindgen's stand-in", installBindgen),
    step("core, compiled", compileCore),
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
