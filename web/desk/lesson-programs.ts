// The programs of a lesson's tasks: a workshop on the desk of lessons with its challenges, and which of the learner's stored
// programs belongs to which task. The page loads this file with the first task of this kind.
import { tr } from "../i18n/i18n";
import type { Medal } from "../generated/model";
import type { Lesson, ProgramTask } from "../lesson/lesson";
import { TASK_PROGRAM_BYTES_MAX, taskProgress, withVerdict } from "../lesson/progress";
import { isAtLeast } from "../model/medals";
import { CHALLENGE_STATEMENT, findChallenge } from "./challenges/challenge-table";
import { bestVersions, type JudgedVersion } from "./challenges/judged-versions";
import type { JudgeKind } from "./challenges/judging";
import { challengesOf } from "./challenges-context";
import type { LessonContext } from "./lesson-context";
import { programsOf } from "./stored-programs";
import type { ProgramContext } from "./workshop-context";
import { createDebugger } from "./workshop/debugger";
import type { NewProgram } from "./workshop/programs";
import { createWorkshop } from "./workshop/workshop";

export interface LessonPrograms {
  /** The workshop of the lesson's machine. The lesson shows the desk. */
  context: ProgramContext;
  /** Opens the program of a task: the learner's own, or the skeleton of the challenge. The step's machine has to be open. */
  open(lesson: Lesson, task: ProgramTask): void;
  /** Opens the skeleton as another program. The one before is kept among the learner's programs. */
  beginAgain(lesson: Lesson, task: ProgramTask): void;
  /** Opens a version that was judged as the task's program. The one before is kept among the learner's programs. */
  openVersion(lesson: Lesson, task: ProgramTask, version: JudgedVersion): void;
  /** A version that was judged elsewhere counts for the task, and is its program. */
  take(lesson: Lesson, task: ProgramTask, version: JudgedVersion): void;
  /** Judges what the editor has. The verdict is the task's progress, except for practice. */
  judge(lesson: Lesson, task: ProgramTask, kind: JudgeKind): Promise<void>;
}

const opened = new WeakMap<LessonContext, LessonPrograms>();

export function lessonProgramsOf(context: LessonContext): LessonPrograms {
  const known = opened.get(context);
  if (known !== undefined) return known;
  const { progressStore, services: shared } = context;
  const services = shared.desks.of("lesson");
  const { lab, notices } = services;
  const programs = programsOf(notices);
  const workshop = createWorkshop({
    ...{ lab, programs, notices, isInLesson: true },
    // That of the step, or a run that the judge has opened.
    machineOf: () => Promise.resolve(lab.state.get().scenario),
    now: () => Date.now(),
    schedule: (run, milliseconds) => void setTimeout(run, milliseconds),
  });
  const { announcer, playbackAnnouncer: playback } = services;
  const debug = createDebugger({ lab, workshop, announcer, playback });
  const own = { services, workshop, debug };
  const challenges = challengesOf(own);
  /** A draft of the answer names the program, which is stored with the others. */
  const keep = (lesson: Lesson, task: ProgramTask, id: string) => {
    progressStore.saveDraftAnswer(lesson, task, id);
    challenges.judged.begin(id, task.challenge);
  };
  function openVersion(lesson: Lesson, task: ProgramTask, { file, text }: JudgedVersion): void {
    if (text === null) return;
    const program = { file, text, statement: CHALLENGE_STATEMENT };
    const stored =
      programs.store.get().list.find((one) => one.text === text) ?? workshop.create(program);
    if (stored === null) return;
    keep(lesson, task, stored.id);
    workshop.open(stored.id);
  }
  const found: LessonPrograms = {
    context: own,
    openVersion,
    take(lesson, task, version) {
      const { file, text, medal } = version;
      if (text === null) return;
      progressStore.recordResult(lesson, task, progressStore.attempt(lesson), (now) =>
        withVerdict(taskProgress(now, task, "program"), { file, text, medal }, task.medal),
      );
      openVersion(lesson, task, version);
    },
    open(lesson, task) {
      const id = progressStore.draftAnswer(lesson, task);
      if (id !== null && programs.find(id) !== undefined) return workshop.open(id);
      const stored = taskProgress(progressStore.lessonProgress(lesson), task, "program");
      const skeleton = skeletonOf(task);
      const program = stored?.text ? { ...skeleton, ...textOf(stored) } : skeleton;
      const added = programs.add(program);
      // Where there is no room, the workshop says so.
      if (added === null) return void workshop.create(program);
      keep(lesson, task, added.id);
      workshop.open(added.id);
    },
    beginAgain(lesson, task) {
      const added = workshop.create(skeletonOf(task));
      if (added !== null) keep(lesson, task, added.id);
    },
    async judge(lesson, task, kind) {
      if (!hasRoomFor(workshop.state.get().text)) {
        const kilobytes = TASK_PROGRAM_BYTES_MAX / 1024;
        const why = tr(
          `A lesson keeps programs of at most {kilobytes} kB. Shorten it, or have it judged on the page “Write
          a kernel”.`,
          { kilobytes },
        );
        const title = tr("This program is too long");
        return notices.show({ key: "program", tone: "bad", title, text: [why], actions: [] });
      }
      const challenge = challengeOf(task);
      const attempt = progressStore.attempt(lesson);
      await challenges.judge(challenge, kind);
      const { run } = challenges.state.get();
      if (kind === "practice" || run?.challenge !== challenge || run.verdict === null) return;
      const judged = { ...run.program, medal: run.verdict.medal };
      progressStore.recordResult(lesson, task, attempt, (now) =>
        withVerdict(taskProgress(now, task, "program"), judged, task.medal),
      );
    },
  };
  opened.set(context, found);
  return found;
}

const hasRoomFor = (text: string) =>
  new TextEncoder().encode(text).length <= TASK_PROGRAM_BYTES_MAX;

/**
 * The best version of the task's challenge, if its medal is better than what the task has. It was judged on the page “Write a
 * kernel”, or before the lesson was reset. One that another model has judged might not get its medal again.
 */
export function versionFor(
  { challenge }: ProgramTask,
  has: Medal,
  { versions, model }: { versions: readonly JudgedVersion[]; model: string },
): JudgedVersion | undefined {
  const fitting = versions.filter(
    (one) => one.model === model && one.text !== null && hasRoomFor(one.text),
  );
  const best = bestVersions(fitting).get(challenge);
  return best === undefined || isAtLeast(has, best.medal) ? undefined : best;
}

const textOf = ({ file, text }: NewProgram) => ({ file, text });

/** What a learner begins with. */
function skeletonOf(task: ProgramTask): NewProgram {
  const { id, skeleton } = challengeOf(task);
  return { file: `${id}.c`, text: skeleton, statement: CHALLENGE_STATEMENT };
}

export function challengeOf({ challenge }: ProgramTask) {
  const found = findChallenge(challenge);
  if (found === undefined) throw new Error(`there is no challenge ${challenge}`);
  return found;
}
