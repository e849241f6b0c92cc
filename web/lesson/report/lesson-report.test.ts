// Reports: a report of a whole lesson, made with the real simulator, is the one that the tests of `livelock grade` read
// (core/cli/tests/reports). `UPDATE_KEYS=1 npx vitest run web/lesson/report/lesson-report` writes it again.
import { UnreadableError } from "../../lib/unreadable";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inProject } from "../../tools/lib/paths.mjs";
import { course } from "../course/course.test-data";
import { digestOf } from "../digest";
import { judgeRequirement, mean, trialsOfGoal, trialsOfPrediction, valuesOf } from "../grade";
import {
  buildReport,
  formatReport,
  lessonOfReport,
  parseReport,
  reportFileName,
  type LessonReport,
} from "./lesson-report";
import { readCatalogue, runTrial, startCore } from "../check/machine.test-data";
import { findMachineStep, tasksOf, type Lesson, type Step, type Task } from "../lesson";
import { formatProgressFile, NO_LESSON_PROGRESS, type TaskProgress } from "../progress";
import { formatReportPage } from "./report-html";
import { summaryOf } from "./report-summary";
import { parseSample, SAMPLE, sampleLesson } from "../parse/sample.test-data";
import { findScenario } from "../check/check";
import { withSettings } from "../settings";
import { lessonOfSeed } from "../variants";

startCore(readFileSync);
const catalogue = readCatalogue();
const { lessons } = course;
const STORED = inProject("core/cli/tests/reports/ada.json");
const SAVED = "2026-11-24T14:03:00.123Z";
const SEED = 4711;

/** A learner who answers everything right, and predicts that nothing is ever lost. */
function answerRight(lesson: Lesson, step: Step, task: Task): TaskProgress {
  const { spec } = findMachineStep(lesson, lesson.steps.indexOf(step));
  const scenario = findScenario(lesson, catalogue, spec.scenario);
  if (scenario === undefined) throw new Error(`there is no scenario ${spec.scenario}`);
  const machine = { ...withSettings(scenario, spec.set), interventions: [] };
  const answered = { kind: "question", right: true, tries: 1 } as const;
  switch (task.kind) {
    case "choice":
      return { ...answered, given: String(task.options.findIndex(({ right }) => right)) };
    case "number":
      return { ...answered, given: String(task.answer), tries: 2 };
    case "text":
      return { ...answered, given: "User processes get no time; “=1+1” <b>\n", right: null };
    case "prediction": {
      const plans = trialsOfPrediction(task, machine);
      const guess = task.values.map((value) => Math.min(Number(value), 4000));
      const real = task.values.map((_, at) => {
        const reports = plans.flatMap(({ index, scenario }) =>
          index === at ? [runTrial(scenario)] : [],
        );
        return Number((mean(valuesOf(task.metric, reports)) ?? 0).toPrecision(6));
      });
      return { kind: "prediction", guess, real, first: guess, tries: 1 };
    }
    case "program":
      throw new Error(`nobody solves ${task.id} here`);
    case "goal": {
      const set = task.solutions[0]?.set ?? {};
      const plans = trialsOfGoal(task, machine, set);
      const measured = task.requirements.map((requirement, at) => {
        const reports = plans.flatMap(({ index, scenario }) =>
          index === at ? [runTrial(scenario)] : [],
        );
        return judgeRequirement(requirement, valuesOf(requirement.metric, reports));
      });
      return { kind: "goal", met: measured.every(({ met }) => met), tries: 3, set, measured };
    }
  }
}

function solvedReport(lesson: Lesson, who: string, seed = SEED): LessonReport {
  const ours = lessonOfSeed(lesson, seed);
  const tasks = ours.steps.flatMap((step) =>
    tasksOf(step).map((task) => [task.id, answerRight(ours, step, task)] as const),
  );
  const progress = { ...NO_LESSON_PROGRESS, seed, tasks: Object.fromEntries(tasks) };
  return buildReport({ lesson, catalogue, progress, who, saved: SAVED });
}

const quotas = lessons.find(({ number }) => number === 7);
if (quotas === undefined) throw new Error("the course has a lesson 7");
const [solution] = quotas.steps
  .flatMap(tasksOf)
  .flatMap((task) => (task.kind === "goal" ? task.solutions : []));
const ada = solvedReport(quotas, "Ada Lovelace");

test("the stored report is the one that the page makes", () => {
  const text = formatReport(ada);
  if (process.env.UPDATE_KEYS === "1") writeFileSync(STORED, text);
  const remedy = "out of date: UPDATE_KEYS=1 npx vitest run web/lesson/report/lesson-report";
  expect(readFileSync(STORED, "utf8") === text, remedy).toBe(true);
});

describe("a report", () => {
  test("reads back as it was written", () => {
    expect(parseReport(formatReport(ada))).toEqual(ada);
    expect(lessonOfReport(ada, lessons, catalogue)).toBe(quotas);
  });

  test("has the whole scenario and result of a goal", () => {
    const goal = ada.tasks.find(({ kind }) => kind === "goal");
    expect(goal).toMatchObject({
      met: true,
      set: solution?.set,
      scenario: { settings: { ...solution?.set, "queues.transmit_ring": 8 } },
    });
    expect(goal?.kind === "goal" && goal.results?.every(({ met }) => met)).toBe(true);
  });

  test("has no answers to tasks that the lesson no longer has", () => {
    const lesson = sampleLesson();
    const gone = { kind: "question", given: "1", right: true, tries: 1 } as const;
    const tasks = { gone, curve: gone, which: { ...gone, given: "7" } };
    const progress = { ...NO_LESSON_PROGRESS, tasks };
    expect(buildReport({ lesson, catalogue, progress, who: "", saved: SAVED }).tasks).toEqual([]);
  });

  test("replaces half an emoji, which JSON in other languages cannot read", () => {
    const report = buildReport({
      lesson: sampleLesson(),
      catalogue,
      progress: NO_LESSON_PROGRESS,
      who: "Ada \ud83d",
      saved: SAVED,
    });
    expect(report.who).toBe("Ada \ufffd");
    expect(parseReport(formatReport(report))).toEqual(report);
  });

  test("has a file name without special characters", () => {
    const { id } = quotas;
    expect(reportFileName({ ...ada, who: "Zoë / ../Müller" }, "json")).toBe(
      `livelock-report-${id}-zoe-muller.json`,
    );
    expect(reportFileName({ ...ada, who: "" }, "html")).toBe(`livelock-report-${id}.html`);
  });
});

describe("a file that is no report of this page is refused with field and remedy", () => {
  const text = formatReport(ada);
  const refuse = (changed: string) => {
    try {
      lessonOfReport(parseReport(changed), lessons, catalogue);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      expect(error.remedy).not.toBe("");
      expect(error.message).not.toBe("");
      return error.field;
    }
    return "accepted";
  };
  const signed = (change: Partial<LessonReport>) => {
    const { sha256, ...content } = { ...ada, ...change };
    expect(sha256).not.toBe("");
    return JSON.stringify({ ...content, sha256: digestOf(content) });
  };
  test.each([
    ["cut off", text.slice(0, 500), "the whole file"],
    ["another page", "<!doctype html><p>Hello</p>", "the whole file"],
    ["a scenario", '{"id": "a", "settings": {}}', "kind"],
    ["progress", formatProgressFile({}), "kind"],
    ["another version of the format", text.replace('"schema": 1', '"schema": 2'), "schema"],
    ["an edited answer", text.replace('"tries": 3', '"tries": 1'), "sha256"],
    ["a wrong field", text.replace('"met": true', '"met": 1'), /^tasks\.\d+\./],
    ["an unknown field", text.replace('"who"', '"mark": 100, "who"'), "the whole file"],
    ["a field too long", text.replace("Ada Lovelace", "A".repeat(101)), "who"],
    ["a field twice", text.replace('"who"', '"who": "Mallory", "who"'), "who"],
    ["a field twice, one escaped", text.replace('"who"', '"wh\\u006f": "Mallory", "who"'), "who"],
    [
      "a field of a task twice",
      text.replace('"given": 1', '"given": 0, "given": 1'),
      "tasks.0.given",
    ],
    [
      "too many settings",
      text.replace(
        '"set": {',
        `"set": {${Array.from({ length: 501 }, (_, at) => `"s${at}": 1,`).join("")}`,
      ),
      /^tasks\.\d+\.set$/,
    ],
    ["a number too large", text.replace('"tries": 3', '"tries": 1e999'), /^tasks\.\d+\.tries/],
    ["another lesson", signed({ lesson: { ...ada.lesson, id: "draft-mine" } }), "lesson.id"],
    ["other tasks", signed({ lesson: { ...ada.lesson, version: "0" } }), "lesson.version"],
    [
      "a task twice",
      signed({ tasks: [...ada.tasks, ...ada.tasks.slice(0, 1)] }),
      /^tasks\.\d+\.id/,
    ],
    [
      "a task that the lesson does not have",
      signed({ tasks: ada.tasks.map((task) => ({ ...task, id: `${task.id}-more` })) }),
      "tasks.0.id",
    ],
  ])("%s", (_what, changed, field) => {
    expect(refuse(changed)).toEqual(field instanceof RegExp ? expect.stringMatching(field) : field);
  });
  test("a value anywhere that is longer than the longest text", () => {
    const long = "x".repeat(20_001);
    let values = 1;
    for (let at = 0; at < values; at++) {
      values = 0;
      const text = JSON.stringify(ada, (name, value: unknown) => {
        const isKept = typeof value === "object" || name === "sha256" || values++ !== at;
        return isKept ? value : long;
      });
      expect(refuse(signed(JSON.parse(text) as LessonReport)), `value ${at}`).not.toBe("accepted");
    }
    expect(values).toBeGreaterThan(100);
  });
  test("but the report itself is accepted", () => {
    expect(refuse(signed({}))).toBe("accepted");
  });
});

describe("the summary", () => {
  test("has a row for every task, also for those without an answer", () => {
    const lesson = sampleLesson();
    const tasks = { which: { kind: "question", given: "0", right: false, tries: 2 } } as const;
    const progress = { ...NO_LESSON_PROGRESS, tasks };
    const report = buildReport({ lesson, catalogue, progress, who: "", saved: SAVED });
    const rows = summaryOf(report, lesson, catalogue, { why: "because" });
    expect(SAMPLE).toContain("Which one?");
    expect(rows.map(({ id, verdict, state }) => [id, verdict, state])).toEqual([
      ["curve", "Not answered.", "absent"],
      ["which", "Not right, 2 tries.", "bad"],
      ["how-many", "Not answered.", "absent"],
      ["why", "You typed an answer, but did not save it. It is not in the report.", "absent"],
      ["room", "Not answered.", "absent"],
    ]);
  });

  test("shows a goal with its knobs and what was measured", () => {
    const row = summaryOf(ada, quotas, catalogue).find(({ id }) => id === "quota");
    expect(row).toMatchObject({ answer: "Quota: 5 packets", verdict: "Reached, after 3 tries." });
    expect(row?.table?.rows[0]).toEqual([
      "delivered ≥ 4,600/s",
      "Offered rate: 6,000/s",
      expect.stringMatching(/^\d,\d{3}\/s/),
      "yes",
    ]);
  });
});

// `livelock grade` reads the same file (core/cli/src/grade/grade_tests.rs).
test("a report of an earlier version of the lesson is opened", () => {
  const file = STORED.replace("ada.json", "earlier/ada.json");
  const earlier = parseReport(readFileSync(file, "utf8"));
  expect(earlier.lesson.version).not.toBe(ada.lesson.version);
  expect(lessonOfReport(earlier, lessons, catalogue)).toBe(quotas);
  const rows = summaryOf(earlier, quotas, catalogue);
  expect(rows.find(({ id }) => id === "quota")?.verdict).toBe("Reached, after 3 tries.");
});

test("the page for printing quotes the learner's text and runs nothing", () => {
  const page = formatReportPage(ada, summaryOf(ada, quotas, catalogue));
  expect(page).not.toContain("<b>");
  expect(page).toContain("&lt;b&gt;");
  expect(page.match(/<script/g)).toEqual(["<script"]);
  // `livelock grade` reads this element (core/cli/src/grade/hand_in/lesson_report.rs), and so does the page.
  expect(page).toContain('<script type="application/json" id="report">');
  expect(parseReport(page)).toEqual(ada);
});

test("the page for printing shows signs that would turn a name", () => {
  const text = "\u202elive; Zo\u00eb, \u05d3\u05e0\u05d4";
  const report = { ...ada, who: text };
  const tasks = ada.tasks.map((task) => (task.kind === "text" ? { ...task, given: text } : task));
  const page = formatReportPage(report, summaryOf({ ...report, tasks }, quotas, catalogue));
  const [shown = "", json = ""] = page.split("<script");
  expect(shown).toContain("<dd><bdi>[U+202E]live; Zoë, דנה</bdi></dd>");
  expect(shown).toContain('<p class="answer" dir="auto">[U+202E]live; Zoë, דנה</p>');
  expect(shown).not.toContain("\u202e");
  expect(json).toContain(text);
});

describe("the report of a lesson with a program", () => {
  const task = ":::program{#driver challenge=off-the-ring medal=silver}\nTake it off.\n:::\n";
  const { lesson } = parseSample(`${SAMPLE}\n## Write\n\n${task}`);
  if (lesson === null) throw new Error("the lesson is valid");
  const report = (text: string, medal: "bronze" | "gold" = "gold") => {
    const driver = { kind: "program", file: "k.c", text, medal, met: true, tries: 2 } as const;
    const progress = { ...NO_LESSON_PROGRESS, tasks: { driver } };
    return buildReport({ lesson, catalogue, progress, who: "", saved: SAVED });
  };
  const TEXT = "void lnintr(int unit)\n{\n    lnack(unit, 1); /* <b> */\n}\n";

  test("has the program with its medal, and reads back", () => {
    const saved = report(TEXT);
    const program = { file: "k.c", text: TEXT, medal: "gold" };
    expect(saved.tasks).toEqual([{ kind: "program", id: "driver", program }]);
    expect(parseReport(formatReport(saved))).toEqual(saved);
    expect(parseReport(formatReportPage(saved, []))).toEqual(saved);
  });

  test("says the medal in words, and shows the lines as they are", () => {
    const rowOf = (saved: LessonReport) =>
      summaryOf(saved, lesson, catalogue).find(({ id }) => id === "driver");
    const row = rowOf(report(TEXT));
    expect(row).toMatchObject({ answer: TEXT, isProgram: true, state: "good" });
    expect(row?.verdict).toBe("k.c: gold. The task asks for silver.");
    expect(rowOf(report(TEXT, "bronze"))?.state).toBe("bad");
    expect(formatReportPage(report(TEXT), row === undefined ? [] : [row])).toContain(
      '<pre class="answer program">void lnintr(int unit)\n{\n    lnack(unit, 1); /* &lt;b&gt; */\n}\n</pre>',
    );
  });

  test("has no program if a learning platform had no room for it", () => {
    const saved = report("");
    expect(saved.tasks).toEqual([{ kind: "program", id: "driver" }]);
    const rows = summaryOf(saved, lesson, catalogue);
    expect(rows.at(-1)?.verdict).toBe("The learning platform had no room for this program.");
  });
});

test("a goal that a program has reached is handed in with the program", () => {
  const lesson = sampleLesson();
  const program = { file: "k.c", text: "void lnintr(int unit) { }", statement: 20, knobs: {} };
  const set = { "queues.ipintrq": 100 };
  const room = { kind: "goal", met: true, tries: 1, set, program } as const;
  const progress = { ...NO_LESSON_PROGRESS, tasks: { room } };
  const saved = buildReport({ lesson, catalogue, progress, who: "", saved: SAVED });
  expect(saved.tasks).toMatchObject([{ kind: "goal", id: "room", set, program }]);
  expect(parseReport(formatReport(saved))).toEqual(saved);
  const row = summaryOf(saved, lesson, catalogue).find(({ id }) => id === "room");
  expect(row).toMatchObject({ isProgram: true, state: "good" });
  expect(row?.answer).toMatch(/^Program k.c\n.*: 100.*\n\nvoid lnintr/);
});

test.each(course.translations.es ?? [])(
  "a report of “$title” is of the same version in every language",
  (translation) => {
    const original = lessons.find(({ id }) => id === translation.id);
    if (original === undefined) throw new Error("a translation has its original");
    // As the page shows it (desk/lesson/translated-course.ts).
    const shown = { ...translation, original };
    const source = { catalogue, progress: NO_LESSON_PROGRESS, who: "", saved: SAVED };
    const report = buildReport({ ...source, lesson: shown });
    expect(report.lesson.version).toBe(buildReport({ ...source, lesson: original }).lesson.version);
    expect(lessonOfReport(report, lessons, catalogue)).toBe(original);
    expect(lessonOfReport(report, [shown], catalogue)).toBe(shown);
  },
);
