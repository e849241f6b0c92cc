// Facts about opening a machine of another family of kernels: a second worker runs it, and the shown machine stays until
// the new one is ready.
import { describe, expect, it } from "vitest";
import { createEngine } from "./client";
import { CATALOGUE, RecordingWorker } from "./recording-worker.test-data";
import { CancelledError, RefusedError, TrapError } from "./problems";

const OTHER = JSON.stringify({ settings: { "kernel.design": "two" } });
const SAME = JSON.stringify({ settings: {} });

type Fetch = (family: string) => Promise<WebAssembly.Module>;
const fetched: Fetch = () => Promise.resolve({} as WebAssembly.Module);
/** Waits for one turn of the event loop, in which all settled promises continue. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

async function started(other: Fetch = fetched) {
  const workers: RecordingWorker[] = [];
  const engine = createEngine({
    spawn: () => {
      const worker = new RecordingWorker();
      workers.push(worker);
      return worker;
    },
    module: (family) => (family === "second" ? other(family) : fetched(family)),
    catalogue: () => Promise.resolve(CATALOGUE),
    query: "",
    now: () => 0,
  });
  await engine.start();
  const open = (scenario: string) => engine.open(scenario, { cycles: 100 }, 64);
  const [first] = workers as [RecordingWorker];
  /** Whether the first machine still answers. */
  const answers = async () => {
    const question = engine.ask({ what: "trace_hash" });
    first.answer({ kind: "answer", task: first.task("ask"), text: "here", head: 1 });
    return (await question).text === "here" && !first.ended;
  };
  return { engine, workers, first, open, answers };
}

describe("a machine of another family", () => {
  it("is_opened_by_a_second_worker_and_replaces_the_shown_one_when_it_is_ready", async () => {
    const { engine, workers, first, open } = await started();
    const opening = open(OTHER);
    await settled();
    expect(workers[1]?.sent.at(-1)).toMatchObject({ kind: "open", scenario: OTHER });
    const question = engine.ask({ what: "trace_hash" });
    expect(first.ended).toBe(false);
    workers[1]?.opened();
    expect((await opening.done).head).toBe(7);
    await expect(question).rejects.toThrow("Another machine was opened.");
    expect(first.ended).toBe(true);
    void engine.ask({ what: "trace_hash" });
    expect(workers[1]?.sent.at(-1)).toMatchObject({ kind: "ask" });
  });

  it("that_is_cancelled_does_not_change_the_shown_one", async () => {
    const { workers, open, answers } = await started();
    const opening = open(OTHER);
    await settled();
    opening.cancel();
    await expect(opening.done).rejects.toBeInstanceOf(CancelledError);
    expect(workers[1]?.ended).toBe(true);
    expect(await answers()).toBe(true);
  });

  it("that_is_cancelled_during_the_fetch_is_never_started", async () => {
    let arrive: (module: WebAssembly.Module) => void = () => undefined;
    const slow = new Promise<WebAssembly.Module>((resolve) => (arrive = resolve));
    const { workers, open, answers } = await started(() => slow);
    const opening = open(OTHER);
    opening.cancel();
    await expect(opening.done).rejects.toBeInstanceOf(CancelledError);
    arrive({});
    await settled();
    expect(workers[1]).toMatchObject({ ended: true, sent: [] });
    expect(await answers()).toBe(true);
  });

  it("that_is_refused_does_not_change_the_shown_one", async () => {
    const { workers, open, answers } = await started();
    const opening = open(OTHER);
    await settled();
    workers[1]?.answer({ kind: "refused", task: workers[1].task("open"), problems: [] });
    await expect(opening.done).rejects.toBeInstanceOf(RefusedError);
    expect(workers[1]?.ended).toBe(true);
    expect(await answers()).toBe(true);
  });

  it("whose_simulator_cannot_be_fetched_leaves_the_shown_one_and_can_be_tried_again", async () => {
    let tries = 0;
    const { workers, open, answers } = await started((family) =>
      ++tries === 1 ? Promise.reject(new Error("no connection")) : fetched(family),
    );
    await expect(open(OTHER).done).rejects.toThrow("no connection");
    expect(workers[1]?.ended).toBe(true);
    expect(await answers()).toBe(true);
    const again = open(OTHER);
    await settled();
    workers[2]?.opened();
    expect((await again.done).head).toBe(7);
  });

  it("that_traps_is_reported_and_does_not_change_the_shown_one", async () => {
    const { engine, workers, open, answers } = await started();
    const told: TrapError[] = [];
    engine.onTrap((trap) => told.push(trap));
    const opening = open(OTHER);
    await settled();
    workers[1]?.answer({
      kind: "trapped",
      task: 1,
      message: "unreachable",
      command: "open",
      head: 0,
    });
    await expect(opening.done).rejects.toBeInstanceOf(TrapError);
    await settled();
    expect(told).toHaveLength(1);
    expect(workers).toHaveLength(2);
    expect(await answers()).toBe(true);
  });

  it("is_cancelled_by_the_next_machine", async () => {
    const { workers, first, open } = await started();
    const opening = open(OTHER);
    await settled();
    const next = open(SAME);
    await expect(opening.done).rejects.toBeInstanceOf(CancelledError);
    expect(workers[1]?.ended).toBe(true);
    first.opened();
    expect((await next.done).head).toBe(7);
    opening.cancel();
    expect(first.ended).toBe(false);
  });
});
