// The compiled core in Node, for tests: the module that a scenario needs.
import text from "./catalogue.json?raw";
import { familyFinder } from "./family";
import type { Catalogue, Scenario } from "./model";
import * as first from "./pkg/livelock_wasm.js";

export const catalogue = JSON.parse(text) as Catalogue;

const familyOf = familyFinder(catalogue);
const started = new Map<string, typeof first>();

/**
 * Starts the build of a scenario's family. Loads the script again for each family, so that each has a module of its own.
 * `read` returns a file of the wasm package.
 */
export async function simulatorOf(
  scenario: Scenario,
  read: (file: URL) => BufferSource,
): Promise<typeof first> {
  const family = familyOf(JSON.stringify(scenario));
  const known = started.get(family);
  if (known !== undefined) return known;
  const isFirst = family === catalogue.families[0]?.id;
  const file = isFirst ? "livelock_wasm_bg" : family;
  const script = new URL(`./pkg/livelock_wasm.js?${family}`, import.meta.url).href;
  const simulator = isFirst ? first : ((await import(/* @vite-ignore */ script)) as typeof first);
  simulator.initSync({ module: read(new URL(`./pkg/${file}.wasm`, import.meta.url)) });
  started.set(family, simulator);
  return simulator;
}
