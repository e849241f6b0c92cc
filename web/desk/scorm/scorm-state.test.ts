// A result on a learning platform never gets worse, and opening a lesson stores nothing: the rules of scorm-state.ts, and
// whole visits to platforms of both versions.
import { describe, expect, test } from "vitest";
import type { TaskProgress } from "../../lesson/progress";
import { NO_LESSON_PROGRESS, type LessonProgress } from "../../lesson/progress";
import { tasksOf, type Lesson, type Task } from "../../lesson/lesson";
import { sampleLesson } from "../../lesson/parse/sample.test-data";
import type { Notice } from "../../lib/notices";
import { createProgressStore } from "../lesson/progress-store";
import { openScorm, type PlatformObject, type WindowLike } from "./scorm-api";
import { connectScorm } from "./scorm-session";
import {
  confirmStore,
  follow,
  giveUpUnreadable,
  leavingValues,
  openLesson,
  planStore,
  type LessonStatus,
} from "./scorm-state";
import { formatSuspendData } from "./suspend-data";

const lesson = sampleLesson();
const tasks = lesson.steps.flatMap(tasksOf);
const MAX = 4096;

function doneOf({ kind }: Task): TaskProgress {
  if (kind === "prediction") return { kind, guess: [1], real: [1] };
  if (kind === "goal") return { kind, met: true, tries: 1, set: {} };
  return { kind: "question", given: "1", right: kind === "text" ? null : true, tries: 1 };
}

/** The progress of a learner who has done the first tasks. */
function progressWith(count: number, step = lesson.steps[0]?.id ?? ""): LessonProgress {
  const done = Object.fromEntries(tasks.slice(0, count).map((task) => [task.id, doneOf(task)]));
  return { ...NO_LESSON_PROGRESS, model: "m1", step, seen: [step], seed: 7, tasks: done };
}

const all = progressWith(tasks.length);
const textOf = (progress: LessonProgress) => formatSuspendData(progress, MAX).text;
/** Suspend data as it comes back from platforms: whole, none, cut, damaged, of another package. */
const TEXTS = {
  whole: textOf(all),
  empty: "",
  cut: textOf(all).slice(0, -9),
  damaged: textOf(all).replace(/.{4}$/, "####"),
  foreign: "from another program",
  corrected: textOf({
    ...NO_LESSON_PROGRESS,
    step: "gone",
    tasks: { gone: doneOf(tasks[0] as Task) },
  }),
};

describe("the state machine", () => {
  const result = { status: "none" as LessonStatus, score: null };
  const opened = openLesson({ mode: "normal", result, suspendData: "" });

  test("opening_the_first_step_and_a_change_of_the_model_are_no_actions", () => {
    const state = follow(follow(opened, progressWith(0)), { ...progressWith(0), model: "m2" });
    expect(state.hasActed).toBe(false);
    expect(planStore(state, lesson, progressWith(0), MAX)).toBeNull();
  });

  test("an_answer_a_hint_and_another_step_are_actions", () => {
    const state = follow(opened, progressWith(0));
    expect(follow(state, progressWith(1)).hasActed).toBe(true);
    expect(follow(state, { ...progressWith(0), hints: { begin: 1 } }).hasActed).toBe(true);
    expect(follow(state, progressWith(0, "end")).hasActed).toBe(true);
  });

  test("a_result_is_stored_only_when_it_is_better", () => {
    const valuesOver = (status: LessonStatus, score: number | null, progress: LessonProgress) => {
      const start = openLesson({ mode: "normal", result: { status, score }, suspendData: "" });
      const state = follow(follow(start, progressWith(0)), progress);
      const { values = {} } = planStore(state, lesson, progress, MAX) ?? {};
      return [values.status, values.score];
    };
    const some = progressWith(1);
    const [, points] = valuesOver("none", null, some);
    expect(valuesOver("none", null, some)).toEqual(["incomplete", points]);
    expect(valuesOver("incomplete", 0, some)).toEqual([undefined, points]);
    expect(valuesOver("completed", 100, some)).toEqual([undefined, undefined]);
    expect(valuesOver("failed", 40, all)).toEqual(["completed", 100]);
    expect(valuesOver("passed", 90, all)).toEqual([undefined, 100]);
    expect(valuesOver("completed", 120, all)).toEqual([undefined, undefined]);
  });

  test("an_unreadable_text_is_replaced_only_after_the_learner_gives_it_up", () => {
    const start = openLesson({ mode: "normal", result, suspendData: "damaged" });
    const state = follow(follow(start, progressWith(0)), all);
    const plan = planStore(state, lesson, all, MAX);
    expect(plan?.values).toEqual({ status: "completed", score: 100 });
    expect(plan?.keeps).toBe("nothing");
    if (plan === null) return;
    const after = giveUpUnreadable(confirmStore(state, plan));
    expect(planStore(after, lesson, all, MAX)?.values).toEqual({
      location: all.step,
      suspendData: textOf(all),
    });
  });

  test("a_lesson_that_was_only_opened_is_not_taken_for_completed", () => {
    const leave = (status: LessonStatus) =>
      leavingValues(
        follow(
          openLesson({ mode: "normal", result: { status, score: null }, suspendData: "" }),
          progressWith(0),
        ),
        lesson,
        progressWith(0),
        MAX,
      );
    expect(leave("none")).toEqual({ status: "incomplete" });
    for (const status of ["incomplete", "failed", "completed", "passed"] as const)
      expect(leave(status)).toEqual({});
  });

  test("browsing_and_review_store_nothing_not_even_the_time", () => {
    for (const mode of ["browse", "review"] as const) {
      const state = follow(
        follow(openLesson({ mode, result, suspendData: "" }), progressWith(0)),
        all,
      );
      expect(planStore(state, lesson, all, MAX)).toBeNull();
      expect(leavingValues(state, lesson, all, MAX)).toBeNull();
    }
  });
});

const NAMES = {
  "1.2": {
    object: "API",
    prefix: "LMS",
    finish: "LMSFinish",
    mode: "cmi.core.lesson_mode",
    status: "cmi.core.lesson_status",
    score: "cmi.core.score",
    exit: "cmi.core.exit",
  },
  "2004": {
    object: "API_1484_11",
    prefix: "",
    finish: "Terminate",
    mode: "cmi.mode",
    status: "cmi.completion_status",
    score: "cmi.score",
    exit: "cmi.exit",
  },
} as const;

/** A visit to a platform that has these values. `written` are the names of the elements that were set. */
function visit(
  version: keyof typeof NAMES,
  values: Record<string, string>,
  shown: Lesson = lesson,
) {
  const { object, prefix, finish } = NAMES[version];
  const written: string[] = [];
  const platform: PlatformObject = {
    [`${prefix}Initialize`]: () => "true",
    [`${prefix}GetValue`]: (name = "") => values[name] ?? "",
    [`${prefix}SetValue`]: (name = "", value = "") => {
      written.push(name);
      values[name] = value;
      return "true";
    },
    [`${prefix}Commit`]: () => "true",
    [finish]: () => "true",
  };
  const window = { parent: null, [object]: platform } as unknown as WindowLike;
  const api = openScorm(window);
  if (api === null) throw new Error("the platform was not found");
  const progressStore = createProgressStore(null, () => undefined);
  let notices: Notice[] = [];
  const dismiss = (key: string) => void (notices = notices.filter((one) => one.key !== key));
  const connected = connectScorm({
    ...{ api, lesson: shown, progressStore, now: () => 0 },
    notices: { show: (one) => (dismiss(one.key), notices.push(one)), dismiss },
    schedule: (run) => run(),
    saveProgress: () => undefined,
    saveText: () => undefined,
  });
  const last = shown.steps.find(({ id }) => id === progressStore.lessonProgress(shown).step);
  const step = last ?? shown.steps[0];
  if (step !== undefined) progressStore.markSeen(shown, step, "m1", 7);
  const answer = (task: Task | undefined) =>
    task && progressStore.recordAnswer(shown, task, doneOf(task));
  return { connected, written, answer, notices: () => notices };
}

describe.each(["1.2", "2004"] as const)("a platform of SCORM %s", (version) => {
  const { status, score, exit, mode } = NAMES[version];
  const completed = (text: string, its = "completed") => ({
    [status]: its,
    [`${score}.raw`]: "100",
    "cmi.suspend_data": text,
  });
  const resultOf = (values: Record<string, string>) => [values[status], values[`${score}.raw`]];

  test.each(Object.entries(TEXTS))(
    "keeps a completed lesson that is opened again: %s",
    (_, text) => {
      for (const its of version === "1.2" ? ["completed", "passed"] : ["completed"]) {
        const values = completed(text, its);
        const { connected, written } = visit(version, values);
        connected.flush();
        expect(written).toEqual([]);
        connected.finish();
        expect(resultOf(values)).toEqual([its, "100"]);
        expect(values["cmi.suspend_data"]).toBe(text);
        expect(values[exit]).toBe("suspend");
      }
    },
  );

  test.each(Object.entries(TEXTS))("keeps the result when an answer follows: %s", (name, text) => {
    const values = completed(text);
    const { connected, answer, notices } = visit(version, values);
    answer(tasks[0]);
    connected.finish();
    expect(resultOf(values)).toEqual(["completed", "100"]);
    const isUnreadable = ["cut", "damaged", "foreign"].includes(name);
    expect(values["cmi.suspend_data"] === text).toBe(isUnreadable || name === "whole");
    expect(notices().some(({ key }) => key === "scorm progress")).toBe(isUnreadable);
  });

  test("replaces an unreadable text when the learner says so", () => {
    const values = completed(TEXTS.cut);
    const { answer, notices } = visit(version, values);
    answer(tasks[0]);
    const [notice] = notices().filter(({ key }) => key === "scorm progress");
    notice?.actions[1]?.run();
    expect(values["cmi.suspend_data"]).toMatch(/^livelock1:/);
    expect(resultOf(values)).toEqual(["completed", "100"]);
  });

  test("keeps the result of a lesson whose corrected package has more tasks", () => {
    const [half, points] = [progressWith(1), 80];
    const values = { ...completed(textOf(half), "incomplete"), [`${score}.raw`]: String(points) };
    const { connected, answer } = visit(version, values);
    connected.flush();
    expect(resultOf(values)).toEqual(["incomplete", "80"]);
    for (const task of tasks) answer(task);
    connected.finish();
    expect(resultOf(values)).toEqual(["completed", "100"]);
  });

  test.each(["browse", "review"])("gets nothing in mode %s", (its) => {
    const values = { ...completed(TEXTS.whole), [mode]: its };
    const { connected, written, answer, notices } = visit(version, values);
    answer(tasks[0]);
    connected.flush();
    connected.finish();
    expect(written).toEqual([]);
    expect(notices()[0]?.title).toBe("Nothing is stored on this visit");
  });

  test("reads a score on another scale", () => {
    const values = {
      ...completed(""),
      [`${score}.raw`]: "9",
      [`${score}.max`]: "10",
      [`${score}.min`]: "0",
    };
    const { notices } = visit(version, values);
    expect(notices()[0]?.text[0]).toContain("90 of 100 points");
  });
});
