// Facts about the page's side of the session worker, with a worker that only records what it gets.
import { describe, expect, it } from "vitest";
import {
  createEngine,
  type EngineDependencies,
  type FrameAnswer,
  type FrameRequest,
} from "./client";
import { CATALOGUE, RecordingWorker } from "./recording-worker.test-data";
import { CancelledError, RefusedError, TrapError } from "./problems";
import type { Answer, Command } from "./protocol";

const fetched = () => Promise.resolve({} as WebAssembly.Module);
/** Waits for one turn of the event loop, in which all settled promises continue. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

async function started(module: () => Promise<WebAssembly.Module> = fetched) {
  const workers: RecordingWorker[] = [];
  const dependencies: EngineDependencies = {
    spawn: () => {
      const worker = new RecordingWorker();
      workers.push(worker);
      return worker;
    },
    module,
    catalogue: () => Promise.resolve(CATALOGUE),
    query: "?trap=5",
    spare: [],
    now: () => 0,
  };
  const engine = createEngine(dependencies);
  const catalogue = await engine.start();
  return { engine, dependencies, workers, worker: workers[0] as RecordingWorker, catalogue };
}

const frameAt = (t: number): FrameRequest => ({
  t,
  from: 0,
  to: t,
  width: 10,
  selectedPacket: -1,
  motionSpan: 0,
  flags: 7,
  serial: 0,
  runOptions: { until: t, budget: 8, tracing: true, diagnose: false },
});
const frameAnswer = (command: Command): Answer => ({
  kind: "frame",
  task: command.kind === "frame" ? command.task : 0,
  frame: Float64Array.of(1),
  request: new Float64Array(7),
  diagnosis: null,
  atBound: false,
  fault: null,
  told: null,
  spent: 1,
  stoppedAt: null,
});

describe("engine client", () => {
  it("starting_returns_the_catalogue_and_sends_the_query_to_the_worker", async () => {
    const { catalogue, worker } = await started();
    expect(catalogue.model).toBe("m");
    expect(worker.sent[0]).toMatchObject({ kind: "start", role: "session", query: "?trap=5" });
  });

  it("a_worker_whose_script_cannot_be_loaded_fails_the_start", async () => {
    const worker = new RecordingWorker();
    let arrive: (module: WebAssembly.Module) => void = () => undefined;
    const engine = createEngine({
      spawn: () => worker,
      module: () => new Promise((resolve) => (arrive = resolve)),
      catalogue: () => Promise.resolve(CATALOGUE),
      query: "",
      now: () => 0,
    });
    const starting = engine.start();
    worker.onerror?.({ message: "no such file", preventDefault: () => undefined } as ErrorEvent);
    arrive({});
    await expect(starting).rejects.toThrow("no such file");
    expect(worker).toMatchObject({ ended: true, sent: [] });
  });

  it("a_request_that_replaces_another_one_asks_for_its_diagnosis", async () => {
    const { engine, worker } = await started();
    const asks = (t: number, diagnose: boolean) => {
      const { runOptions, ...frame } = frameAt(t);
      engine.requestFrame({ ...frame, runOptions: { ...runOptions, diagnose } });
    };
    const asked = () =>
      worker.frames().map((command) => command.kind === "frame" && command.runOptions.diagnose);
    for (const diagnose of [false, true, false, false]) asks(1, diagnose);
    worker.answer(frameAnswer(worker.frames()[0] as Command));
    expect(asked()).toEqual([false, true]);
    worker.answer(frameAnswer(worker.frames()[1] as Command));
    asks(2, false);
    expect(asked()).toEqual([false, true, false]);
  });

  it("at_most_one_frame_request_is_in_flight_and_the_newest_replaces_the_waiting_one", async () => {
    const { engine, worker } = await started();
    for (const t of [1, 2, 3]) engine.requestFrame(frameAt(t));
    expect(worker.frames()).toHaveLength(1);
    worker.answer(frameAnswer(worker.frames()[0] as Command));
    expect(
      worker.frames().map((command) => command.kind === "frame" && command.request[0]),
    ).toEqual([1, 3]);
  });

  it("a_waiting_frame_request_does_not_run_a_machine_that_was_opened_since", async () => {
    const { engine, worker } = await started();
    for (const t of [1, 2]) engine.requestFrame(frameAt(t));
    engine.open("{}", { cycles: 0 }, 1, () => undefined);
    worker.answer(frameAnswer(worker.frames()[0] as Command));
    expect(worker.frames()).toMatchObject([
      { runOptions: { until: 1 } },
      { runOptions: { until: 0 } },
    ]);
  });

  it("a_frame_arrives_with_the_request_it_answers", async () => {
    const { engine, worker } = await started();
    const seen: FrameAnswer[] = [];
    engine.onFrame((answer) => seen.push(answer));
    engine.requestFrame(frameAt(5));
    worker.answer(frameAnswer(worker.frames()[0] as Command));
    expect(seen[0]?.request.t).toBe(5);
  });

  it("a_refusal_carries_its_problems", async () => {
    const { engine, worker } = await started();
    const done = engine.intervene({ quota: -1 });
    const text = (text: string) => ({ text, values: [] });
    const [problem, allowed] = [text("too small"), text("1..255")];
    const problems = [{ field: "quota", value: "-1", problem, allowed }];
    worker.answer({ kind: "refused", task: 1, problems });
    await expect(done).rejects.toBeInstanceOf(RefusedError);
    await expect(done).rejects.toThrow("quota is -1: too small. Allowed: 1..255.");
  });

  it("opening_reports_progress_and_can_be_cancelled", async () => {
    const { engine, worker } = await started();
    const told: number[] = [];
    const opening = engine.open("{}", { cycles: 100 }, 64, (done) => told.push(done));
    worker.answer({ kind: "progress", task: 1, done: 0.5 });
    opening.cancel();
    expect(told).toEqual([0.5]);
    expect(worker.sent.at(-1)).toEqual({ kind: "cancel", task: 1 });
    worker.answer({ kind: "cancelled", task: 1 });
    await expect(opening.done).rejects.toThrow("Cancelled");
  });

  it("a_trap_rejects_open_commands_and_starts_a_new_worker_without_the_query", async () => {
    const { engine, worker, workers } = await started();
    const trapped = new Promise<TrapError>((resolve) => engine.onTrap(resolve));
    const question = engine.ask({ what: "trace_hash" });
    worker.answer({
      kind: "trapped",
      task: 9,
      message: "unreachable",
      command: "frame",
      head: 750,
    });
    await expect(question).rejects.toBeInstanceOf(TrapError);
    expect((await trapped).head).toBe(750);
    expect(worker.ended).toBe(true);
    expect(workers[1]?.sent[0]).toMatchObject({ kind: "start", query: "" });
    engine.requestFrame(frameAt(1));
    expect(workers[1]?.frames()).toHaveLength(1);
  });

  it("after_a_trap_a_machine_is_opened_in_a_new_worker_even_if_none_could_be_started_before", async () => {
    let tries = 0;
    const { engine, worker, workers } = await started(() =>
      ++tries === 2 ? Promise.reject(new Error("no connection")) : fetched(),
    );
    worker.onerror?.({ message: "boom", preventDefault: () => undefined } as unknown as ErrorEvent);
    await settled();
    expect(workers[1]?.ended).toBe(true);
    const opening = engine.open("{}", { cycles: 100 }, 64);
    await settled();
    workers[2]?.opened();
    expect((await opening.done).head).toBe(7);
    void engine.ask({ what: "trace_hash" });
    expect(workers[2]?.sent.at(-1)).toMatchObject({ kind: "ask" });
  });

  it("a_machine_that_is_cancelled_before_its_worker_has_started_is_cancelled_there", async () => {
    let arrive: (module: WebAssembly.Module) => void = () => undefined;
    let tries = 0;
    const { engine, worker, workers } = await started(() =>
      ++tries === 2 ? Promise.reject(new Error("offline")) : tries === 1 ? fetched() : late,
    );
    const late = new Promise<WebAssembly.Module>((resolve) => (arrive = resolve));
    worker.onerror?.({ message: "boom", preventDefault: () => undefined } as unknown as ErrorEvent);
    await settled();
    const opening = engine.open("{}", { cycles: 100 }, 64);
    opening.cancel();
    arrive({});
    await settled();
    const [opened, cancelled] = workers[2]?.sent.slice(-2) ?? [];
    expect([opened?.kind, cancelled?.kind]).toEqual(["open", "cancel"]);
    workers[2]?.answer({ kind: "cancelled", task: workers[2].task("open") });
    await expect(opening.done).rejects.toBeInstanceOf(CancelledError);
  });

  it("a_worker_that_is_given_back_runs_the_next_engines_machine", async () => {
    const { engine, dependencies, workers, worker } = await started();
    const shown: FrameAnswer[] = [];
    engine.onFrame((answer) => shown.push(answer));
    engine.requestFrame(frameAt(1));
    const late = frameAnswer(worker.sent.at(-1) as Command);
    engine.release();
    engine.requestFrame(frameAt(2));
    const next = createEngine(dependencies);
    void next.open("{}", { cycles: 1 }, 1).done.catch(() => undefined);
    await settled();
    worker.answer(late);
    expect(workers).toHaveLength(1);
    expect(worker.sent.map(({ kind }) => kind)).toEqual(["start", "frame", "open"]);
    expect(shown).toEqual([]);
  });

  it("a_worker_that_is_given_back_while_it_works_is_ended", async () => {
    const { engine, workers, worker } = await started();
    const asked = engine.ask({ what: "trace_hash" });
    engine.release();
    expect(worker.ended).toBe(true);
    await expect(asked).rejects.toThrow(CancelledError);
    void engine.open("{}", { cycles: 1 }, 1).done.catch(() => undefined);
    await settled();
    expect(workers).toHaveLength(2);
    expect(workers[1]?.sent.map(({ kind }) => kind)).toEqual(["start", "open"]);
  });

  it("answers_of_a_replaced_worker_are_ignored", async () => {
    const { engine, worker } = await started();
    const question = engine.ask({ what: "trace_hash" });
    worker.onerror?.({ message: "boom", preventDefault: () => undefined } as unknown as ErrorEvent);
    await expect(question).rejects.toThrow("boom");
    expect(() => worker.answer({ kind: "answer", task: 1, text: "late", head: 0 })).not.toThrow();
  });
});
