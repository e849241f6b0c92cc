// What a lesson inside a learning platform may store, as a pure state machine. A result on the platform is a grade, so there are
// four rules:
//
//   1. Opening a lesson stores nothing. The first stored value follows something that the learner does.
//   2. A result (score, status) never gets worse: not by another visit, a corrected package, or lost or damaged progress.
//   3. A text that cannot be read stays on the platform until the learner gives it up. Meanwhile only the result may get better.
//   4. A platform that opens the lesson for browsing or review gets nothing.
//
//   openLesson -> opened -- follow: the learner acts --> acted -- planStore, confirmStore --> acted
//                    |                                     |
//                    +------------ leavingValues ----------+---> what is stored when the page is left
import type { Lesson } from "../../lesson/lesson";
import { tasksOf } from "../../lesson/lesson";
import {
  countDoneSteps,
  isDone,
  NO_LESSON_PROGRESS,
  type LessonProgress,
} from "../../lesson/progress";
import { formatSuspendData, readSuspendData } from "./suspend-data";
import { UnreadableError } from "../../lib/unreadable";

/** From worst to best. SCORM 1.2 has one word for all of them; "none" means that the platform has no result. 2004 keeps passed
 * and failed apart, where a lesson stores nothing. */
const STATUSES = ["none", "incomplete", "failed", "completed", "passed"] as const;
export type LessonStatus = (typeof STATUSES)[number];

export interface LessonResult {
  status: LessonStatus;
  /** From 0 to 100; null: none yet. */
  score: number | null;
}

/** What the platform has when the lesson is opened. */
export interface PlatformValues {
  mode: "normal" | "browse" | "review";
  result: LessonResult;
  /** Empty at the first visit. */
  suspendData: string;
}

/** What is stored. A value that is missing stays as it is on the platform. */
export interface StoredValues {
  /** The lesson's place: at most 255 characters. */
  location?: string;
  suspendData?: string;
  score?: number;
  status?: "incomplete" | "completed";
}

export interface ScormState {
  mode: PlatformValues["mode"];
  /** What the platform has. */
  result: LessonResult;
  /** What is wrong with a stored text that the learner has not given up. */
  unreadable: UnreadableError | null;
  /** The progress that the platform has; null: none. */
  stored: LessonProgress | null;
  /** The step that was opened, without an action of the learner; "" before. */
  openingStep: string;
  hasActed: boolean;
}

export interface StorePlan {
  values: StoredValues;
  progress: LessonProgress;
  /** Whether the answers are stored at all, and whether long ones are cut. */
  keeps: "all" | "shortened" | "nothing";
}

/** The most characters of a place that SCORM 1.2 stores. */
const LOCATION_MAX = 255;

/** The state after the lesson was opened. */
export function openLesson({ mode, result, suspendData }: PlatformValues): ScormState {
  const opened = { mode, result, openingStep: "", hasActed: false };
  if (suspendData === "") return { ...opened, stored: null, unreadable: null };
  try {
    return { ...opened, stored: readSuspendData(suspendData), unreadable: null };
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return { ...opened, stored: null, unreadable: error };
  }
}

/** The state after a change of progress. The first step that is open was opened by the page; any other step, an answer and a
 * hint are actions of the learner. */
export function follow(state: ScormState, progress: LessonProgress): ScormState {
  if (state.hasActed) return state;
  const openingStep = state.openingStep === "" ? progress.step : state.openingStep;
  const before = state.stored ?? NO_LESSON_PROGRESS;
  const hasActed =
    progress.step !== openingStep ||
    JSON.stringify(progress.tasks) !== JSON.stringify(before.tasks) ||
    JSON.stringify(progress.hints) !== JSON.stringify(before.hints);
  return { ...state, openingStep, hasActed };
}

/** What has to be stored now; null: nothing. */
export function planStore(
  state: ScormState,
  lesson: Lesson,
  progress: LessonProgress,
  suspendDataMax: number,
): StorePlan | null {
  if (state.mode !== "normal" || !state.hasActed || progress === state.stored) return null;
  const values = betterValues(state.result, resultOf(lesson, progress));
  const { text, shortened } = formatSuspendData(progress, suspendDataMax);
  if (state.unreadable !== null || text === "") return { values, progress, keeps: "nothing" };
  const location = progress.step.slice(0, LOCATION_MAX);
  return {
    values: { ...values, location, suspendData: text },
    progress,
    keeps: shortened.length > 0 ? "shortened" : "all",
  };
}

/** The state after the platform has stored a plan. */
export function confirmStore(
  state: ScormState,
  { values, progress, keeps }: StorePlan,
): ScormState {
  const { status = state.result.status, score = state.result.score } = values;
  const stored = keeps === "nothing" ? state.stored : progress;
  return { ...state, stored, result: { status, score } };
}

/** The learner gives up the stored text that cannot be read: it may be replaced. */
export function giveUpUnreadable(state: ScormState): ScormState {
  return { ...state, unreadable: null, stored: null, hasActed: true };
}

/** What is stored when the page is left; null: nothing, not even the time. If a lesson leaves a platform without any status, the
 * platform takes it for completed, so one that was only opened is called incomplete. */
export function leavingValues(
  state: ScormState,
  lesson: Lesson,
  progress: LessonProgress,
  suspendDataMax: number,
): StoredValues | null {
  if (state.mode !== "normal") return null;
  if (!state.hasActed) return state.result.status === "none" ? { status: "incomplete" } : {};
  return planStore(state, lesson, progress, suspendDataMax)?.values ?? {};
}

/** The points of a lesson from 0 to 100: the share of its tasks that are done. Answers in the learner's own words are not
 * counted, because nobody has graded them. */
export function scoreOf(lesson: Lesson, progress: LessonProgress): number {
  const graded = lesson.steps.flatMap(tasksOf).filter(({ kind }) => kind !== "text");
  if (graded.length === 0) return 100;
  const done = graded.filter(({ id }) => isDone(progress.tasks[id])).length;
  return Math.round((100 * done) / graded.length);
}

function resultOf(lesson: Lesson, progress: LessonProgress) {
  const { done, all } = countDoneSteps(lesson, progress);
  const status = done === all ? ("completed" as const) : ("incomplete" as const);
  return { status, score: scoreOf(lesson, progress) };
}

/** The values of a result that are better than those of the platform. */
function betterValues(
  platform: LessonResult,
  { status, score }: ReturnType<typeof resultOf>,
): StoredValues {
  return {
    ...((platform.score === null || score > platform.score) && { score }),
    ...(STATUSES.indexOf(status) > STATUSES.indexOf(platform.status) && { status }),
  };
}
