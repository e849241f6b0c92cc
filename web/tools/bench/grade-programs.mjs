// Measures `livelock grade --challenge 12`: a thousand distinct programs, on two cores. Ten are hostile. The others are the wrong
// programs that ship with the challenge, and small changes of them and of its solution, so that most of them run to the end of each load.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inProject } from "../lib/paths.mjs";
import { run, tryRun } from "../lib/programs.mjs";
import { hundredths } from "./statistics.mjs";

const PROGRAMS = 1000;
const CHALLENGE = "12";
const HOSTILE = 10;
const CORES = 2;

/**
 * @returns {Promise<{ programs: number, seconds: number, cpu_ms_per_program: number, silver_or_gold: number }>}
 */
export async function measureGradingPrograms() {
  const remedy = "correct the error above in core/cli and run the command again";
  const folder = mkdtempSync(path.join(tmpdir(), "livelock-programs-"));
  const cargo = ["run", "--release", "--quiet", "--package", "livelock_cli", "--example"];
  try {
    await run(
      "cargo",
      [...cargo, "many_programs", "--", CHALLENGE, String(PROGRAMS), path.join(folder, "all")],
      { cwd: inProject("core"), remedy },
    );
    const output = path.join(folder, "grades.json");
    const begin = performance.now();
    const { code, output: said } = await tryRun(inProject("core/target/release/livelock"), [
      ...["grade", path.join(folder, "all"), "--challenge", CHALLENGE, "--seed-key", "bench"],
      ...["--jobs", String(CORES), "--format", "json", "--output", output],
    ]);
    const seconds = (performance.now() - begin) / 1000;
    /** @type {{ reports: { tasks: { program?: { medal: string } }[] }[] }} */
    const { reports } = JSON.parse(readFileSync(output, "utf8"));
    const medals = reports.flatMap(({ tasks }) => tasks[0]?.program?.medal ?? []);
    if (code > 1 || reports.length !== PROGRAMS || medals.length < PROGRAMS - HOSTILE) {
      const judged = `${medals.length} of ${reports.length} programs are judged`;
      throw new Error(`${judged}; status ${code}\n${said}`);
    }
    return {
      programs: PROGRAMS,
      seconds: hundredths(seconds),
      cpu_ms_per_program: hundredths((1000 * CORES * seconds) / PROGRAMS),
      silver_or_gold: medals.filter((medal) => medal === "silver" || medal === "gold").length,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
