// Facts about a dropped lesson: its statements are settled on their own machine, and what fails is said.
import { expect, test } from "vitest";
import type { Report } from "../../engine/model";
import type { Job } from "../../engine/pool";
import { OWN, SAMPLE } from "../../lesson/sample.test-data";
import { catalogueOf, scenarioOf } from "../../store/made-up.test-data";
import { tryLesson, type Bench } from "./try-lesson";

const REPORT = {
  delivered_pps: 1000,
  offered_pps: 1000,
  drops: {},
  wasted_cycles: { ipintrq: 50e6 },
  window: { from_us: 0, to_us: 1e6, arrived: 1000, delivered: 1000, dropped: 0 },
} as unknown as Report;

const files = {
  "lesson.md": SAMPLE.replace(
    '::expect{metric=delivered_share op=">=" value=0.99}',
    '::expect{metric=wasted_share op="<=" value=0.3}',
  ),
  "own.json": JSON.stringify(OWN),
};

function bench(submit: (task: Job) => void): Bench {
  return {
    catalogue: { ...catalogueOf(), scenarios: [scenarioOf({ id: "lab" })] },
    pool: { submit, cancel: () => undefined },
    terms: new Set(["idle"]),
    clocksOf: (scenarios) =>
      Promise.resolve(scenarios.map(({ id }) => (id === "lab" ? 200e6 : 100e6))),
  };
}

test("statements_are_settled_with_the_clock_of_their_own_machine", async () => {
  const here = bench(({ onReport }) => onReport(REPORT));
  const { statements, failure } = await tryLesson(here, files, () => undefined);
  expect(failure).toBe("");
  const wasted = statements.find(({ words }) => words.includes("wasted_share"));
  expect(wasted).toMatchObject({ holds: true });
  expect(wasted?.words).toContain("25");
});

test("a_refused_trial_is_said_and_the_lesson_is_there_all_the_same", async () => {
  const here = bench(({ onFailure }) => onFailure(new Error("settings.queues: too many")));
  const { lesson, statements, failure } = await tryLesson(here, files, () => undefined);
  expect(lesson?.title).toBe("A small lesson");
  expect(statements).toEqual([]);
  expect(failure).toBe("settings.queues: too many");
});
