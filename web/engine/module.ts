// Fetches and compiles the simulator, once for each family of kernels, and starts the workers that get the compiled
// module. Works with a file server that does not know the MIME type of wasm, and says what is wrong when the server
// sends something else.
import type { WorkerLike } from "./client";
import captureReader from "./pkg/capture/livelock_capture_bg.wasm?url";
import first from "./pkg/livelock_wasm_bg.wasm?url";

/** The builds of the other families, `pkg/<family>.wasm`. */
const otherFamilies = import.meta.glob<string>("./pkg/*.wasm", {
  eager: true,
  query: "?url",
  import: "default",
});

export class ModuleError extends Error {
  override name = "ModuleError";
}

const MAGIC = [0x00, 0x61, 0x73, 0x6d];

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** Compiles a family's simulator; "" is the one that the page starts with. Fetches it once, and again after a failure. */
export function compileSimulator(family: string): Promise<WebAssembly.Module> {
  return compileOnce(otherFamilies[`./pkg/${family}.wasm`] ?? first);
}

/** Compiles the reader of capture files. Few people need it, so it is fetched only then. */
export function compileCaptureReader(): Promise<WebAssembly.Module> {
  return compileOnce(captureReader);
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

/** Starts a worker. Vite has to see this line as it is written. */
export function spawnWorker(): WorkerLike {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}
