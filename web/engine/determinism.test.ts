// The browser's build makes the same traces as the native build: compares the fingerprints of all ready-made scenarios
// with core/tests/golden/traces.txt, and those of programs in kernel C with programs.txt. The Rust tests check both.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ScenarioError } from "../generated/model";
import { catalogue, keepProgram, startSimulator } from "./simulator.test-data";

const core = (file: string) => readFileSync(new URL(`../../core/${file}`, import.meta.url), "utf8");
const golden = core("tests/golden/traces.txt");
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

  const programs = core("tests/golden/programs.txt").trim().split("\n").slice(1);

  test.each(programs.map((line) => line.split(" ") as [file: string, hash: string, line?: string]))(
    "makes the same trace of %s as the native build",
    (file, hash, line) => {
      const preset = catalogue.scenarios.find((one) => one.id === "figure-6-1");
      const program = { file, statement: 10, text: core(file) };
      const { Session } = startSimulator(readFileSync);
      const scenario = JSON.stringify({ ...preset, program });
      keepProgram(readFileSync, scenario);
      const session = new Session(scenario, 64);
      const { clock_hz } = JSON.parse(session.topology()) as { clock_hz: number };
      session.advance((milliseconds * clock_hz) / 1000, 0xffff_ffff);
      const fault = JSON.parse(session.fault) as ScenarioError | null;
      expect(fault?.field).toBe(line && `${file}:${line}:`);
      expect(session.at_bound).toBe(line !== undefined);
      expect(session.trace_hash()).toBe(hash);
      session.free();
    },
  );
});
