// Facts about the worker's side of the pool: trials run in order, one at a time, and end when they are cancelled.
import { describe, expect, it } from "vitest";
import type { Simulator } from "./machine";
import type { Answer } from "./protocol";
import { TrialServer } from "./trial-server";

/** A server, and the answers that it posted. Each trial ends when `advance` is called for the `checksEach`-th time. */
function serverOf(checksEach = 3) {
  const posted: Answer[] = [];
  let running = 0;
  let most = 0;
  let clock = 0;
  const trial = () => {
    let checks = 0;
    most = Math.max(most, ++running);
    return {
      advance: () => ++checks >= checksEach,
      result: () => "{}",
      free: () => void running--,
    };
  };
  const simulator = { trial, prepare: () => null } as unknown as Simulator;
  // Each reading of the clock is later than the one before by more than a slice.
  const server = new TrialServer(
    simulator,
    (answer) => posted.push(answer),
    () => (clock += 1e3),
    () => new Promise((resolve) => setTimeout(resolve)),
  );
  return { server, posted, most: () => most };
}

const trial = (task: number, priority = 1) =>
  ({ kind: "trial", task, scenario: "", priority }) as const;
const ends = (posted: readonly Answer[]) =>
  posted.flatMap((answer) =>
    answer.kind === "finished" || answer.kind === "cancelled"
      ? [`${answer.kind} ${answer.task}`]
      : [],
  );

describe("trials", () => {
  it("that_arrive_while_another_trial_runs_wait", async () => {
    const { server, posted, most } = serverOf();
    await Promise.all([server.handle(trial(1)), server.handle(trial(2)), server.handle(trial(3))]);
    expect(ends(posted)).toEqual(["finished 1", "finished 2", "finished 3"]);
    expect(most()).toBe(1);
  });

  it("that_wait_run_in_the_order_of_their_priority_then_of_their_arrival", async () => {
    const { server, posted } = serverOf();
    const all = [trial(1), trial(2), trial(3), trial(4, 0)].map((each) => server.handle(each));
    await Promise.all(all);
    expect(ends(posted)).toEqual(["finished 4", "finished 1", "finished 2", "finished 3"]);
  });

  it("run_between_two_slices_of_a_less_urgent_one", async () => {
    const { server, posted, most } = serverOf();
    const judging = server.handle(trial(1, 2));
    while (most() === 0) await Promise.resolve();
    await Promise.all([judging, server.handle(trial(2, 2)), server.handle(trial(3, 1))]);
    expect(ends(posted)).toEqual(["finished 3", "finished 1", "finished 2"]);
  });

  it("end_when_they_are_cancelled_even_while_they_wait", async () => {
    const { server, posted } = serverOf();
    const all = [1, 2, 3].map((task) => server.handle(trial(task)));
    await Promise.resolve();
    await server.handle({ kind: "cancel", task: 1 });
    await server.handle({ kind: "cancel", task: 2 });
    await Promise.all(all);
    expect(ends(posted)).toEqual(["cancelled 1", "cancelled 2", "finished 3"]);
  });

  it("shorter_than_a_slice_can_be_cancelled_before_they_begin", async () => {
    const { server, posted } = serverOf(1);
    // Like a message from the page: it arrives when the worker yields.
    setTimeout(() => void server.handle({ kind: "cancel", task: 3 }));
    await Promise.all([1, 2, 3].map((task) => server.handle(trial(task))));
    expect(ends(posted)).toEqual(["finished 1", "finished 2", "cancelled 3"]);
  });
});
