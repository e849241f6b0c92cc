// Judges a program by a challenge, on the pool of workers: a load each, then the medal. The rules are the core's; here the parts
// are sent out and their answers collected. The program is fixed when it starts: what a person types or turns meanwhile changes
// nothing.
import { CancelledError, TrapError } from "../../engine/problems";
import { Priority } from "../../engine/pool";
import type { AwardQuestion, LoadToJudge, Seeds } from "../../engine/judge";
import type { JudgeWork } from "../../engine/protocol";
import type { Award, ChallengeRow, LoadResult, Scenario, Verdict } from "../../generated/model";
import { waitForState, type ReadableStore } from "../../lib/store";
import type { Trials } from "../curve/run-trials";
import { fingerprint } from "../link/program-field";
import { PRACTICE_SEEDS } from "./seeds";

/** A program to be judged. */
export interface WrittenProgram {
  file: string;
  text: string;
}

export interface JudgeProgress {
  /** By load, in their order; null: not judged yet. */
  loads: readonly (LoadResult | null)[];
  /** How often a worker has crashed and the load was begun again. */
  crashes: number;
}

export interface JudgeOptions {
  /** The practice seeds, if there are none. */
  seeds?: Seeds;
  onProgress?(progress: JudgeProgress): void;
  /** Cancels: the promise is rejected with a `CancelledError`. */
  signal?: AbortSignal;
}

/** Where the judge works: the pool that all desks share. */
export interface JudgeDesk {
  trials: ReadableStore<Trials>;
}

/** A worker that crashes twice at one load would do so again. */
const TRIES_MAX = 2;

let judged = 0;

/**
 * Judges a program by the challenge with this id. The promise is rejected with a `RefusedError` if the program does not compile,
 * and with a `CancelledError` if somebody has cancelled it.
 */
export async function judgeProgram(
  desk: JudgeDesk,
  id: string,
  program: WrittenProgram,
  { seeds = PRACTICE_SEEDS, onProgress, signal }: JudgeOptions = {},
): Promise<Verdict> {
  const { findChallenge, numbersOf, CHALLENGE_STATEMENT } = await import("./challenge-table");
  const challenge = findChallenge(id);
  if (challenge === undefined) throw new Error(`there is no challenge ${id}`);
  const work = await startWork(desk, signal);
  try {
    const reference = { file: "reference.c", text: challenge.reference };
    const loads: (LoadResult | null)[] = challenge.loads.map(() => null);
    const report = () => onProgress?.({ loads: [...loads], crashes: work.crashes() });
    const judgeLoad = async (index: number, { load, machine }: ChallengeRow["loads"][number]) => {
      const text: LoadToJudge = {
        challenge: challenge.id,
        load: load.id,
        numbers: numbersOf(load),
        program: withProgram(machine, program, CHALLENGE_STATEMENT),
        reference: withProgram(machine, reference, CHALLENGE_STATEMENT),
        seeds,
      };
      const result = await work.run<LoadResult>("load", JSON.stringify(text), report);
      loads[index] = { ...result, title: load.title };
      report();
      return loads[index];
    };
    report();
    const results = await Promise.all(challenge.loads.map((row, index) => judgeLoad(index, row)));
    const question: AwardQuestion = {
      common: challenge.common,
      loads: results,
      program: program.text,
      reference: challenge.reference,
    };
    const award = await work.run<Award>("award", JSON.stringify(question), report);
    const { number, title } = challenge;
    return { challenge: id, number, title, ...award, loads: results };
  } finally {
    work.end();
  }
}

/** Tries a packet at each cycle between the last look and the sleep, on the machine of a scenario with a program. */
export async function sweepWindow(
  desk: JudgeDesk,
  scenario: Scenario,
  { onProgress, signal }: Pick<JudgeOptions, "onProgress" | "signal"> = {},
): Promise<LoadResult> {
  const work = await startWork(desk, signal);
  try {
    const report = () => onProgress?.({ loads: [], crashes: work.crashes() });
    return await work.run<LoadResult>("window", JSON.stringify(scenario), report);
  } finally {
    work.end();
  }
}

/** A machine with a program, whose statements cost so many cycles. */
function withProgram(machine: Scenario, written: WrittenProgram, statement: number): Scenario {
  const program = { ...written, statement, digest: fingerprint(written.text), knobs: {} };
  return { ...machine, program };
}

interface PoolWork {
  run<Result>(work: JudgeWork, text: string, onCrash: () => void): Promise<Result>;
  crashes(): number;
  /** Cancels what still runs. */
  end(): void;
}

/** Works on the pool that belong together: they end together, by themselves or because somebody cancels. */
async function startWork(desk: JudgeDesk, signal: AbortSignal | undefined): Promise<PoolWork> {
  const owner = `challenge ${++judged}`;
  const { pool } = await waitForState(desk.trials, (trials) => trials.pool !== null);
  if (pool === null) throw new Error("the pool is there");
  let crashes = 0;
  const runOnce = <Result>(work: JudgeWork, scenario: string) =>
    new Promise<Result>((resolve, reject) => {
      const cancel = () => reject(new CancelledError("Cancelled."));
      if (signal?.aborted === true) return cancel();
      signal?.addEventListener("abort", cancel, { once: true });
      const job = { work, scenario, owner, priority: Priority.judge };
      pool.judge<Result>({ ...job, onReport: resolve, onFailure: reject });
    });
  return {
    async run<Result>(work: JudgeWork, text: string, onCrash: () => void) {
      for (let tries = 1; ; tries++) {
        try {
          return await runOnce<Result>(work, text);
        } catch (error) {
          if (!(error instanceof TrapError) || tries === TRIES_MAX) throw error;
          crashes++;
          onCrash();
        }
      }
    },
    crashes: () => crashes,
    end: () => pool.cancel(owner),
  };
}
