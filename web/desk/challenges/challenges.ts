// The challenges of the page “Write a kernel”: begins one, judges what the editor has, keeps what was judged, and opens runs in
// the machine. Nothing here writes into a program: what is opened is a program of its own, and undo brings the one before back.
//
//   begin -> workshop: a new program on the challenge's machine
//   judge -> judging.ts -> judge.ts: the pool -> loads, one by one -> verdict -> judged-versions
import { tr } from "../../i18n/i18n";
import type { RunTarget } from "../../engine/protocol";
import type { ChallengeRow, LoadResult, Scenario, Sweep, SweepPoint } from "../../generated/model";
import type { NewProgram, StoredProgram } from "../workshop/programs";
import { CHALLENGE_STATEMENT } from "./challenge-table";
import type { JudgedVersion, JudgedVersions } from "./judged-versions";
import { createJudging, type Judging, type JudgingDependencies } from "./judging";

export interface Challenges extends Judging {
  readonly judged: JudgedVersions;
  /** Opens what a learner begins with as a new program, on the challenge's machine. */
  begin(challenge: ChallengeRow): void;
  /** The program that was begun for a challenge and opened last. */
  begunFor(challenge: ChallengeRow): StoredProgram | undefined;
  /** Opens it. */
  goOn(challenge: ChallengeRow): void;
  /** The open program is for this challenge from now on, on the challenge's machine; a copy of it, if it is for another one. */
  choose(challenge: ChallengeRow): void;
  /** Opens a run with the program that was judged. `from`: the result that it belongs to. */
  openRun(scenario: Scenario, from: LoadResult): Promise<void>;
  /** Opens the run of one point of a sweep, paused when its packet arrives. */
  openPoint(sweep: Sweep, point: SweepPoint): Promise<void>;
  /** Opens a version that was judged as a program of its own. */
  openVersion(version: JudgedVersion): void;
}

/** How far a run goes beyond the cycle that is looked at: some milliseconds. */
const AFTERWARDS_CYCLES = 600_000;
/** The last arrival of a load is this long before the end of its run. */
const DRAIN_MILLISECONDS = 100;

export function createChallenges(dependencies: JudgingDependencies): Challenges {
  const { lab, workshop, judged } = dependencies;
  const judging = createJudging(dependencies);

  /**
   * Opens a scenario whose program the editor may have changed since: then it is a program of its own, for the challenge that the
   * open one is for.
   */
  async function open(scenario: Scenario, until: RunTarget, t: number | null): Promise<void> {
    const challenge = judged.challengeOf(workshop.state.get().open);
    const program = scenario.program!;
    const isInEditor = workshop.state.get().text === program.text;
    const file = isInEditor ? program.file : tr("judged {file}", { file: program.file });
    const opened = { ...scenario, program: { ...program, file } };
    lab.clock.pause();
    await lab.openRun(opened, opened, until, t);
    const { open } = workshop.state.get();
    if (open !== null && challenge !== undefined) judged.begin(open, challenge);
  }

  const openAt = (scenario: Scenario, t: number) =>
    open(scenario, { cycles: t + AFTERWARDS_CYCLES }, t);

  /** Packets that are missing may be lost long before the end, where all is well again. */
  async function goToLastDrop(): Promise<void> {
    // Forward, the machine would run beyond the end of the run if nothing was dropped.
    const { head } = lab.tick.get();
    const last = { what: "neighbour", t: head, boundary: "drop", direction: -1 } as const;
    const found = Number((await lab.ask(last).catch(() => ({ text: "" }))).text || NaN);
    if (Number.isFinite(found)) lab.time.goTo(found);
  }

  /** Opens a program of its own. Its run begins later, when it is known whose machine it wants. */
  function create(program: NewProgram, challenge: string): void {
    const added = workshop.create(program);
    if (added !== null) judged.begin(added.id, challenge);
  }

  function begunFor({ id }: ChallengeRow): StoredProgram | undefined {
    const { list } = workshop.programs.store.get();
    const begun = list.filter((one) => judged.challengeOf(one.id) === id);
    return begun.reduce<StoredProgram | undefined>(
      (last, one) => (last === undefined || one.opened >= last.opened ? one : last),
      undefined,
    );
  }

  return {
    ...judging,
    judged,
    begin(challenge) {
      const program = {
        file: fileOf(challenge),
        text: challenge.skeleton,
        statement: CHALLENGE_STATEMENT,
      };
      create(program, challenge.id);
    },
    begunFor,
    goOn: (challenge) => workshop.open(begunFor(challenge)?.id ?? ""),
    choose(challenge) {
      const { open } = workshop.state.get();
      if (open === null) return;
      const program = workshop.programs.find(open);
      const other = judged.challengeOf(open);
      // The solution of another challenge stays that: this one begins with a copy.
      if (program !== undefined && other !== undefined && other !== challenge.id) {
        const { text, statement, knobs } = program;
        return create({ file: fileOf(challenge), text, statement, knobs }, challenge.id);
      }
      judged.begin(open, challenge.id);
      workshop.run();
    },
    async openRun(scenario, from) {
      const load = judging.state
        .get()
        .run?.challenge.loads.find((row) => row.load.id === from.load);
      const second = scenario.interventions.at(-1)?.at;
      if (from.sweep !== undefined && second !== undefined) return openAt(scenario, second);
      const end = load?.load.milliseconds ?? 0;
      // What broke is at the end of the run.
      if (from.fault !== undefined)
        return open(scenario, { milliseconds: end + DRAIN_MILLISECONDS }, null);
      // Rates are shown at the end of the load. Just behind an intervention that ends it, there would be nothing to tell yet.
      const before = scenario.interventions.length > 0 ? 1 : 0;
      await open(scenario, { milliseconds: end - before }, null);
      const [missed] = from.bounds.filter(({ met }) => !met);
      if (missed?.metric === "delivered_share") await goToLastDrop();
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

/** The name of the program that a learner begins with. */
const fileOf = ({ number, id }: ChallengeRow) => `${number} ${id}.c`;
