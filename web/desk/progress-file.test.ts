// The progress file carries everything that a learner has done to another device, and takes nothing away there.
import { describe, expect, test } from "vitest";
import { formatProgressFile, NO_LESSON_PROGRESS, parseProgressFile } from "../lesson/progress";
import { tasksOf } from "../lesson/lesson";
import { sampleLesson } from "../lesson/parse/sample.test-data";
import { memoryStorage } from "../lib/persistence/memory-storage.test-data";
import { UnreadableError } from "../lib/unreadable";
import { createJudgedVersions, type JudgedVersion } from "./challenges/judged-versions";
import { createProgressStore } from "./lesson/progress-store";
import { progressFileOf, readProgressFile, type ProgressStores } from "./progress-file";
import { createPrograms } from "./workshop/programs";

const lesson = sampleLesson();
const [task] = lesson.steps.flatMap(tasksOf);
if (task === undefined) throw new Error("the sample lesson has a task");

let ids = 0;

function device(): ProgressStores {
  const fail = ({ problem }: { problem: string }) => {
    throw new Error(problem);
  };
  const clock = { now: () => 5, newId: () => `id-${++ids}` };
  const { storage } = memoryStorage();
  return {
    progressStore: createProgressStore(storage, fail),
    programs: createPrograms(storage, fail, clock),
    judged: createJudgedVersions(storage, fail, clock),
  };
}

const version = (id: string): JudgedVersion => ({
  ...{ id, challenge: "off-the-ring", file: "kernel.c", text: "v", digest: "d", model: "2026.7" },
  ...{ seeds: { key: "k", student: "" }, medal: "silver", lines: 3, reference_lines: 4, at: 7 },
  loads: [],
});

/** A device on which a program was begun in a lesson and judged. */
function begunWith(text: string) {
  const stores = device();
  const { id } = stores.programs.add({ file: "off-the-ring.c", text })!;
  stores.progressStore.saveDraftAnswer(lesson, task!, id);
  stores.judged.begin(id, "off-the-ring");
  stores.judged.merge({ versions: [version(`v ${text}`)], begun: {} });
  return { ...stores, id };
}

/** The text of the program that the task opens, and the challenge that judges it. */
function ofTask({ progressStore, programs, judged }: ProgressStores) {
  const id = progressStore.draftAnswer(lesson, task!) ?? "";
  return [programs.find(id)?.text, judged.challengeOf(id)];
}

describe("a progress file", () => {
  test("brings_begun_programs_with_their_challenge_and_task_and_judged_versions", () => {
    const [one, other] = [begunWith("mine"), device()];
    const read = readProgressFile(progressFileOf(one), other);
    expect(ofTask(other)).toEqual(["mine", "off-the-ring"]);
    expect(read.added.map(({ text }) => text)).toEqual(["mine"]);
    expect(read.judged.map(({ medal }) => medal)).toEqual(["silver"]);
    const again = readProgressFile(progressFileOf(one), other);
    expect([again.added, again.judged, again.lacking]).toEqual([[], [], []]);
  });

  test("of_two_devices_keeps_both_programs_each_with_its_challenge", () => {
    const [one, other] = [begunWith("mine"), begunWith("yours")];
    // The same program on both: the second device had a copy, which was changed since.
    const copy = { ...one.programs.find(one.id)!, text: "changed" };
    other.programs.merge([copy]);
    readProgressFile(progressFileOf(one), other);
    const list = other.programs.store.get().list.filter(({ text }) => text !== "changed");
    expect(list.map(({ id, text }) => [text, other.judged.challengeOf(id)]).sort()).toEqual([
      ["mine", "off-the-ring"],
      ["yours", "off-the-ring"],
    ]);
    expect(ofTask(other)).toEqual(["yours", "off-the-ring"]);
    expect(other.judged.store.get().versions).toHaveLength(2);
  });

  test("of_two_essays_keeps_both_whichever_was_given_or_only_typed", () => {
    const text = lesson.steps.flatMap(tasksOf).find(({ kind }) => kind === "text")!;
    const answer = (given: string) => ({ kind: "question", given, right: null, tries: 1 }) as const;
    const [one, other, third] = [device(), device(), device()];
    one.progressStore.recordAnswer(lesson, text, answer("It polls."));
    one.progressStore.saveDraftAnswer(lesson, text, "It polls and waits.");
    other.progressStore.recordAnswer(lesson, text, answer("It drops."));
    readProgressFile(progressFileOf(one), other);
    readProgressFile(progressFileOf(one), other);
    const shown = ({ progressStore }: ProgressStores) => [
      progressStore.lessonProgress(lesson).tasks[text.id],
      progressStore.otherTexts(lesson, text),
    ];
    expect(shown(other)).toEqual([answer("It drops."), ["It polls.", "It polls and waits."]]);
    // A third device, on which nobody has written, gets them as they are there.
    readProgressFile(progressFileOf(other), third);
    expect(shown(third)).toEqual(shown(other));
    // What was written since a reset is kept, too, when the reset is undone.
    const before = other.progressStore.resetLesson(lesson);
    other.progressStore.recordAnswer(lesson, text, answer("It sleeps."));
    other.progressStore.restoreLesson(lesson, before);
    expect(shown(other)[1]).toContain("It sleeps.");
  });

  test("of_a_program_that_is_here_under_another_id_finds_it", () => {
    const one = begunWith("same");
    const other = device();
    const here = other.programs.add({ file: "kernel.c", text: "same" })!;
    readProgressFile(progressFileOf(one), other);
    expect(other.progressStore.draftAnswer(lesson, task)).toBe(here.id);
    expect(other.judged.challengeOf(here.id)).toBe("off-the-ring");
  });

  test("of_an_earlier_version_opens", () => {
    const progress = { small: { ...NO_LESSON_PROGRESS, step: "begin", seen: ["begin"] } };
    // As the thirty-fourth version of the page wrote it: neither drafts nor the challenges of programs.
    const program = {
      ...{ id: "p", file: "kernel.c", text: "old", changed: 1, opened: 1, statement: 10 },
      ...{ knobs: {}, stopped: null },
    };
    const file = { kind: "livelock-lab progress", schema: 1, lessons: progress };
    const earlier = [file, { ...file, programs: [program], judged: [version("v")] }];
    for (const [at, one] of earlier.entries()) {
      const stores = device();
      const read = readProgressFile(JSON.stringify(one), stores);
      expect([read.lessons, read.added.length, read.judged.length]).toEqual([1, at, at]);
      expect(stores.progressStore.store.get().lessons).toEqual(progress);
    }
  });

  test("with_a_wrong_part_changes_nothing", () => {
    const stores = device();
    const lessons = { small: NO_LESSON_PROGRESS };
    for (const [part, wrong] of [
      ["drafts", { small: { curve: 7 } }],
      ["begun", { p: 7 }],
      ["judged", [{ medal: "tin" }]],
      ["programs", [{ id: "p" }]],
    ] as const) {
      const text = formatProgressFile(lessons, { [part]: wrong });
      expect(() => readProgressFile(text, stores), text).toThrow(UnreadableError);
    }
    expect(stores.progressStore.store.get().lessons).toEqual({});
    expect(parseProgressFile(formatProgressFile(lessons))).toEqual(lessons);
  });
});
