// A page may play for ten simulated minutes. The records of a run are bounded, but WebAssembly
// memory only grows. Freed blocks can be too small for the next allocation, so this test measures
// the whole memory from outside. In the first two minutes the rows of counters reach their limit.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { catalogue } from "./simulator.test-data";
import * as core from "./pkg/livelock_wasm.js";

const MEBIBYTE = 2 ** 20;

it("ten_minutes_take_no_more_memory_than_two", () => {
  const file = new URL("./pkg/livelock_wasm_bg.wasm", import.meta.url);
  const { memory } = core.initSync({ module: readFileSync(file) });
  const scenario = catalogue.scenarios.find(({ id }) => id === "lab");
  const settings = { ...scenario?.settings, "traffic.rate": 50 };
  const session = new core.Session(JSON.stringify({ ...scenario, settings }), 2);
  const { clock_hz } = JSON.parse(session.topology()) as { clock_hz: number };
  const bytesAfter = (seconds: number) => {
    const until = seconds * clock_hz;
    while (session.advance(until, 1_000_000) < until);
    return memory.buffer.byteLength;
  };
  const afterTwo = bytesAfter(120);
  expect(bytesAfter(600) - afterTwo).toBeLessThan(MEBIBYTE);
});
