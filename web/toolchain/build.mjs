// The steps that build dist/, in the order in which they are needed.

import { allOrStop } from "./programs.mjs";
import { installPackager, installRust } from "./rust.mjs";
import { buildSite } from "./site.mjs";
import { step } from "./step.mjs";
import { buildFirstModule, buildLaterModules, compileCore } from "./wasm.mjs";

/** Installs Rust. Then installs the packager and compiles the core at the same time. */
export async function prepareWasm() {
  await step("Rust for WebAssembly", installRust);
  await allOrStop([
    step("wasm-pack and wasm-bindgen", installPackager),
    step("core, compiled", compileCore),
  ]);
}

/** Builds everything that dist/ has. */
export async function build() {
  await prepareWasm();
  await step("core, packed for the browser", buildFirstModule);
  await step("modules that load later", () => buildLaterModules());
  await step("pages", buildSite);
}
