// Measures `livelock grade`: a thousand reports of lesson 7, on two cores. The learners turn the quota to a hundred different
// values, so that their goals need nine hundred trials. Equal trials run once: the same trials with a hundred reports, one
// for each quota, say how much of the time is simulation.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runnerImport } from "vite";
import { inProject } from "../lib/paths.mjs";
import { run, tryRun } from "../lib/programs.mjs";
import { hundredths } from "./statistics.mjs";

const REPORTS = 1000;
const QUOTAS = 100;
const CORES = 2;
const PASSES = 3;

/** A report that the page has made (web/lesson/report/lesson-report.test.ts). */
const SAMPLE = "core/cli/tests/reports/ada.json";

/**
 * Measures and returns the least times of some passes, because other work can only make a time longer.
 * @returns {Promise<{ reports: number, seconds: number, seconds_of_trials: number, ms_per_further_report: number, thousand_over_trials: number }>}
 */
export async function measureGrading() {
  const remedy = "correct the error above in core/cli and run the command again";
  await run("cargo", ["build", "--release", "--quiet", "--package", "livelock_cli"], {
    cwd: inProject("core"),
    remedy,
  });
  const folder = mkdtempSync(path.join(tmpdir(), "livelock-grading-"));
  try {
    await writeReports(path.join(folder, "all"), REPORTS);
    await writeReports(path.join(folder, "trials"), QUOTAS);
    /** @type {number[]} */
    const all = [];
    /** @type {number[]} */
    const trials = [];
    for (let pass = 0; pass < PASSES; pass += 1) {
      all.push(await secondsOf(path.join(folder, "all"), REPORTS));
      trials.push(await secondsOf(path.join(folder, "trials"), QUOTAS));
    }
    const [seconds, simulated] = [Math.min(...all), Math.min(...trials)];
    return {
      reports: REPORTS,
      seconds: hundredths(seconds),
      seconds_of_trials: hundredths(simulated),
      ms_per_further_report: hundredths((1000 * (seconds - simulated)) / (REPORTS - QUOTAS)),
      thousand_over_trials: hundredths(seconds / simulated),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Grades a folder. Fails if a report has no points. Many are flagged, because they call every goal reached.
 * @param {string} folder
 * @param {number} count
 */
async function secondsOf(folder, count) {
  const output = path.join(path.dirname(folder), "grades.json");
  const program = inProject("core/target/release/livelock");
  const begin = performance.now();
  const { code, output: said } = await tryRun(program, [
    ...["grade", folder, "--jobs", String(CORES), "--format", "json", "--output", output],
  ]);
  const seconds = (performance.now() - begin) / 1000;
  /** @type {{ reports: { score: number }[] }} */
  const { reports } = JSON.parse(readFileSync(output, "utf8"));
  const scored = reports.filter(({ score }) => score > 0).length;
  if (code > 1 || scored !== count) {
    throw new Error(`${scored} of ${count} reports have points; exit status ${code}\n${said}`);
  }
  return seconds;
}

/**
 * Writes reports by different people: another prediction, another text, another quota.
 * @param {string} folder
 * @param {number} count
 */
async function writeReports(folder, count) {
  const digest = await runnerImport(inProject("web/lesson/digest.ts"), {
    configFile: false,
    logLevel: "error",
  });
  const { digestOf } = /** @type {typeof import("../../lesson/digest.ts")} */ (digest.module);
  const sample = readFileSync(inProject(SAMPLE), "utf8");
  mkdirSync(folder);
  for (let number = 0; number < count; number += 1) {
    const report = JSON.parse(sample);
    delete report.sha256;
    report.who = `Learner ${number}`;
    for (const task of report.tasks) vary(task, number);
    const text = JSON.stringify({ ...report, sha256: digestOf(report) });
    writeFileSync(path.join(folder, `${String(number).padStart(4, "0")}.json`), text);
  }
}

/**
 * @param {{ kind: string, first: number[], guess: number[], given: string, set: Record<string, number>, scenario: { settings: Record<string, number> }, results: null }} task
 * @param {number} number the learner's
 */
function vary(task, number) {
  if (task.kind === "prediction") {
    task.first = task.first.map((value) => value + number);
    task.guess = task.first;
  } else if (task.kind === "text") {
    task.given = `${task.given} ${number}`;
  } else if (task.kind === "goal") {
    const quota = 1 + (number % QUOTAS);
    task.set["polling.quota"] = quota;
    task.scenario.settings["polling.quota"] = quota;
    task.results = null;
  }
}
