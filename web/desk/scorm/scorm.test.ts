// A lesson inside a learning platform: the search for the platform, what is stored, and what happens when it refuses.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { inProject } from "../../tools/lib/paths.mjs";
import { sampleLesson } from "../../lesson/parse/sample.test-data";
import { tasksOf } from "../../lesson/lesson";
import { NO_LESSON_PROGRESS, type LessonProgress } from "../../lesson/progress";
import type { Notice } from "../../lib/notices";
import { createProgressStore } from "../lesson/progress-store";
import { openScorm, type PlatformObject, type WindowLike } from "./scorm-api";
import { connectScorm } from "./scorm-session";
import { scoreOf } from "./scorm-state";
import { formatSuspendData, readSuspendData } from "./suspend-data";

const lesson = sampleLesson();
const [step] = lesson.steps;
if (step === undefined) throw new Error("the sample lesson has a step");
const [task] = tasksOf(step);
if (task === undefined) throw new Error("the sample lesson has a task");

/** A platform of SCORM 1.2 or 2004 that stores what it is told. */
function platform(version: "1.2" | "2004", values: Record<string, string> = {}) {
  const prefix = version === "1.2" ? "LMS" : "";
  const calls: string[] = [];
  const answer = (name: string, text: string) => (calls.push(name), text);
  const object: PlatformObject = {
    [`${prefix}Initialize`]: () => answer("Initialize", "true"),
    [`${prefix}GetValue`]: (name = "") => values[name] ?? "",
    [`${prefix}SetValue`]: (name = "", value = "") => {
      if (name === "cmi.suspend_data" && version === "1.2" && value.length > 4096) return "false";
      values[name] = value;
      return "true";
    },
    [`${prefix}Commit`]: () => answer("Commit", "true"),
    [`${prefix}${version === "1.2" ? "Finish" : "Terminate"}`]: () => answer("Finish", "true"),
  };
  return { object, values, calls };
}

function windowIn(parent: WindowLike | null, extra: object = {}): WindowLike {
  const made = { parent, ...extra } as WindowLike;
  if (parent === null) made.parent = made;
  return made;
}

function openIn(object: PlatformObject, name = "API") {
  const api = openScorm(windowIn(windowIn(windowIn(null, { [name]: object }))));
  if (api === null) throw new Error("the platform was not found");
  return api;
}

test("the platform is found in a window around the lesson", () => {
  expect(openIn(platform("1.2").object).version).toBe("1.2");
  expect(openIn(platform("2004").object, "API_1484_11").version).toBe("2004");
});

test("the platform is found in the window that opened the lesson", () => {
  const opener = windowIn(null, { API: platform("1.2").object });
  expect(openScorm(windowIn(null, { opener }))?.version).toBe("1.2");
});

test("without a platform there is no session, also in a window of another origin", () => {
  expect(openScorm(windowIn(null))).toBeNull();
  const foreign = new Proxy({} as WindowLike, {
    get() {
      throw new Error("SecurityError");
    },
  });
  expect(openScorm(windowIn(foreign))).toBeNull();
});

test("a platform that refuses the session is not used", () => {
  const { object } = platform("1.2");
  expect(
    openScorm(windowIn(null, { API: { ...object, LMSInitialize: () => "false" } })),
  ).toBeNull();
});

/** A text that hardly compresses. */
function long(characters: number): string {
  let state = 1;
  return Array.from({ length: characters }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCharCode(33 + (state % 90));
  }).join("");
}

function progressWith(given: string): LessonProgress {
  const answer = { kind: "question", given, right: null, tries: 1 } as const;
  const compared = { kind: "prediction", guess: [1, 2, null], real: [1, 2, 3] } as const;
  return {
    ...NO_LESSON_PROGRESS,
    step: "begin",
    seen: ["begin"],
    hints: { begin: 2 },
    tasks: { words: answer, curve: { ...compared, guess: [1, 2, null], real: [1, 2, 3] } },
  };
}

test("progress survives the text of a platform", () => {
  const progress = progressWith("The ring is full: 3 µs – and 5 €.");
  const { text, shortened } = formatSuspendData(progress, 4096);
  expect(shortened).toEqual([]);
  expect(text).toMatch(/^[ -~]*$/);
  expect(readSuspendData(text)).toEqual(progress);
});

test("a free answer that is too long is shortened, and nothing else", () => {
  const progress = progressWith(long(20_000));
  const { text, shortened } = formatSuspendData(progress, 4096);
  expect(shortened).toEqual(["words"]);
  expect(text.length).toBeLessThanOrEqual(4096);
  expect(text.length).toBeGreaterThan(3900);
  const read = readSuspendData(text);
  expect(read.tasks.curve).toEqual(progress.tasks.curve);
  expect(read.tasks.words).toMatchObject({ given: expect.stringMatching(/…$/) as string });
});

/** Progress of a lesson with programs. */
function progressOfPrograms(texts: readonly string[]): LessonProgress {
  const task = { kind: "program", medal: "silver", file: "k.c", met: true, tries: 3 } as const;
  const progress = progressWith("Because.");
  const tasks: LessonProgress["tasks"] = { ...progress.tasks };
  texts.forEach((text, at) => (tasks[`task-${at}`] = { ...task, text }));
  return { ...progress, tasks };
}

test("the programs of five challenges fit into the text of the older platform", () => {
  const folder = inProject("core/challenges");
  const five = readdirSync(folder).filter((name) => /^0[1-5]/.test(name));
  const texts = five.map((name) => readFileSync(`${folder}/${name}/reference.c`, "utf8"));
  const progress = progressOfPrograms(texts);
  const { text, shortened } = formatSuspendData(progress, 4096);
  expect(shortened).toEqual([]);
  expect(readSuspendData(text)).toEqual(progress);
});

test("a program for which there is no room is left out whole, and its medal stays", () => {
  const progress = progressOfPrograms(["small", long(3_000), long(9_000)]);
  const { text, shortened } = formatSuspendData(progress, 4096);
  expect(shortened).toEqual(["task-2"]);
  expect(text.length).toBeLessThanOrEqual(4096);
  const { tasks } = readSuspendData(text);
  expect(tasks).toEqual({ ...progress.tasks, "task-2": { ...progress.tasks["task-2"], text: "" } });
  const program = { file: "k.c", text: long(9_000), statement: 20, knobs: {} };
  const goal = { kind: "goal", met: true, tries: 1, set: {}, program } as const;
  const withGoal = formatSuspendData({ ...progress, tasks: { goal } }, 4096);
  expect(withGoal.shortened).toEqual(["goal"]);
  expect(readSuspendData(withGoal.text).tasks.goal).toMatchObject({ met: true });
});

test.each([
  ["other", "it does not begin with"],
  ["livelock1:AAAA", "it is damaged or cut off"],
  ["livelock1:*", "it is damaged or cut off"],
  [formatSuspendData({ seen: 1 } as unknown as LessonProgress, 4096).text, "lesson.model"],
])("an unreadable text names its problem: %s", (text, problem) => {
  expect(() => readSuspendData(text)).toThrow(problem);
});

function session(object: PlatformObject) {
  const notices: Notice[] = [];
  const progressStore = createProgressStore(null, () => undefined);
  const waiting: (() => void)[] = [];
  const saveText = vi.fn();
  const connected = connectScorm({
    api: openIn(object),
    lesson,
    progressStore,
    notices: { show: (notice) => notices.push(notice), dismiss: () => undefined },
    now: () => 0,
    schedule: (run) => waiting.push(run),
    saveProgress: () => undefined,
    saveText,
  });
  return { connected, notices, progressStore, waiting, saveText };
}

/** What the page does when it opens the lesson at a step. */
function open({ progressStore }: ReturnType<typeof session>, at = step) {
  if (at !== undefined) progressStore.markSeen(lesson, at, "m1", 7);
}

test("a change is stored after a while, once for several changes", () => {
  const { object, values, calls } = platform("1.2");
  const made = session(object);
  const { progressStore, waiting } = made;
  if (task === undefined) return;
  open(made);
  expect(waiting).toHaveLength(0);
  progressStore.recordAnswer(lesson, task, {
    kind: "prediction",
    guess: [1, 2, 4],
    real: [1, 2, 3],
  });
  progressStore.recordAnswer(lesson, task, {
    kind: "prediction",
    guess: [1, 2, 3],
    real: [1, 2, 3],
  });
  expect(calls).toEqual(["Initialize"]);
  expect(waiting).toHaveLength(1);
  waiting[0]?.();
  expect(calls).toEqual(["Initialize", "Commit"]);
  const all = lesson.steps.flatMap(tasksOf).filter(({ kind }) => kind !== "text").length;
  expect(values["cmi.core.score.raw"]).toBe(String(Math.round(100 / all)));
  expect(values["cmi.core.lesson_location"]).toBe("begin");
  expect(values["cmi.core.lesson_status"]).toBe("incomplete");
  expect(values["cmi.core.exit"]).toBe("suspend");
});

test("the next visit continues with the stored progress, and another learner has their own", () => {
  const { object, values } = platform("2004");
  const first = session2004(object);
  if (step === undefined) return;
  first.progressStore.markSeen(lesson, step, "m1", 7);
  first.progressStore.setOpenHints(lesson, step, 1);
  first.connected.finish();
  expect(values["cmi.exit"]).toBe("suspend");
  const again = session2004(platform("2004", values).object);
  expect(again.progressStore.lessonProgress(lesson).seen).toEqual(["begin"]);
  const other = session2004(platform("2004").object);
  expect(other.progressStore.lessonProgress(lesson)).toEqual(NO_LESSON_PROGRESS);
});

function session2004(object: PlatformObject) {
  const progressStore = createProgressStore(null, () => undefined);
  const api = openIn(object, "API_1484_11");
  const notices = { show: () => undefined, dismiss: () => undefined };
  const [now, nothing] = [() => 90_000, () => undefined];
  const connected = connectScorm({
    ...{ api, lesson, progressStore, notices, now },
    ...{ schedule: nothing, saveProgress: nothing, saveText: nothing },
  });
  return { progressStore, connected };
}

test("a stored text that cannot be read is reported, and can be saved", () => {
  const { object } = platform("1.2", { "cmi.suspend_data": "from another program" });
  const { notices, saveText } = session(object);
  expect(notices[0]?.text[0]).toContain("suspend_data");
  notices[0]?.actions[0]?.run();
  expect(saveText).toHaveBeenCalledWith("from another program");
});

test("a platform that refuses a change is reported", () => {
  const { object } = platform("1.2");
  const made = session({ ...object, LMSCommit: () => "false" });
  const { notices, progressStore, connected } = made;
  open(made);
  if (step !== undefined) progressStore.setOpenHints(lesson, step, 1);
  connected.flush();
  expect(notices[0]?.title).toBe("Your learning platform does not store your progress");
});

test("free answers do not count for the score", () => {
  expect(scoreOf(lesson, NO_LESSON_PROGRESS)).toBe(0);
  const tasks = Object.fromEntries(
    lesson.steps.flatMap(tasksOf).map(({ id, kind }) => [
      id,
      kind === "prediction"
        ? { kind: "prediction" as const, guess: [], real: [] }
        : kind === "goal"
          ? { kind: "goal" as const, met: true, tries: 1, set: {} }
          : {
              kind: "question" as const,
              given: "",
              right: kind === "text" ? null : true,
              tries: 1,
            },
    ]),
  );
  expect(scoreOf(lesson, { ...NO_LESSON_PROGRESS, tasks })).toBe(100);
});
