// How many tests passed and failed, read from what each runner leaves. Leaves out skipped tests: they
// are neither.

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
 * Playwright's JSON report; a test that passed only when tried again has failed.
 * @param {string} file
 * @returns {Count}
 */
export function countPlaywright(file) {
  const stats = readReport(file)?.stats;
  return count(stats?.expected, (stats?.unexpected ?? 0) + (stats?.flaky ?? 0));
}

/**
 * What a stage counts for. A runner that failed without naming a test has failed once; one that
 * succeeded without running a test has failed too: nothing passes silently.
 * @param {number} code the runner's exit status
 * @param {Count} counted
 * @returns {Count}
 */
export function settle(code, { passed, failed }) {
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
