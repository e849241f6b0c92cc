// The results of the runners are added up correctly, and a runner without tests never passes.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import {
  countCargo,
  countClosingLine,
  countPlaywright,
  countVitest,
  countOfStage,
} from "./counts.mjs";

/** @param {unknown} report */
function reportFile(report) {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "report-")), "report.json");
  writeFileSync(file, JSON.stringify(report));
  return file;
}

test("the results of all test programs of cargo are added up", () => {
  const output = [
    "running 3 tests",
    "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
    "test result: FAILED. 4 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out",
  ].join("\n");
  expect(countCargo(output)).toEqual({ passed: 7, failed: 2 });
});

test("only the last closing line is used", () => {
  expect(countClosingLine("1 passed, 0 failed\n12 passed, 3 failed\n")).toEqual({
    passed: 12,
    failed: 3,
  });
});

test("vitest's report is read", () => {
  const file = reportFile({ numPassedTests: 5, numFailedTests: 1, numTotalTests: 6 });
  expect(countVitest(file)).toEqual({ passed: 5, failed: 1 });
});

test("a flaky end-to-end test has failed", () => {
  const file = reportFile({ stats: { expected: 8, unexpected: 1, flaky: 2, skipped: 0 } });
  expect(countPlaywright(file)).toEqual({ passed: 8, failed: 3 });
});

test("a missing report counts as no tests", () => {
  expect(countVitest("/nowhere/report.json")).toEqual({ passed: 0, failed: 0 });
  expect(countPlaywright("/nowhere/report.json")).toEqual({ passed: 0, failed: 0 });
});

test("a runner that fails but reports no failed test counts as one failure", () => {
  expect(countOfStage(1, { passed: 9, failed: 0 })).toEqual({ passed: 9, failed: 1 });
});

test("a runner without tests counts as one failure", () => {
  expect(countOfStage(0, { passed: 0, failed: 0 })).toEqual({ passed: 0, failed: 1 });
});

test("the failures that a runner reports are not changed", () => {
  expect(countOfStage(1, { passed: 9, failed: 4 })).toEqual({ passed: 9, failed: 4 });
});
