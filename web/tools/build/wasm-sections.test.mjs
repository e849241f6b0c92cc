// A module is refused if it is not complete, was not optimised, or differs from computer to computer.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inProject } from "../lib/paths.mjs";
import { moduleOf, optimized, withNames } from "../commands/two-commands.test-data.mjs";
import { cargoHome, optimizeModule } from "./wasm.mjs";
import { problemsOfModule, sectionsOf } from "./wasm-sections.mjs";

const DATA = 11;

describe("the built modules", () => {
  test.each(["livelock_wasm_bg.wasm", "capture_bg.wasm"])(
    "%s is optimised, and names no folder of this computer",
    (name) => {
      const bytes = readFileSync(inProject("web/engine/pkg", name));
      expect(problemsOfModule(bytes, [inProject(), cargoHome])).toEqual([]);
      expect(sectionsOf(bytes).map((section) => section.name)).not.toContain("name");
    },
  );

  test("a module that ends before its data is no complete module", () => {
    const bytes = readFileSync(inProject("web/engine/pkg/capture_bg.wasm"));
    const sections = sectionsOf(bytes);
    const last = sections.findIndex(({ id }) => id === DATA);
    let end = 8;
    for (const { bytes: size } of sections.slice(0, last)) {
      expect(problemsOfModule(bytes.subarray(0, end), []), `${end} bytes`).not.toEqual([]);
      expect(problemsOfModule(bytes.subarray(0, end + 1), []), `${end + 1} bytes`).not.toEqual([]);
      end += size + 1 + lengthOf(size);
      expect(problemsOfModule(bytes.subarray(0, end - 1), []), `${end - 1} bytes`).not.toEqual([]);
    }
  });
});

/**
 * Bytes of a number in LEB128.
 * @param {number} value
 * @returns {number}
 */
function lengthOf(value) {
  return value < 128 ? 1 : 1 + lengthOf(Math.floor(value / 128));
}

describe("a module", () => {
  test("with names was not optimised", () => {
    expect(problemsOfModule(optimized, [])).toEqual([]);
    expect(problemsOfModule(withNames, [])).toEqual([
      'has the section "name", so it was not optimised',
    ]);
  });

  test("may not name a folder", () => {
    const bytes = moduleOf("/home/ada/lab/core/src/lib.rs");
    expect(problemsOfModule(bytes, ["/home/ada/lab", "/home/ada/.cargo"])).toEqual([
      "names the folder /home/ada/lab of this computer",
    ]);
  });

  test.each([
    ["another file", Buffer.from("<!doctype html>")],
    ["an empty file", Buffer.alloc(0)],
    ["a size without an end", Buffer.concat([optimized.subarray(0, 8), Buffer.alloc(9, 0xff)])],
  ])("is not %s", (_, bytes) => {
    expect(problemsOfModule(bytes, [])).toEqual(["is no complete module"]);
  });
});

describe("wasm-opt", () => {
  /** @type {string} */
  let folder;
  /** @type {string} */
  let file;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "wasm-opt-"));
    file = path.join(folder, "lab_bg.wasm");
    writeFileSync(file, withNames);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** @param {string} code of a program in the place of wasm-opt */
  function optimizer(code) {
    const program = path.join(folder, "wasm-opt.cjs");
    writeFileSync(program, `const [, , from, , to] = process.argv, fs = require("fs"); ${code}`);
    return program;
  }

  test("that is missing is a failure", async () => {
    const absent = optimizeModule(file, [], path.join(folder, "absent"));
    await expect(absent).rejects.toThrow("wasm-opt is not installed");
  });

  test("that does nothing is a failure", async () => {
    const idle = optimizeModule(file, [], optimizer("fs.copyFileSync(from, to)"));
    await expect(idle).rejects.toThrow("so it was not optimised");
  });

  test("that finds a full disk, and does not say so, is a failure", async () => {
    const full = optimizer("fs.writeFileSync(to, fs.readFileSync(from).subarray(0, 21))");
    await expect(optimizeModule(file, [], full)).rejects.toThrow("is no complete module");
    expect(readFileSync(file).equals(withNames)).toBe(true);
  });
});
