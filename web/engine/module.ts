// Fetches the catalogue. Fetches and compiles the simulator once, and starts the workers that get the compiled module. Works
// with a file server that does not know the MIME type of wasm, and says what is wrong when the server sends something else.
import { localizeCatalogue } from "../i18n/model-texts";
import type { Catalogue } from "../generated/model";
import type { WorkerLike } from "./protocol";
import catalogueAddress from "../generated/catalogue.json?url";
import captureReaderAddress from "./pkg/capture_bg.wasm?url";
import simulatorAddress from "./pkg/livelock_wasm_bg.wasm?url";
import { startWorker } from "./start-worker";
import workerAddress from "./worker.ts?worker&url";

export class ModuleError extends Error {
  override name = "ModuleError";
}

const MAGIC = [0x00, 0x61, 0x73, 0x6d];

const compiled = new Map<string, Promise<WebAssembly.Module>>();

let catalogue: Promise<Catalogue> | null = null;

/** Fetches the catalogue: once, and again after a failure. */
export function fetchCatalogue(): Promise<Catalogue> {
  if (catalogue !== null) return catalogue;
  const fetched = readCatalogue();
  fetched.catch(() => (catalogue = null));
  return (catalogue = fetched);
}

async function readCatalogue(): Promise<Catalogue> {
  try {
    const response = await fetch(catalogueAddress);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return localizeCatalogue((await response.json()) as Catalogue);
  } catch (error) {
    throw new ModuleError(
      `The list of settings and scenarios (${catalogueAddress}) could not be read: ${String(error)}. Check the connection, then reload.`,
    );
  }
}

/** Compiles the simulator. Fetches it once, and again after a failure. */
export function compileSimulator(): Promise<WebAssembly.Module> {
  return compileOnce(simulatorAddress);
}

/** Compiles the module that reads capture files. Few people need it, so the page fetches it when
 * somebody opens a file. */
export function compileCaptureReader(): Promise<WebAssembly.Module> {
  return compileOnce(captureReaderAddress);
}

function compileOnce(url: string): Promise<WebAssembly.Module> {
  const known = compiled.get(url);
  if (known !== undefined) return known;
  const fresh = compile(url);
  compiled.set(url, fresh);
  fresh.catch(() => compiled.delete(url));
  return fresh;
}

async function compile(url: string): Promise<WebAssembly.Module> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch {
    throw new ModuleError(
      `The simulator (${url}) could not be fetched. Check the connection, then reload.`,
    );
  }
  if (!response.ok) {
    throw new ModuleError(
      `The server answered ${response.status} for the simulator (${url}). Serve the whole dist folder.`,
    );
  }
  const type = response.headers.get("Content-Type") ?? "";
  if (type.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (!MAGIC.every((byte, index) => bytes[index] === byte)) {
    throw new ModuleError(
      `The server did not send WebAssembly for the simulator (${url}), but ${type || "a file without a type"}. Serve the whole dist folder.`,
    );
  }
  return WebAssembly.compile(bytes);
}

export function spawnWorker(): WorkerLike {
  return startWorker(workerAddress);
}
