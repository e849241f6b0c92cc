// The compiled core in Node, for tests.
import text from "../generated/catalogue.json?raw";
import type { Catalogue } from "../generated/model";
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
