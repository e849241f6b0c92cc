// `npm test`: runs every stage, also after one has failed, and ends with the sum of all runners'
// tests. Words choose stages or groups: `npm test -- rust web`, `npm test -- units`.

import { mkdirSync, writeFileSync } from "node:fs";
import { addCounts } from "./counts.mjs";
import { prepareWasm } from "../build/build.mjs";
import { inProject } from "../lib/paths.mjs";
import { installRust, installRustChecks } from "../build/rust.mjs";
import { selectStages } from "./stages.mjs";
import { formatSeconds, printLine, step } from "../lib/step.mjs";

const logs = inProject("test-results/stages");
const linesShown = 300;

/**
 * @typedef {import("./stages.mjs").Stage} Stage
 * @typedef {import("./stages.mjs").Result & { name: string, time: number }} Outcome
 */

/**
 * Runs a stage. If a stage that it needs has failed, names that stage instead.
 * @param {Stage} stage
 * @param {Outcome[]} before
 * @returns {Promise<Outcome>}
 */
async function runStage({ name, after = [], run }, before) {
  const begin = performance.now();
  const broken = before.filter((outcome) => outcome.failed > 0 && after.includes(outcome.name));
  const result =
    broken.length > 0
      ? { passed: 0, failed: 1, output: `not run: ${broken.map((b) => b.name).join(", ")} failed` }
      : await run();
  writeFileSync(`${logs}/${name}.log`, result.output);
  return { ...result, name, time: performance.now() - begin };
}

/**
 * Runs all stages, two at a time: many stages use one core only, and a compiler uses the second core
 * only at times.
 * @param {Stage[]} chosen
 * @returns {Promise<Outcome[]>}
 */
async function runStages(chosen) {
  /** @type {Outcome[]} */
  const outcomes = [];
  const waiting = [...chosen];
  /** @type {Map<Stage, Promise<void>>} */
  const running = new Map();
  while (waiting.length + running.size > 0) {
    const next = waiting.findIndex((stage) => mayStart(stage, [...running.keys()], outcomes));
    const [stage] = next === -1 ? [] : waiting.splice(next, 1);
    if (stage === undefined) {
      await Promise.race(running.values());
      continue;
    }
    const end = runStage(stage, outcomes).then((outcome) => {
      printOutcome(outcome);
      outcomes.push(outcome);
      running.delete(stage);
    });
    running.set(stage, end);
  }
  return outcomes;
}

/**
 * Returns whether a stage may start beside the running ones.
 * @param {Stage} stage
 * @param {Stage[]} running
 * @param {Outcome[]} ended
 */
export function mayStart({ after = [], buildFolder, runsAlone }, running, ended) {
  if (!after.every((name) => ended.some((outcome) => outcome.name === name))) return false;
  if (running.length === 0) return true;
  if (running.length === 2 || runsAlone) return false;
  return !running.some(
    (other) => other.runsAlone || (buildFolder && other.buildFolder === buildFolder),
  );
}

/** @param {Outcome} outcome */
function printOutcome({ name, passed, failed, time, output, remark = "" }) {
  const verdict = failed > 0 ? `FAILED: ${passed} passed, ${failed} failed` : `${passed} passed`;
  printLine(name, time, `${verdict}  ${remark}`);
  if (failed === 0) return;
  const lines = output.trimEnd().split("\n");
  const hidden = lines.length - linesShown;
  if (hidden > 0) console.log(`    (${hidden} more lines: ${logs}/${name}.log)`);
  console.log(
    lines
      .slice(-linesShown)
      .map((line) => `    ${line}`)
      .join("\n"),
  );
}

/**
 * @param {string[]} words names of stages or groups; none for all
 */
export async function test(words) {
  const begin = performance.now();
  const chosen = selectStages(words);
  mkdirSync(logs, { recursive: true });
  if (chosen.some(({ name }) => name === "wasm")) await prepareWasm();
  else await step("Rust", installRust);
  await step("rustfmt and clippy", installRustChecks);
  console.log("");

  const outcomes = await runStages(chosen);
  const failed = outcomes.filter((outcome) => outcome.failed > 0);
  const { passed: passes, failed: failures } = addCounts(outcomes);
  console.log(`\n${outcomes.length} stages in ${formatSeconds(performance.now() - begin)}`);
  if (failed.length > 0) console.log(`failed: ${failed.map(({ name }) => name).join(", ")}`);
  console.log(`${passes} passed, ${failures} failed`);
  process.exitCode = failures > 0 ? 1 : 0;
}
