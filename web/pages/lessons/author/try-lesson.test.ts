// Facts about a dropped lesson: its statements are compared with trials, and failures are reported.
import { expect, test } from "vitest";
import type { Report, Topology } from "../../../generated/model";
import type { Job } from "../../../engine/pool";
import { OWN_SCENARIO, SAMPLE } from "../../../lesson/parse/sample.test-data";
import { catalogueOf, scenarioOf } from "../../../model/scenario/small-catalogue.test-data";
import { tryLesson, type TryDependencies } from "./try-lesson";

const REPORT = {
  delivered_pps: 1000,
  offered_pps: 1000,
  wasted_share: 0.25,
} as unknown as Report;

const TOPOLOGY = {
  places: [{ id: "ipintrq" }],
  contexts: [{ id: "device" }],
  lines: [{ id: "ln0" }],
} as unknown as Topology;

const files = {
  "lesson.md": SAMPLE.replace(
    '::expect{metric=delivered_share op=">=" value=0.99}',
    '::expect{metric=wasted_share op="<=" value=0.3}',
  ),
  "own.json": JSON.stringify(OWN_SCENARIO),
};

function bench(submit: (task: Job) => void): TryDependencies {
  return {
    catalogue: { ...catalogueOf(), scenarios: [scenarioOf({ id: "lab" })] },
    pool: { submit, cancel: () => undefined },
    terms: new Set(["idle"]),
    buildTopologies: (scenarios) => Promise.resolve(scenarios.map(() => TOPOLOGY)),
  };
}

test("statements_are_compared_with_the_reports_of_their_trials", async () => {
  const here = bench(({ onReport }) => onReport(REPORT));
  const { statements, failure } = await tryLesson(here, files, () => undefined);
  expect(failure).toBe("");
  const wasted = statements.find(({ description }) => description.includes("wasted_share"));
  expect(wasted).toMatchObject({ holds: true });
  expect(wasted?.description).toContain("25");
});

test("ids_are_checked_against_the_built_machine", async () => {
  const here = bench(({ onReport }) => onReport(REPORT));
  const wrong = files["lesson.md"].replace("spotlight{place=ipintrq}", "spotlight{place=queue}");
  const { problems } = await tryLesson(here, { ...files, "lesson.md": wrong }, () => undefined);
  expect(problems.map(({ problem }) => problem)).toContain("there is no place “queue”");
});

test("statements_that_only_the_tests_run_are_not_counted", async () => {
  const here = bench(({ onReport }) => onReport(REPORT));
  const more = '::expect{metric=diagnosis op="==" value=livelock}\n\n:::predict';
  const text = files["lesson.md"].replace(":::predict", more);
  const line = text.split("\n").findIndex((one) => one.startsWith("::expect{metric=diag")) + 1;
  const tried = await tryLesson(here, { ...files, "lesson.md": text }, () => undefined);
  const before = await tryLesson(here, files, () => undefined);
  expect(tried.notRun).toEqual([line]);
  expect(tried.statements).toHaveLength(before.statements.length);
});

test("a_lesson_without_any_machine_still_finishes", async () => {
  const here = bench(({ onReport }) => onReport(REPORT));
  const text = files["lesson.md"].replaceAll("scenario=lab", "scenario=own");
  const tried = await tryLesson(here, { "lesson.md": text }, () => undefined);
  expect(tried.problems.map(({ problem }) => problem)).toContain("there is no “own”");
  expect(tried.statements).toEqual([]);
});

test("a_refused_trial_is_reported_and_the_lesson_is_still_there", async () => {
  const here = bench(({ onFailure }) => onFailure(new Error("settings.queues: too many")));
  const { lesson, statements, failure } = await tryLesson(here, files, () => undefined);
  expect(lesson?.title).toBe("A small lesson");
  expect(statements).toEqual([]);
  expect(failure).toBe("settings.queues: too many");
});
