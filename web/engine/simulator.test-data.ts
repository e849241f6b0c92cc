// The compiled core in Node, for tests.
import text from "../generated/catalogue.json?raw";
import type { Catalogue, Scenario } from "../generated/model";
import * as compiler from "./pkg/compiler.js";
import * as wasm from "./pkg/livelock_wasm.js";

export const catalogue = JSON.parse(text) as Catalogue;

let started = false;

/** Starts the simulator, unless it runs. `read` returns the bytes of a file of the wasm package. */
export function startSimulator(read: (file: URL) => BufferSource): typeof wasm {
  if (!started)
    wasm.initSync({ module: read(new URL("./pkg/livelock_wasm_bg.wasm", import.meta.url)) });
  started = true;
  return wasm;
}

/** Hands the code of a scenario's program to the simulator, which has to be started. */
export function keepProgram(read: (file: URL) => BufferSource, scenario: string): void {
  const { file, text } = (JSON.parse(scenario) as Scenario).program!;
  compiler.initSync({ module: read(new URL("./pkg/compiler_bg.wasm", import.meta.url)) });
  const target = wasm.program_target(scenario);
  wasm.keep_program(scenario, compiler.compile_program(file, text, target));
}
