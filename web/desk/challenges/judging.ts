// Judges what the editor has, one program at a time: by a challenge, or the window of the open program. Says how far that is, and
// keeps the verdicts.
import { tr } from "../../i18n/i18n";
import { CancelledError, RefusedError } from "../../engine/problems";
import type { Seeds } from "../../engine/judge";
import type { ChallengeRow, LoadResult, Verdict } from "../../generated/model";
import type { Notice, Notices } from "../../lib/notices";
import { createStore, type ReadableStore } from "../../lib/store";
import { restartedAt } from "../../model/scenario/settings";
import type { Machine } from "../lab/machine";
import { fingerprint } from "../link/program-field";
import type { Workshop } from "../workshop/workshop";
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

export interface JudgingState {
  run: JudgeRun | null;
  sweep: SweepRun | null;
}

export interface Judging {
  readonly state: ReadableStore<JudgingState>;
  /** Judges what the editor has. What was being judged before is cancelled. */
  judge(challenge: ChallengeRow, kind: JudgeKind): Promise<void>;
  /** Tries the window of what the editor has, on the machine that is shown. */
  sweep(): Promise<void>;
  cancel(): void;
}

export interface JudgingDependencies extends JudgeDesk {
  lab: Machine;
  workshop: Workshop;
  judged: JudgedVersions;
  notices: Notices;
  freshSeeds(): Seeds;
}

export function createJudging(dependencies: JudgingDependencies): Judging {
  const { lab, workshop, judged, notices, freshSeeds } = dependencies;
  const state = createStore<JudgingState>({ run: null, sweep: null });
  let cancelling = new AbortController();

  /** Begins something that takes the place of what runs. */
  function restart(): AbortSignal {
    cancelling.abort();
    cancelling = new AbortController();
    return cancelling.signal;
  }

  async function judge(challenge: ChallengeRow, kind: JudgeKind): Promise<void> {
    const signal = restart();
    const program = written(workshop);
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
    const model = lab.state.get().catalogue?.model ?? "";
    const { kept, dropped } = judged.keep(verdict, program, seeds, model);
    if (dropped.length > 0 || kept.text === null) notices.show(notAllKept(kept, dropped));
  }

  async function sweep(): Promise<void> {
    const { scenario: machine, catalogue } = lab.state.get();
    if (machine === null || catalogue === null) return;
    const signal = restart();
    const program = written(workshop);
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

  return { state, judge, sweep, cancel: () => cancelling.abort() };
}

/** What the editor has. */
function written({ programs, state }: Workshop): WrittenProgram {
  const { open, text } = state.get();
  return { file: programs.find(open ?? "")?.file ?? "kernel.c", text };
}

function notAllKept({ text }: JudgedVersion, dropped: readonly JudgedVersion[]): Notice {
  const lines = dropped.map(({ file, at }) =>
    tr(
      `“{file}”, judged at {time}, is no longer kept: this browser keeps {count} judged versions, and the
          best of each challenge always.`,
      {
        file,
        time: new Date(at).toLocaleString(document.documentElement.lang),
        count: VERSIONS_MAX,
      },
    ),
  );
  if (text === null)
    lines.push(tr("The text of this program is too long to be kept with its verdict."));
  return {
    key: "judged",
    tone: "news",
    title: tr("There is no room for all judged versions"),
    text: lines,
    actions: [],
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
