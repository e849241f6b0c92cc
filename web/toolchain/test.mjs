// `npm test`: runs every stage, also after one has failed, and ends with the sum of all runners'
// tests. Words choose stages or groups: `npm test -- rust web`, `npm test -- units`.

import { mkdirSync, writeFileSync } from "node:fs";
import { addCounts } from "./counts.mjs";
import { prepareWasm } from "./build.mjs";
import { inProject } from "./paths.mjs";
import { installRust, installRustChecks } from "./rust.mjs";
import { selectStages } from "./stages.mjs";
import { formatSeconds, printLine, step } from "./step.mjs";

const logs = inProject("test-results/stages");
const linesShown = 300;

/** @typedef {import("./stages.mjs").Result & { name: string, time: number }} Outcome */

/**
 * Runs a stage. If a stage that it needs has failed, names that stage instead.
 * @param {import("./stages.mjs").Stage} stage
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
 * Groups the stages into turns. Neighbours that use one core run in the same turn; all others run
 * alone.
 * @param {import("./stages.mjs").Stage[]} chosen
 */
function inTurns(chosen) {
  /** @type {import("./stages.mjs").Stage[][]} */
  const turns = [];
  for (const stage of chosen) {
    const last = turns.at(-1);
    if (stage.onOneCore && last?.at(-1)?.onOneCore) last.push(stage);
    else turns.push([stage]);
  }
  return turns;
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

  /** @type {Outcome[]} */
  const outcomes = [];
  for (const neighbours of inTurns(chosen)) {
    const before = [...outcomes];
    const work = async () => {
      for (let stage = neighbours.shift(); stage; stage = neighbours.shift()) {
        const outcome = await runStage(stage, before);
        printOutcome(outcome);
        outcomes.push(outcome);
      }
    };
    await Promise.all([work(), work()]);
  }

  const failed = outcomes.filter((outcome) => outcome.failed > 0);
  const { passed: passes, failed: failures } = addCounts(outcomes);
  console.log(`\n${outcomes.length} stages in ${formatSeconds(performance.now() - begin)}`);
  if (failed.length > 0) console.log(`failed: ${failed.map(({ name }) => name).join(", ")}`);
  console.log(`${passes} passed, ${failures} failed`);
  process.exitCode = failures > 0 ? 1 : 0;
}
