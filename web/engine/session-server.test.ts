// Facts about the session worker's server, with a counting machine in place of the simulator.
import { describe, expect, it } from "vitest";
import type { Machine, Simulator } from "./machine";
import type { Answer, RunOptions } from "./protocol";
import { SessionServer } from "./session-server";

const text = (text: string) => ({ text, values: [] });
const PROBLEMS = [{ field: "seed", value: "-1", problem: text("too small"), allowed: text("0..") }];

class CountingMachine implements Machine {
  head = 0;
  at_bound = false;
  fault = "null";
  told = "[]";
  tracing = false;
  freed = false;
  interventions: string[] = [];
  constructor(readonly text: string) {
    if (text === "bad") throw new Error(JSON.stringify({ errors: PROBLEMS }));
  }
  topology = () => '{"clock_hz":1000}';
  scenario = () => JSON.stringify({ text: this.text, interventions: this.interventions });
  advance(until: number, steps: number): number {
    if (this.text === "trap" && this.head >= 500) throw new WebAssembly.RuntimeError("unreachable");
    this.head = Math.min(until, this.head + steps / 100);
    return this.head;
  }
  intervene(changes: string, _at: number): void {
    this.interventions.push(changes);
  }
  frame = (request: Float64Array) => Float64Array.of(1, request[0] ?? 0, this.head);
  diagnosis = (t: number) => `{"id":"at ${t}"}`;
  neighbour(t: number, _what: string, direction: number): number {
    const next = Math.floor(t / 10) * 10 + 10 * direction;
    return next < 0 || next > this.head ? NaN : next;
  }
  advance_to(_what: string, until: number, iterations: number): number {
    if (this.text === "quiet") return (this.advance(until, iterations), NaN);
    this.head = Math.floor(this.head / 10) * 10 + 10;
    return this.head;
  }
  next_until = (from: number, until: number) => {
    const next = Math.floor(from / 10) * 10 + 10;
    return next > until ? NaN : next;
  };
  debug_view = (request: Float64Array) => request;
  /** A replay needs five calls. */
  private replayed = 0;
  locals = (t: number) => (++this.replayed % 5 === 0 ? Float64Array.of(t) : undefined);
  last_write = (t: number, variable: number) => Float64Array.of(t, variable);
  packet_loss = (packet: number) => Float64Array.of(packet);
  report = () => "{}";
  packet = (id: number) => String(id);
  chrome_trace = () => "[]";
  trace_hash = () => "0";
  capture = () => "";
  free(): void {
    this.freed = true;
  }
}

function createServer() {
  const answers: Answer[] = [];
  const machines: CountingMachine[] = [];
  const simulator: Simulator = {
    validate: (scenario) => scenario,
    checkProgram: () => Promise.resolve("[]"),
    checkCondition: () => Promise.resolve('"00"'),
    prepare: (scenario) => (scenario === "program" ? Promise.resolve() : null),
    open(scenario) {
      const machine = new CountingMachine(scenario);
      machines.push(machine);
      return machine;
    },
    trial: () => {
      throw new Error("no trials here");
    },
    judge: () => Promise.reject(new Error("no judge here")),
  };
  let time = 0;
  const server = new SessionServer(
    simulator,
    (answer) => answers.push(answer),
    () => (time += 3),
  );
  return { server, answers, machines };
}

const runOptions = (until: number, changes: Partial<RunOptions> = {}): RunOptions => ({
  until,
  budget: 100,
  tracing: true,
  diagnose: false,
  ...changes,
});
const request = (t: number) => Float64Array.of(t, 0, t, 100, -1, 0, 7, 0);
const open = (task: number, scenario: string, until: number) =>
  ({ kind: "open", task, scenario, until: { cycles: until }, traceMegabytes: 64 }) as const;

describe("session server", () => {
  it("opening_runs_to_the_requested_time", async () => {
    const { server, answers } = createServer();
    await server.handle(open(1, "a", 700));
    expect(answers.at(-1)).toMatchObject({ kind: "opened", task: 1, head: 700 });
  });

  it("a_time_in_milliseconds_is_converted_with_the_machines_clock_rate", async () => {
    const { server, answers } = createServer();
    const until = { milliseconds: 200 };
    await server.handle({ kind: "open", task: 1, scenario: "a", until, traceMegabytes: 64 });
    expect(answers.at(-1)).toMatchObject({ kind: "opened", head: 200 });
  });

  it("long_replays_report_their_progress", async () => {
    const { server, answers } = createServer();
    await server.handle(open(1, "a", 20_000));
    const progress = answers.filter((answer) => answer.kind === "progress");
    expect(progress.length).toBeGreaterThan(2);
    expect(progress.every((answer) => answer.done > 0 && answer.done <= 1)).toBe(true);
  });

  it("local_variables_are_replayed_in_slices_and_a_later_question_ends_an_earlier_one", async () => {
    const { server, answers } = createServer();
    await server.handle(open(1, "a", 700));
    const ask = (task: number, t: number) =>
      server.handle({ kind: "ask", task, question: { what: "locals", t } });
    await Promise.all([ask(2, 40), ask(3, 50)]);
    const texts = answers.flatMap((one) => (one.kind === "answer" ? [[one.task, one.text]] : []));
    expect(texts).toEqual(
      expect.arrayContaining([
        [2, "[]"],
        [3, "[50]"],
      ]),
    );
  });

  it("a_newer_scenario_replaces_one_whose_program_is_being_compiled", async () => {
    const { server, answers } = createServer();
    const first = server.handle(open(1, "program", 700));
    await server.handle(open(2, "a", 700));
    await first;
    const ends = answers.filter(({ kind }) => kind !== "progress");
    expect(ends.map((answer) => [answer.kind, "task" in answer && answer.task])).toEqual([
      ["cancelled", 1],
      ["opened", 2],
    ]);
  });

  it("a_frame_of_a_machine_whose_kernel_has_stopped_says_why", async () => {
    const { server, answers, machines } = createServer();
    await server.handle(open(1, "a", 700));
    const frame = { kind: "frame", request: request(700), runOptions: runOptions(900) } as const;
    await server.handle({ ...frame, task: 2 });
    expect(answers.at(-1)).toMatchObject({ kind: "frame", atBound: false, fault: null });
    Object.assign(machines[0]!, { at_bound: true, fault: JSON.stringify(PROBLEMS[0]) });
    await server.handle({ ...frame, task: 3, request: request(700) });
    expect(answers.at(-1)).toMatchObject({ kind: "frame", atBound: true, fault: PROBLEMS[0] });
  });

  it("the_rules_that_a_program_breaks_come_with_the_diagnosis", async () => {
    const { server, answers, machines } = createServer();
    await server.handle(open(1, "a", 700));
    const told = [{ at: 5, problem: PROBLEMS[0] }];
    Object.assign(machines[0]!, { told: JSON.stringify(told) });
    const ask = async (task: number, diagnose: boolean) => {
      const options = { ...runOptions(900), diagnose };
      await server.handle({ kind: "frame", task, request: request(700), runOptions: options });
      return answers.at(-1);
    };
    expect(await ask(2, true)).toMatchObject({ told });
    expect(await ask(3, false)).toMatchObject({ told: null });
  });

  it("a_cancelled_replay_keeps_the_old_machine", async () => {
    const { server, answers, machines } = createServer();
    await server.handle(open(1, "old", 100));
    const replay = server.handle(open(2, "new", 1e9));
    await server.handle({ kind: "cancel", task: 2 });
    await replay;
    expect(answers.at(-1)).toEqual({ kind: "cancelled", task: 2 });
    expect(machines.map((machine) => machine.freed)).toEqual([false, true]);
    await server.handle({
      kind: "frame",
      task: 3,
      request: request(100),
      runOptions: runOptions(100),
    });
    expect(answers.at(-1)).toMatchObject({ kind: "frame", task: 3 });
  });

  it("a_second_opening_ends_the_first", async () => {
    const { server, answers } = createServer();
    const first = server.handle(open(1, "a", 1e9));
    const second = server.handle(open(2, "b", 100));
    await Promise.all([first, second]);
    expect(answers.map((answer) => answer.kind)).toContain("cancelled");
    expect(answers.find((answer) => answer.kind === "opened")).toMatchObject({ task: 2 });
  });

  it("a_refused_scenario_names_its_field_and_keeps_the_old_machine", async () => {
    const { server, answers } = createServer();
    await server.handle(open(1, "old", 100));
    await server.handle(open(2, "bad", 100));
    expect(answers.at(-1)).toEqual({ kind: "refused", task: 2, problems: PROBLEMS });
    await server.handle({ kind: "ask", task: 3, question: { what: "packet", packet: 7 } });
    expect(answers.at(-1)).toMatchObject({ kind: "answer", text: "7" });
  });

  it("a_frame_request_runs_the_machine_and_never_shows_the_future", async () => {
    const { server, answers } = createServer();
    await server.handle(open(1, "a", 100));
    await server.handle({
      kind: "frame",
      task: 2,
      request: request(150),
      runOptions: runOptions(150),
    });
    expect(answers.at(-1)).toMatchObject({ frame: Float64Array.of(1, 150, 150) });
    await server.handle({
      kind: "frame",
      task: 3,
      request: request(900),
      runOptions: runOptions(0),
    });
    expect(answers.at(-1)).toMatchObject({ frame: Float64Array.of(1, 150, 150) });
  });

  it("a_frame_stops_running_when_its_budget_is_spent", async () => {
    const { server, answers } = createServer();
    await server.handle(open(1, "a", 100));
    await server.handle({
      kind: "frame",
      task: 2,
      request: request(1e9),
      runOptions: runOptions(1e9, { budget: 9 }),
    });
    const last = answers.at(-1);
    expect(last?.kind === "frame" && (last.frame[2] ?? 0) < 500).toBe(true);
  });

  it("a_frame_has_the_diagnosis_when_it_is_requested", async () => {
    const { server, answers } = createServer();
    await server.handle(open(1, "a", 100));
    const command = {
      kind: "frame",
      task: 2,
      request: request(80),
      runOptions: runOptions(0, { diagnose: true }),
    } as const;
    await server.handle(command);
    expect(answers.at(-1)).toMatchObject({ diagnosis: '{"id":"at 80"}' });
  });

  it("frames_without_a_diagnosis_count_in_the_window_of_the_last_one", async () => {
    const { server, answers } = createServer();
    const countedAt = async (task: number, t: number, diagnose: boolean) => {
      const options = runOptions(0, { diagnose });
      await server.handle({ kind: "frame", task, request: request(t), runOptions: options });
      const last = answers.at(-1);
      return last?.kind === "frame" ? last.request[7] : null;
    };
    await server.handle(open(1, "a", 100));
    expect(await countedAt(2, 50, false), "before the first diagnosis").toBe(50);
    expect(await countedAt(3, 60, true)).toBe(60);
    expect(await countedAt(4, 80, false)).toBe(60);
    expect(await countedAt(5, 90, true)).toBe(90);
    await server.handle(open(6, "b", 100));
    expect(await countedAt(7, 10, false), "another machine").toBe(10);
  });

  it("stepping_at_the_live_edge_runs_on_to_the_next_boundary", async () => {
    const { server, answers } = createServer();
    await server.handle(open(1, "a", 100));
    const question = { what: "neighbour", t: 100, boundary: "step", direction: 1 } as const;
    await server.handle({ kind: "ask", task: 2, question });
    expect(answers.at(-1)).toMatchObject({ text: "110" });
  });

  it("a_frame_stops_at_the_first_moment_behind_the_one_that_was_shown", async () => {
    const { server, answers } = createServer();
    await server.handle(open(1, "a", 100));
    const shown = async (t: number, from: number) => {
      const stop = { at: "break 1", from } as const;
      const options = runOptions(0, { stop });
      await server.handle({ kind: "frame", task: 2, request: request(t), runOptions: options });
      return answers.at(-1);
    };
    expect(await shown(35, 12)).toMatchObject({ stoppedAt: 20, request: { 0: 20 } });
    expect(await shown(35, 20)).toMatchObject({ stoppedAt: 30, request: { 0: 30 } });
    expect(await shown(35, 30)).toMatchObject({ stoppedAt: null, request: { 0: 35 } });
    expect(await shown(500, 95), "beyond the head").toMatchObject({ stoppedAt: 100 });
    expect(await shown(30, 35), "the time was moved back").toMatchObject({ stoppedAt: null });
  });

  it("a_search_that_finds_nothing_ends_after_two_simulated_seconds", async () => {
    const { server, answers } = createServer();
    await server.handle(open(1, "quiet", 100));
    const question = { what: "neighbour", t: 100, boundary: "drop", direction: 1 } as const;
    await server.handle({ kind: "ask", task: 2, question });
    expect(answers.at(-1)).toMatchObject({ text: "NaN", head: 2100 });
  });

  it("stepping_back_before_the_beginning_finds_nothing", async () => {
    const { server, answers } = createServer();
    await server.handle(open(1, "a", 100));
    const question = { what: "neighbour", t: 5, boundary: "packet", direction: -1 } as const;
    await server.handle({ kind: "ask", task: 2, question });
    expect(answers.at(-1)).toMatchObject({ text: "NaN" });
  });

  it("a_trap_is_reported_once_and_no_answer_follows", async () => {
    const { server, answers } = createServer();
    await server.handle(open(1, "trap", 400));
    await server.handle({
      kind: "frame",
      task: 2,
      request: request(900),
      runOptions: runOptions(900),
    });
    expect(answers.at(-1)).toMatchObject({ kind: "trapped", task: 2, command: "frame" });
    const count = answers.length;
    await server.handle({ kind: "ask", task: 3, question: { what: "trace_hash" } });
    expect(answers.length).toBe(count);
  });

  it("an_intervention_answers_with_the_scenario_so_far", async () => {
    const { server, answers } = createServer();
    await server.handle(open(1, "a", 100));
    await server.handle({ kind: "intervene", task: 2, changes: '{"quota":5}', at: 0 });
    expect(answers.at(-1)).toMatchObject({ kind: "scenario", head: 100 });
    expect(JSON.stringify(answers.at(-1))).toContain("quota");
  });
});
