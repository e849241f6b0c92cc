// Facts about the pool: order, cancellation, cache and traps, with workers that only record what they get.
import { beforeEach, describe, expect, it } from "vitest";
import type { WorkerLike, Answer, Command } from "./protocol";
import { TRIALS_PER_WORKER, Pool, Priority, type Job } from "./pool";

class RecordingTrialWorker implements WorkerLike {
  sent: Command[] = [];
  ended = false;
  private answered = new Set<number>();
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  postMessage(message: unknown): void {
    this.sent.push(message as Command);
  }
  terminate(): void {
    this.ended = true;
  }
  answer(answer: Answer): void {
    if ("task" in answer) this.answered.add(answer.task);
    this.onmessage?.({ data: answer } as MessageEvent);
  }
  /** The trial that the worker answers next. */
  trial(): { task: number; scenario: string } {
    const trials = this.sent.filter((command) => command.kind === "trial");
    const next = trials.find(({ task }) => !this.answered.has(task));
    return next ?? { task: -1, scenario: "none" };
  }
  finish(): void {
    const { task, scenario } = this.trial();
    this.answer({ kind: "finished", task, report: JSON.stringify({ of: scenario }) });
  }
}

let workers: RecordingTrialWorker[] = [];
let reports: string[] = [];
let failures: string[] = [];
let offline = false;
/** Waits for one turn of the event loop, in which all settled promises continue. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

function pool(size: number): Pool {
  return new Pool({
    sizeMax: size,
    model: "m",
    module: () => {
      if (offline) return Promise.reject(new Error("no connection"));
      return Promise.resolve({} as WebAssembly.Module);
    },
    spawn: () => {
      const worker = new RecordingTrialWorker();
      workers.push(worker);
      return worker;
    },
  });
}

function job(scenario: string, priority: number = Priority.curve, owner = "epoch 1"): Job {
  return {
    scenario,
    priority,
    owner,
    onReport: () => reports.push(`${owner} ${scenario}`),
    onFailure: (error) => failures.push(`${scenario} ${error.message}`),
  };
}

beforeEach(() => {
  workers = [];
  reports = [];
  failures = [];
  offline = false;
});

describe("pool", () => {
  it("goals_run_first_then_curves_then_bands_and_equal_priorities_in_order_of_submission", async () => {
    const trialPool = pool(1);
    const given = Array.from({ length: TRIALS_PER_WORKER }, (_, nth) => `given ${nth}`);
    for (const name of given) trialPool.submit(job(name));
    trialPool.submit(job("band", Priority.band));
    trialPool.submit(job("curve a"));
    trialPool.submit(job("curve b"));
    trialPool.submit(job("goal", Priority.goal));
    for (let i = 0; i < TRIALS_PER_WORKER + 4; i++) {
      await settled();
      workers[0]?.finish();
    }
    const inOrder = [...given, "goal", "curve a", "curve b", "band"];
    expect(reports).toEqual(inOrder.map((name) => `epoch 1 ${name}`));
  });

  it("workers_get_their_next_trials_in_advance_and_evenly", async () => {
    const trialPool = pool(2);
    for (const name of ["a", "b", "c", "d"]) trialPool.submit(job(name));
    await settled();
    const given = workers.map(({ sent }) =>
      sent.flatMap((command) => (command.kind === "trial" ? command.scenario : [])),
    );
    expect(given).toEqual([
      ["a", "c"],
      ["b", "d"],
    ]);
  });

  it("there_are_never_more_workers_than_the_size", async () => {
    const trialPool = pool(2);
    for (const name of ["a", "b", "c"]) trialPool.submit(job(name));
    await settled();
    expect(workers).toHaveLength(2);
    expect(trialPool.pendingCount).toBe(3);
  });

  it("a_cancelled_owner_gets_no_report_even_if_the_answer_is_on_its_way", async () => {
    const trialPool = pool(1);
    trialPool.submit(job("old"));
    await settled();
    trialPool.cancel("epoch 1");
    trialPool.submit(job("new", Priority.curve, "epoch 2"));
    workers[0]?.finish();
    await settled();
    workers[0]?.finish();
    expect(reports).toEqual(["epoch 2 new"]);
  });

  it("a_running_trial_that_is_cancelled_frees_its_worker", async () => {
    const trialPool = pool(1);
    trialPool.submit(job("old"));
    await settled();
    trialPool.cancel("epoch 1");
    expect(workers[0]?.sent.at(-1)).toMatchObject({ kind: "cancel" });
    trialPool.submit(job("new", Priority.curve, "epoch 2"));
    workers[0]?.answer({ kind: "cancelled", task: workers[0].trial().task });
    await settled();
    expect(workers[0]?.trial().scenario).toBe("new");
  });

  it("a_trial_cancelled_before_its_worker_is_ready_does_not_run", async () => {
    const trialPool = pool(1);
    trialPool.submit(job("old"));
    trialPool.cancel("epoch 1");
    trialPool.submit(job("new", Priority.curve, "epoch 2"));
    await settled();
    expect(workers).toHaveLength(1);
    expect(workers[0]?.sent.filter((command) => command.kind === "trial")).toHaveLength(1);
    expect(workers[0]?.trial().scenario).toBe("new");
  });

  it("a_cached_scenario_is_answered_at_once", async () => {
    const trialPool = pool(1);
    trialPool.submit(job("same"));
    await settled();
    workers[0]?.finish();
    trialPool.submit(job("same", Priority.curve, "epoch 2"));
    expect(reports).toEqual(["epoch 1 same", "epoch 2 same"]);
  });

  it("a_trapped_worker_is_replaced_and_the_trial_fails", async () => {
    const trialPool = pool(1);
    trialPool.submit(job("poison"));
    trialPool.submit(job("sound"));
    await settled();
    const { task } = workers[0]?.trial() ?? { task: -1 };
    workers[0]?.answer({
      kind: "trapped",
      task,
      message: "unreachable",
      command: "trial",
      head: 0,
    });
    await settled();
    workers[1]?.finish();
    expect(failures).toEqual(["poison unreachable"]);
    expect(workers[0]?.ended).toBe(true);
    expect(reports).toEqual(["epoch 1 sound"]);
  });

  it("fewer_workers_put_their_trials_back_in_the_queue", async () => {
    const trialPool = pool(2);
    trialPool.submit(job("a"));
    trialPool.submit(job("b"));
    await settled();
    trialPool.resize(1);
    expect(workers[1]?.ended).toBe(true);
    workers[0]?.finish();
    await settled();
    workers[0]?.finish();
    expect(reports.sort()).toEqual(["epoch 1 a", "epoch 1 b"]);
  });

  it("a_worker_that_is_no_longer_needed_is_never_started", async () => {
    const shrunk = pool(2);
    for (const name of ["c", "d", "e"]) shrunk.submit(job(name));
    shrunk.resize(1);
    await settled();
    expect(workers.filter(({ ended }) => !ended)).toHaveLength(1);
    expect(failures).toEqual([]);
  });

  it("a_simulator_that_could_not_be_fetched_is_fetched_again_for_the_next_trial", async () => {
    offline = true;
    const trialPool = pool(1);
    trialPool.submit(job("a"));
    await settled();
    expect(failures).toEqual(["a no connection"]);
    offline = false;
    trialPool.submit(job("a"));
    await settled();
    workers[0]?.finish();
    expect(reports).toEqual(["epoch 1 a"]);
  });

  it("works_of_the_judge_are_done_again_each_time_and_are_no_trials", async () => {
    const trialPool = pool(1);
    const judging = { ...job("a load", Priority.judge), work: "load" as const };
    trialPool.judge(judging);
    await settled();
    expect(workers[0]?.trial()).toMatchObject({ work: "load", scenario: "a load" });
    workers[0]?.finish();
    trialPool.judge(judging);
    trialPool.submit(job("a load"));
    await settled();
    workers[0]?.finish();
    workers[0]?.finish();
    expect(workers[0]?.sent.filter(({ kind }) => kind === "trial")).toHaveLength(3);
    expect(reports).toHaveLength(3);
  });
});
