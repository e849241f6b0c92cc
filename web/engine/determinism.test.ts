// The browser's build makes the same traces as the native build: compares the fingerprints of all ready-made scenarios
// with core/tests/golden/traces.txt, which the Rust tests check.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { catalogue, startSimulator } from "./simulator.test-data";

const golden = readFileSync(new URL("../../core/tests/golden/traces.txt", import.meta.url), "utf8");
const [version = "", ...lines] = golden.trim().split("\n");
const traces = lines.map((line) => line.split(" ") as [id: string, hash: string]);
const milliseconds = Number(/(\d+) ms/.exec(version)?.[1]);

describe("WebAssembly", () => {
  test("has the model version of the golden traces", () => {
    expect(version).toBe(`model ${catalogue.model}, ${milliseconds} ms`);
  });

  test.each(traces)("makes the same trace of %s as the native build", (id, hash) => {
    const scenario = catalogue.scenarios.find((one) => one.id === id);
    if (scenario === undefined) throw new Error(`the catalogue has no scenario ${id}`);
    const { Session } = startSimulator(readFileSync);
    const session = new Session(JSON.stringify(scenario), 64);
    const { clock_hz } = JSON.parse(session.topology()) as { clock_hz: number };
    session.advance((milliseconds * clock_hz) / 1000, 0xffff_ffff);
    expect(session.trace_hash()).toBe(hash);
    session.free();
  });
});
