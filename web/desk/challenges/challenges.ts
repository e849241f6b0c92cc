// The challenges of the page “Write a kernel”: begins one, judges what the editor has, keeps what was judged, and opens runs in
// the machine. Nothing here writes into a program: what is opened is a program of its own, and undo brings the one before back.
//
//   begin -> workshop: a new program on the challenge's machine
//   judge -> judge.ts: the pool -> loads, one by one -> verdict -> judged-versions
import { tr } from "../../i18n/i18n";
import { CancelledError, RefusedError } from "../../engine/problems";
import type { Seeds } from "../../engine/challenges";
import type { RunTarget } from "../../engine/protocol";
import type {
  ChallengeRow,
  LoadResult,
  Scenario,
  Sweep,
  SweepPoint,
  Verdict,
} from "../../generated/model";
import type { Notices } from "../../lib/notices";
import { createStore, type ReadableStore } from "../../lib/store";
import { restartedAt } from "../../model/scenario/settings";
import type { Machine } from "../lab/machine";
import { fingerprint } from "../link/program-field";
import type { Workshop } from "../workshop/workshop";
import type { NewProgram } from "../workshop/programs";
import { CHALLENGE_STATEMENT } from "./challenge-table";
import {
  judgeProgram,
  sweepWindow,
  type JudgeDesk,
  type JudgeProgress,
  type WrittenProgram,
} from "./judge";
import { VERSIONS_MAX, type JudgedVersion, type JudgedVersions } from "./judged-versions";
import { PRACTICE_SEEDS } from "./seeds";

/** `judge`: with fresh seeds; the verdict is kept. `practice`: with the same seeds every time. */
export type JudgeKind = "judge" | "practice";

/** What is being judged, or was judged last. */
export interface JudgeRun extends JudgeProgress {
  kind: JudgeKind;
  challenge: ChallengeRow;
  program: WrittenProgram;
  seeds: Seeds;
  /** Null: not yet, or not at all. */
  verdict: Verdict | null;
  phase: "running" | "finished" | "cancelled" | "failed";
  /** Why it failed. */
  failure: string;
}

/** The sweep of the open program's window. */
export interface SweepRun {
  program: WrittenProgram;
  result: LoadResult | null;
  phase: JudgeRun["phase"];
  failure: string;
}

export interface ChallengesState {
  run: JudgeRun | null;
  sweep: SweepRun | null;
}

export interface Challenges {
  readonly state: ReadableStore<ChallengesState>;
  readonly judged: JudgedVersions;
  /** Opens what a learner begins with as a new program, on the challenge's machine. */
  begin(challenge: ChallengeRow): void;
  /** The open program is for this challenge from now on, on the challenge's machine. */
  choose(challenge: ChallengeRow): void;
  /** Judges what the editor has. What was being judged before is cancelled. */
  judge(challenge: ChallengeRow, kind: JudgeKind): Promise<void>;
  /** Tries the window of what the editor has, on the machine that is shown. */
  sweep(): Promise<void>;
  cancel(): void;
  /** Opens a run with the program that was judged. `from`: the result that it belongs to. */
  openRun(scenario: Scenario, from: LoadResult): Promise<void>;
  /** Opens the run of one point of a sweep, paused when its packet arrives. */
  openPoint(sweep: Sweep, point: SweepPoint): Promise<void>;
  /** Opens a version that was judged as a program of its own. */
  openVersion(version: JudgedVersion): void;
}

export interface ChallengesDependencies extends JudgeDesk {
  lab: Machine;
  workshop: Workshop;
  judged: JudgedVersions;
  notices: Notices;
  freshSeeds(): Seeds;
}

/** How far a run goes beyond the cycle that is looked at: some milliseconds. */
const AFTERWARDS_CYCLES = 600_000;
/** The last arrival of a load is this long before the end of its run. */
const DRAIN_MILLISECONDS = 100;

export function createChallenges(dependencies: ChallengesDependencies): Challenges {
  const { lab, workshop, judged, notices, freshSeeds } = dependencies;
  const state = createStore<ChallengesState>({ run: null, sweep: null });
  let cancelling = new AbortController();

  const written = (): WrittenProgram => {
    const { open, text } = workshop.state.get();
    return { file: workshop.programs.find(open ?? "")?.file ?? "kernel.c", text };
  };

  /** Begins something that takes the place of what runs. */
  function restart(): AbortSignal {
    cancelling.abort();
    cancelling = new AbortController();
    return cancelling.signal;
  }

  async function judge(challenge: ChallengeRow, kind: JudgeKind): Promise<void> {
    const signal = restart();
    const program = written();
    const seeds = kind === "judge" ? freshSeeds() : PRACTICE_SEEDS;
    const set = (changes: Partial<JudgeRun>) => {
      const { run } = state.get();
      if (run?.program === program) state.set({ run: { ...run, ...changes } });
    };
    const nothing = { verdict: null, phase: "running", failure: "", crashes: 0 } as const;
    const loads = challenge.loads.map(() => null);
    state.set({ run: { kind, challenge, program, seeds, loads, ...nothing } });
    try {
      const onProgress = (progress: JudgeProgress) => set(progress);
      const options = { seeds, signal, onProgress };
      const verdict = await judgeProgram(dependencies, challenge.id, program, options);
      set({ verdict, loads: verdict.loads, phase: "finished" });
      if (kind === "judge") keep(verdict, program, seeds);
    } catch (error) {
      set(ended(error));
    }
  }

  function keep(verdict: Verdict, program: WrittenProgram, seeds: Seeds): void {
    const { kept, dropped } = judged.keep(verdict, program, seeds, modelOf(lab));
    const text = [
      ...dropped.map(({ file, at }) =>
        tr(
          `“{file}”, judged at {time}, is no longer kept: this browser keeps {count} judged versions, and the
          best of each challenge always.`,
          { file, time: new Date(at).toLocaleString(language()), count: VERSIONS_MAX },
        ),
      ),
      ...(kept.text === null
        ? [tr("The text of this program is too long to be kept with its verdict.")]
        : []),
    ];
    if (text.length === 0) return;
    const title = tr("There is no room for all judged versions");
    notices.show({ key: "judged", tone: "news", title, text, actions: [] });
  }

  async function sweep(): Promise<void> {
    const { scenario: machine, catalogue } = lab.state.get();
    if (machine === null || catalogue === null) return;
    const signal = restart();
    const program = written();
    const { statement = 0, knobs = {} } =
      workshop.programs.find(workshop.state.get().open ?? "") ?? {};
    const scenario = {
      ...restartedAt(catalogue, machine, Infinity, {}),
      program: { ...program, statement, knobs, digest: fingerprint(program.text) },
    };
    const set = (changes: Partial<SweepRun>) => {
      const { sweep } = state.get();
      if (sweep?.program === program) state.set({ sweep: { ...sweep, ...changes } });
    };
    state.set({ sweep: { program, result: null, phase: "running", failure: "" } });
    try {
      set({ result: await sweepWindow(dependencies, scenario, { signal }), phase: "finished" });
    } catch (error) {
      set(ended(error));
    }
  }

  /** Opens a scenario whose program the editor may have changed since: then it is a program of its own. */
  async function open(scenario: Scenario, until: RunTarget, t: number | null): Promise<void> {
    const program = scenario.program!;
    const isInEditor = workshop.state.get().text === program.text;
    const file = isInEditor ? program.file : tr("judged {file}", { file: program.file });
    const opened = { ...scenario, program: { ...program, file } };
    lab.clock.pause();
    await lab.openRun(opened, opened, until, t);
  }

  const openAt = (scenario: Scenario, t: number) =>
    open(scenario, { cycles: t + AFTERWARDS_CYCLES }, t);

  /** Opens a program of its own. Its run begins later, when it is known whose machine it wants. */
  function create(program: NewProgram, challenge: string): void {
    const added = workshop.create(program);
    if (added !== null) judged.begin(added.id, challenge);
  }

  return {
    state,
    judged,
    begin(challenge) {
      const program = {
        file: `${challenge.number} ${challenge.id}.c`,
        text: challenge.skeleton,
        statement: CHALLENGE_STATEMENT,
      };
      create(program, challenge.id);
    },
    choose(challenge) {
      const { open } = workshop.state.get();
      if (open === null) return;
      judged.begin(open, challenge.id);
      workshop.run();
    },
    judge,
    sweep,
    cancel: () => cancelling.abort(),
    async openRun(scenario, from) {
      const load = state.get().run?.challenge.loads.find((row) => row.load.id === from.load);
      const second = scenario.interventions.at(-1)?.at;
      if (from.sweep !== undefined && second !== undefined) return openAt(scenario, second);
      // What broke is at the end of the run. Rates are shown at the end of the load.
      const drain = from.fault === undefined ? 0 : DRAIN_MILLISECONDS;
      return open(scenario, { milliseconds: (load?.load.milliseconds ?? 0) + drain }, null);
    },
    openPoint({ scenario, last_look }, { cycle }) {
      const [first] = scenario.interventions;
      const at = (last_look ?? 0) + cycle;
      const second = first === undefined ? [] : [{ at, set: first.set }];
      const interventions = [...scenario.interventions, ...second];
      return openAt({ ...scenario, interventions }, at);
    },
    openVersion({ challenge, file, text }) {
      if (text === null) return;
      create({ file, text, statement: CHALLENGE_STATEMENT }, challenge);
    },
  };
}

/** How something ended that was not finished. */
function ended(error: unknown): { phase: JudgeRun["phase"]; failure: string } {
  if (error instanceof CancelledError) return { phase: "cancelled", failure: "" };
  if (error instanceof RefusedError) {
    const problems = error.problems.map(({ field, problem }) => `${field} ${problem}`);
    return { phase: "failed", failure: problems.join(" ") };
  }
  const failure = tr(
    "A worker of this page has crashed twice at the same run. Press the button again.",
  );
  return { phase: "failed", failure };
}

const modelOf = (lab: Machine) => lab.state.get().catalogue?.model ?? "";

const language = () => document.documentElement.lang;
