// Reads how many tests passed and failed from the output or the report of each runner. Skipped
// tests do not count.

import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number }} Count */

/**
 * All `test result:` lines of cargo test.
 * @param {string} output
 * @returns {Count}
 */
export function countCargo(output) {
  const lines = output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed/gm);
  return addCounts([...lines].map(([, passed, failed]) => count(passed, failed)));
}

/**
 * The last line of the form `N passed, N failed`.
 * @param {string} output
 * @returns {Count}
 */
export function countClosingLine(output) {
  const last = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  return count(last?.[1], last?.[2]);
}

/**
 * Vitest's JSON report.
 * @param {string} file
 * @returns {Count}
 */
export function countVitest(file) {
  const report = readReport(file);
  return count(report?.numPassedTests, report?.numFailedTests);
}

/**
 * Playwright's JSON report. A test that passed only after a retry counts as failed.
 * @param {string} file
 * @returns {Count}
 */
export function countPlaywright(file) {
  const stats = readReport(file)?.stats;
  return count(stats?.expected, (stats?.unexpected ?? 0) + (stats?.flaky ?? 0));
}

/**
 * Returns the count of a stage. If a runner fails but reports no failed test, this counts as one
 * failure. If a runner succeeds but runs no test, this counts as a failure too.
 * @param {number} code the runner's exit status
 * @param {Count} counted
 * @returns {Count}
 */
export function countOfStage(code, { passed, failed }) {
  if (failed > 0) return { passed, failed };
  if (code !== 0 || passed === 0) return { passed, failed: 1 };
  return { passed, failed };
}

/** @param {Count[]} counts */
export function addCounts(counts) {
  return counts.reduce(
    (sum, next) => ({ passed: sum.passed + next.passed, failed: sum.failed + next.failed }),
    { passed: 0, failed: 0 },
  );
}

/**
 * @param {string | number | undefined} passed
 * @param {string | number | undefined} failed
 * @returns {Count}
 */
function count(passed, failed) {
  return { passed: Number(passed ?? 0), failed: Number(failed ?? 0) };
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
