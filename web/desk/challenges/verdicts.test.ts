// The page's judge with its own build of the simulator, in Node: our solutions get gold, a crash is told and repeated, a judgement
// can be cancelled. `core/cli/tests/challenge_verdicts.rs` judges the same programs with the same seeds by the command line and
// compares: so page and `livelock challenge` give the same verdict, number for number. `UPDATE_KEYS=1` writes the file again.
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { prepareJudge, type Seeds } from "../../engine/judge";
import type { JudgeJob, Pool } from "../../engine/pool";
import { CancelledError, TrapError } from "../../engine/problems";
import { keepProgram, startSimulator } from "../../engine/simulator.test-data";
import type { Verdict } from "../../generated/model";
import { createStore } from "../../lib/store";
import type { Trials } from "../curve/run-trials";
import { CHALLENGES, machineOf } from "./challenge-table";
import { judgeProgram, sweepWindow, type JudgeProgress } from "./judge";
import { freshSeeds, PRACTICE_SEEDS } from "./seeds";

const RECORD = new URL("../../../core/cli/tests/challenge-verdicts.json", import.meta.url);
const FOLDER = new URL("../../../core/challenges/", import.meta.url);

/** Programs of core/challenges, and the key of their seeds. */
const JUDGED = [
  { challenge: "off-the-ring", program: "01-off-the-ring/reference.c", key: "term 7" },
  { challenge: "off-the-ring", program: "01-off-the-ring/fails/keeps-the-descriptor.c", key: "a" },
  {
    challenge: "one-interrupt-many-packets",
    program: "02-one-interrupt-many-packets/fails/acknowledges-last.c",
    key: "practice",
  },
  {
    challenge: "sleep-without-missing-one",
    program: "08-sleep-without-missing-one/fails/clock-as-a-net.c",
    key: "b",
  },
];

/** A pool that works at once, in this thread. The first `crashes` works crash. */
function deskOf(crashes = 0) {
  const simulator = startSimulator(readFileSync);
  const prepare = (scenario: string) => Promise.resolve(keepProgram(readFileSync, scenario));
  let left = crashes;
  const work = async (job: JudgeJob<unknown>) => {
    if (left-- > 0) throw new TrapError("unreachable", "trial", 0);
    const machine = await prepareJudge(simulator, prepare, job.work, job.scenario);
    while (!machine.advance(0));
    const result: unknown = JSON.parse(machine.result());
    machine.free();
    return result;
  };
  const judge = (job: JudgeJob<unknown>) => void work(job).then(job.onReport, job.onFailure);
  const pool = { judge, cancel: () => undefined } as unknown as Pool;
  return { trials: createStore<Trials>({ pool, sweeps: new Map() }) };
}

const textOf = (program: string) => readFileSync(new URL(program, FOLDER), "utf8");

const judged = (challenge: string, program: string, seeds: Seeds) =>
  judgeProgram(deskOf(), challenge, { file: "kernel.c", text: textOf(program) }, { seeds });

/** Scenarios are long, and have the name of the file. */
const withoutScenarios = (verdict: Verdict) =>
  JSON.parse(
    JSON.stringify(verdict, (name, value: unknown) => (name === "scenario" ? undefined : value)),
  ) as Verdict;

test("page_and_command_line_give_the_same_verdict", async () => {
  const rows = [];
  for (const { challenge, program, key } of JUDGED) {
    const verdict = withoutScenarios(await judged(challenge, program, { key, student: "" }));
    rows.push({ challenge, program, key, verdict });
  }
  expect(rows.map(({ verdict }) => verdict.medal)).toEqual(["gold", "none", "bronze", "none"]);
  if (process.env.UPDATE_KEYS !== undefined)
    writeFileSync(RECORD, `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`);
  expect(JSON.parse(readFileSync(RECORD, "utf8"))).toEqual(rows);
}, 120_000);

test("what_a_learner_begins_with_compiles_and_gets_no_gold", async () => {
  const [first] = CHALLENGES;
  const program = { file: "kernel.c", text: first!.skeleton };
  expect((await judgeProgram(deskOf(), first!.id, program)).medal).toBe("none");
});

test("what_a_learner_begins_with_fits_the_column_of_a_lesson", () => {
  const tooLong = CHALLENGES.flatMap(({ id, skeleton }) =>
    (skeleton.match(/\/\*[^]*?\*\//g) ?? [])
      .flatMap((comment) => comment.split("\n"))
      .filter((line) => line.length > 49)
      .map((line) => `${id}: ${line}`),
  );
  expect(tooLong).toEqual([]);
});

test("a_crash_is_told_and_its_load_is_judged_again_and_a_second_one_ends_it", async () => {
  const program = { file: "kernel.c", text: textOf("01-off-the-ring/reference.c") };
  const told: number[] = [];
  const onProgress = ({ crashes }: JudgeProgress) => void told.push(crashes);
  const verdict = await judgeProgram(deskOf(1), "off-the-ring", program, { onProgress });
  expect([verdict.medal, Math.max(...told)]).toEqual(["gold", 1]);
  await expect(judgeProgram(deskOf(99), "off-the-ring", program)).rejects.toThrow(TrapError);
  const machine = machineOf(CHALLENGES[0]!);
  await expect(sweepWindow(deskOf(2), machine)).rejects.toThrow(TrapError);
});

test("whoever_cancels_gets_no_verdict", async () => {
  const program = { file: "kernel.c", text: textOf("01-off-the-ring/reference.c") };
  const cancelling = new AbortController();
  const options = { signal: cancelling.signal, onProgress: () => cancelling.abort() };
  const judging = judgeProgram(deskOf(), "off-the-ring", program, options);
  await expect(judging).rejects.toThrow(CancelledError);
});

test("fresh_seeds_are_new_each_time_and_practice_seeds_are_the_commands", () => {
  const keys = new Set(Array.from({ length: 50 }, () => freshSeeds().key));
  expect(keys.size).toBe(50);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{24}$/);
  expect(PRACTICE_SEEDS).toEqual({ key: "practice", student: "" });
});
