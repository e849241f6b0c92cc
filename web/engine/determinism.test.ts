// The browser's build gives the very traces that the native build gives: fingerprints of every ready-made
// scenario against core/tests/golden/traces.txt, which the Rust tests hold.

import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { Catalogue } from "./model";
import catalogue from "./catalogue.json?raw";
import { initSync, Session } from "./pkg/livelock_wasm";

const read = (path: string) => readFileSync(new URL(path, import.meta.url));
const [version = "", ...lines] = read("../../core/tests/golden/traces.txt")
  .toString()
  .trim()
  .split("\n");
const golden = lines.map((line) => line.split(" ") as [id: string, hash: string]);
const milliseconds = Number(/(\d+) ms/.exec(version)?.[1]);

beforeAll(() => {
  initSync({ module: read("./pkg/livelock_wasm_bg.wasm") });
});

describe("traces in WebAssembly", () => {
  test("are of the golden model version", () => {
    const { model } = JSON.parse(catalogue) as Catalogue;
    expect(version).toBe(`model ${model}, ${milliseconds} ms`);
  });

  test.each(golden)("of %s are the native ones", (id, hash) => {
    const { scenarios } = JSON.parse(catalogue) as Catalogue;
    const session = new Session(JSON.stringify(scenarios.find((one) => one.id === id)), 16);
    const { clock_hz } = JSON.parse(session.topology()) as { clock_hz: number };
    session.advance((milliseconds * clock_hz) / 1000, 0xffff_ffff);
    expect(session.trace_hash()).toBe(hash);
    session.free();
  });
});
