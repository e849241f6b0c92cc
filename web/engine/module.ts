// Fetches and compiles the simulator once; the compiled module is posted to every worker. Survives a
// file server that does not know the MIME type of wasm, and says what is wrong when it is something else.
import address from "./pkg/livelock_wasm_bg.wasm?url";

export class ModuleError extends Error {
  override name = "ModuleError";
}

const MAGIC = [0x00, 0x61, 0x73, 0x6d];

export async function compileSimulator(url: string = address): Promise<WebAssembly.Module> {
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
      `What the server sent for the simulator (${url}) is not WebAssembly but ${type || "something without a type"}. Serve the whole dist folder.`,
    );
  }
  return WebAssembly.compile(bytes);
}
