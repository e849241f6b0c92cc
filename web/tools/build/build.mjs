// The steps that build dist/, in the order in which they are needed.

import { allOrStop } from "../lib/programs.mjs";
import { installPackager, installRust } from "./rust.mjs";
import { writeServiceWorker } from "./service-worker.mjs";
import { buildSite, compressSite } from "./site.mjs";
import { step } from "../lib/step.mjs";
import { buildModules, compileCore, waitForModules } from "./wasm.mjs";

/** Installs Rust. Then installs the packager and compiles the core at the same time. */
export async function prepareWasm() {
  await step("Rust for WebAssembly", installRust);
  await waitForModules();
  await allOrStop([
    step("wasm-pack and wasm-bindgen", installPackager),
    step("simulator, compiled", compileCore),
  ]);
}

/** Builds the modules in WebAssembly. */
export async function buildSimulator() {
  await prepareWasm();
  await step("simulator, packaged", buildModules);
}

/** Builds all of dist/. */
export async function build() {
  await buildSimulator();
  await step("pages", buildSite);
  await step("copy for offline use", () => writeServiceWorker());
  await step("compressed files", compressSite);
}
