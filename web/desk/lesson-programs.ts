// The programs of a lesson's tasks: a workshop on the desk of lessons with its challenges, and which of the learner's stored
// programs belongs to which task. The page loads this file with the first task of this kind.
import { tr } from "../i18n/i18n";
import type { Lesson, ProgramTask } from "../lesson/lesson";
import { TASK_PROGRAM_BYTES_MAX, taskProgress, withVerdict } from "../lesson/progress";
import { CHALLENGE_STATEMENT, findChallenge } from "./challenges/challenge-table";
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
  const found: LessonPrograms = {
    context: own,
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
      const { text } = workshop.state.get();
      if (new TextEncoder().encode(text).length > TASK_PROGRAM_BYTES_MAX) {
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
