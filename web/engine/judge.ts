// The worker's side of the judge: reads what the page wants to know, compiles the programs, and hands both to the simulator. The
// rules of judging are the simulator's (core/judge/src).
import type { LoadResult, Scenario } from "../generated/model";
import type { TrialMachine } from "./machine";
import type { JudgeWork } from "./protocol";

/** What the seeds of a judgement follow from. */
export interface Seeds {
  key: string;
  student: string;
}

/** A load of a challenge to be judged (work "load"; the answer is a `LoadResult`). */
export interface LoadToJudge {
  challenge: string;
  /** The load's id, and its numbers as `load_of` in core/wasm/src/challenges.rs reads them; null: NaN. */
  load: string;
  numbers: readonly (number | null)[];
  /** The load's machine with the program, and with our solution. */
  program: Scenario;
  reference: Scenario;
  seeds: Seeds;
}

/** Asks what a program gets (work "award"; the answer is an `Award`). */
export interface AwardQuestion {
  /** How many loads come before the challenge's own. */
  common: number;
  loads: readonly Pick<LoadResult, "met" | "near">[];
  /** The texts of the program and of our solution. */
  program: string;
  reference: string;
}

/** What the simulator's module knows of challenges. The texts are JSON. */
interface Simulator {
  LoadJudge: {
    new (
      challenge: string,
      load: string,
      numbers: Float64Array,
      program: string,
      reference: string,
      key: string,
      student: string,
    ): TrialMachine;
    window(scenario: string): TrialMachine;
  };
  award(
    common: number,
    met: Uint8Array,
    near: Uint8Array,
    program: string,
    reference: string,
  ): string;
}

/** `prepare` compiles the program of a scenario. */
export async function prepareJudge(
  simulator: Simulator,
  prepare: (scenario: string) => Promise<void> | null,
  work: JudgeWork,
  text: string,
): Promise<TrialMachine> {
  if (work === "award") {
    const { common, loads, program, reference } = JSON.parse(text) as AwardQuestion;
    const flags = (of: "met" | "near") => Uint8Array.from(loads, (load) => Number(load[of]));
    const answer = simulator.award(common, flags("met"), flags("near"), program, reference);
    return { advance: () => true, result: () => answer, free: () => undefined };
  }
  if (work === "window") {
    await prepare(text);
    return simulator.LoadJudge.window(text);
  }
  const { challenge, load, numbers, seeds, ...machines } = JSON.parse(text) as LoadToJudge;
  const program = JSON.stringify(machines.program);
  const reference = JSON.stringify(machines.reference);
  await prepare(program);
  await prepare(reference);
  const { key, student } = seeds;
  return new simulator.LoadJudge(
    challenge,
    load,
    Float64Array.from(numbers, (number) => number ?? NaN),
    program,
    reference,
    key,
    student,
  );
}
