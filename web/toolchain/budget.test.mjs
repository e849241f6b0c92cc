// The weight of the lab's page: what it loads counts, what others load does not.

import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { limits, weigh, weightProblems } from "./budget.mjs";

/** @param {string} code */
const weight = (code) => gzipSync(code, { level: 9 }).length;

/** @type {import("./budget.mjs").Output[]} */
const outputs = [
  {
    type: "chunk",
    fileName: "lab.js",
    name: "lab",
    isEntry: true,
    code: "lab lab",
    imports: ["react.js"],
    dynamicImports: ["pictures.js", "lessons.js"],
  },
  { type: "chunk", fileName: "react.js", name: "react", code: "react", imports: ["deep.js"] },
  { type: "chunk", fileName: "deep.js", name: "deep", code: "deep" },
  {
    type: "chunk",
    fileName: "pictures.js",
    code: "pictures",
    facadeModuleId: "/project/web/views/pictures/index.tsx",
  },
  {
    type: "chunk",
    fileName: "lessons.js",
    code: "lessons",
    imports: ["markdown.js"],
    facadeModuleId: "/project/web/views/lessons/index.tsx",
  },
  { type: "chunk", fileName: "markdown.js", code: "markdown" },
  { type: "chunk", fileName: "gallery.js", name: "gallery", isEntry: true, code: "gallery" },
  { type: "asset", fileName: "worker.js", source: "worker" },
  { type: "asset", fileName: "core.wasm", source: "wasm" },
];

test("imports, workers and chunks that load later in the lab count; gallery and lessons do not", () => {
  const script = ["lab lab", "react", "deep", "pictures", "worker"].map(weight);
  expect(weigh(outputs, "lab").script).toBe(script.reduce((sum, bytes) => sum + bytes));
});

test("wasm is weighed apart", () => {
  expect(weigh(outputs, "lab").wasm).toBe(weight("wasm"));
});

test("a page that is not there is an error", () => {
  expect(() => weigh(outputs, "atlas")).toThrow("0 entries named atlas");
});

test("a heavy page is named with its limit", () => {
  const [problem] = weightProblems({ script: limits.script + 1, wasm: 1 });
  expect(problem).toContain(String(limits.script));
  expect(weightProblems({ script: limits.script, wasm: limits.wasm })).toEqual([]);
});

test("a page without wasm is not light but broken", () => {
  expect(weightProblems({ script: 1, wasm: 0 })).toHaveLength(1);
});
