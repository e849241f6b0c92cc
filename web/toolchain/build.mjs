// The steps that build dist/, in the order in which they are needed.

import { allOrStop } from "./programs.mjs";
import { installPackager, installRust } from "./rust.mjs";
import { writeServiceWorker } from "./service-worker.mjs";
import { buildSite, compressSite } from "./site.mjs";
import { step } from "./step.mjs";
import { buildFirstModule, buildLaterModules, compileCore } from "./wasm.mjs";

/** Installs Rust. Then installs the packager and compiles the core at the same time. */
export async function prepareWasm() {
  await step("Rust for WebAssembly", installRust);
  await allOrStop([
    step("wasm-pack and wasm-bindgen", installPackager),
    step("first simulator, compiled", compileCore),
  ]);
}

/** Builds the simulator of the first family, with which the page opens. */
export async function buildFirstSimulator() {
  await prepareWasm();
  await step("first simulator, packaged", buildFirstModule);
}

/** Builds all of dist/. */
export async function build() {
  await buildFirstSimulator();
  await step("other simulators", () => buildLaterModules());
  await step("pages", buildSite);
  await step("copy for offline use", () => writeServiceWorker());
  await step("compressed files", compressSite);
}
