// What the page does around the judge: fresh seeds for a judgement, which is kept; none for practice, which is not; and one
// program at a time. The pool answers when a test says so.
import { expect, it } from "vitest";
import type { JudgeJob, Pool } from "../../engine/pool";
import { memoryStorage } from "../../lib/persistence/memory-storage.test-data";
import { createStore } from "../../lib/store";
import { startLab } from "../lab/lab-harness.test-data";
import { createPrograms } from "../workshop/programs";
import { createWorkshop } from "../workshop/workshop";
import type { Trials } from "../curve/run-trials";
import { CHALLENGES } from "./challenge-table";
import { createJudgedVersions } from "./judged-versions";
import { createJudging } from "./judging";
import { PRACTICE_SEEDS } from "./seeds";

const [challenge] = CHALLENGES;
if (challenge === undefined) throw new Error("there are challenges");

async function startJudging() {
  const { lab, notices, now, pass } = await startLab();
  let ids = 0;
  const device = { now, newId: () => `id-${++ids}` };
  const fail = ({ problem }: { problem: string }) => {
    throw new Error(problem);
  };
  const { storage } = memoryStorage();
  const programs = createPrograms(storage, fail, device);
  const judged = createJudgedVersions(storage, fail, device);
  const workshop = createWorkshop({
    ...{ lab, programs, notices, now, schedule: () => undefined },
    machineOf: () => Promise.resolve(null),
  });
  await workshop.start(null, () => Promise.resolve({ file: "kernel.c", text: "first" }));
  const jobs: JudgeJob<unknown>[] = [];
  const pool = { judge: (job: JudgeJob<unknown>) => jobs.push(job), cancel: () => undefined };
  const trials = createStore<Trials>({ pool: pool as unknown as Pool, sweeps: new Map() });
  let keys = 0;
  const freshSeeds = () => ({ key: `fresh-${++keys}`, student: "" });
  const judging = createJudging({ lab, workshop, judged, notices, trials, freshSeeds });
  /** Answers what is waiting, and what follows from it. Returns the seeds of the loads. */
  const answerAll = async () => {
    const seeds: unknown[] = [];
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      if (job.work === "load") seeds.push((JSON.parse(job.scenario) as { seeds: unknown }).seeds);
      job.onReport(
        job.work === "award"
          ? { medal: "gold", lines: 1, reference_lines: 1 }
          : { load: "a", met: true, near: true, bounds: [], numbers: [] },
      );
      if (jobs.length === 0) await pass(20);
    }
    return seeds;
  };
  const versions = () => judged.store.get().versions.map(({ text, seeds }) => [text, seeds.key]);
  return { judging, workshop, jobs, answerAll, versions, pass };
}

it("a_judgement_has_fresh_seeds_and_is_kept_and_practice_neither", async () => {
  const { judging, answerAll, versions, pass } = await startJudging();
  void judging.judge(challenge, "practice");
  await pass(20);
  expect(new Set((await answerAll()).map((seeds) => JSON.stringify(seeds)))).toEqual(
    new Set([JSON.stringify(PRACTICE_SEEDS)]),
  );
  expect(judging.state.get().run).toMatchObject({ phase: "finished", verdict: { medal: "gold" } });
  expect(versions()).toEqual([]);
  for (const key of ["fresh-1", "fresh-2"]) {
    void judging.judge(challenge, "judge");
    await pass(20);
    expect(await answerAll()).toContainEqual({ key, student: "" });
    expect(versions().at(-1)).toEqual(["first", key]);
  }
});

it("the_window_is_tried_with_the_knobs_and_the_cost_of_the_open_program", async () => {
  const { judging, workshop, jobs, pass } = await startJudging();
  const text = 'KNOB(quota, 5, 1, 100, "packets")';
  workshop.create({ file: "knob.c", text, knobs: { quota: 50 }, statement: 30 });
  void judging.sweep();
  await pass(20);
  const [job] = jobs;
  expect(job?.work).toBe("window");
  expect(JSON.parse(job?.scenario ?? "{}")).toMatchObject({
    program: { file: "knob.c", text, knobs: { quota: 50 }, statement: 30 },
  });
});

it("a_judgement_that_another_one_has_cancelled_says_nothing_more", async () => {
  const { judging, workshop, jobs, answerAll, versions, pass } = await startJudging();
  void judging.judge(challenge, "judge");
  await pass(20);
  const late = jobs.splice(0);
  workshop.edit("second");
  void judging.judge(challenge, "judge");
  await pass(20);
  for (const job of late) job.onReport({ load: "a", met: false, near: false, bounds: [] });
  await pass(20);
  expect(judging.state.get().run).toMatchObject({
    program: { text: "second" },
    phase: "running",
    verdict: null,
  });
  await answerAll();
  expect(judging.state.get().run).toMatchObject({ phase: "finished" });
  expect(versions().map(([text]) => text)).toEqual(["second"]);
});
