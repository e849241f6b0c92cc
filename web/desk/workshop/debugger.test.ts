// The debugger: breakpoints belong to the text, playing stops at them, and steps ask for the right moments.
import { expect, it } from "vitest";
import { memoryStorage } from "../../lib/persistence/memory-storage.test-data";
import { createAnnouncer } from "../../lib/announcer";
import { createPlaybackAnnouncer } from "../announcements/playback-announcer";
import { startLab } from "../lab/lab-harness.test-data";
import { needCompressor } from "../link/program-field";
import { createDebugger, breakpointsOf } from "./debugger";
import { createPrograms } from "./programs";
import { createWorkshop } from "./workshop";

/** Lines 2 and 4 have statements; line 4 has two. */
const CODE = [
  { line: 1, step: -1, procedure: "lnintr" },
  { line: 2, step: 70, procedure: "lnintr" },
  { line: 3, step: -1, procedure: "lnintr" },
  { line: 4, step: 71, procedure: "put" },
];

async function startDebugger(isInLesson = false) {
  await needCompressor("program=");
  const harness = await startLab();
  const { lab, engine, notices, now, animate } = harness;
  engine.code = CODE;
  let ids = 0;
  const fail = ({ problem }: { problem: string }) => {
    throw new Error(problem);
  };
  const { storage } = memoryStorage();
  const programs = createPrograms(storage, fail, { now, newId: () => `id-${++ids}` });
  const timers: (() => void)[] = [];
  const schedule = (run: () => void) => void timers.push(run);
  const machineOf = () => Promise.resolve(null);
  const workshop = createWorkshop({
    ...{ lab, programs, notices, machineOf, now, schedule, isInLesson },
  });
  const said: string[] = [];
  const setLiveText = (text: string) => void said.push(text);
  const announcer = createAnnouncer({ setLiveText, now, schedule });
  announcer.setMachineShown(true);
  const machines = () => [lab];
  const playback = createPlaybackAnnouncer(lab, announcer, notices, schedule, machines);
  const debug = createDebugger({ lab, workshop, announcer, playback });
  void workshop.start(null, () => Promise.resolve({ file: "kernel.c", text: "1\n2\n3\n4" }));
  const wait = async (milliseconds = 100) => {
    for (let left = milliseconds; left > 0; left -= 10) {
      for (const run of timers.splice(0)) run();
      await animate(10);
    }
  };
  await wait();
  lab.clock.pause();
  await wait();
  const reload = () => createPrograms(storage, fail, { now, newId: () => "x" });
  const list = () => breakpointsOf(workshop).map(({ line }) => line);
  return { ...harness, workshop, debug, said, wait, list, reload };
}

/** Holds back what the compiler says about a condition; returns what lets the last one go. */
function holdConditions(engine: Awaited<ReturnType<typeof startDebugger>>["engine"]) {
  const ask = engine.ask.bind(engine);
  let answerLate = () => undefined as unknown;
  engine.ask = (question) =>
    question.what === "check_condition"
      ? new Promise((resolve) => (answerLate = () => ask(question).then(resolve)))
      : ask(question);
  return () => void answerLate();
}

it("a_breakpoint_stops_the_playing_machine_at_its_moment_and_again_at_the_next", async () => {
  const { lab, engine, debug, said, wait } = await startDebugger();
  debug.toggle(2);
  await wait();
  expect(lab.state.get().breakpoints).toBe("break 70");
  said.length = 0;
  const { t } = lab.tick.get();
  engine.stopsAt = [t + 30, t + 45];
  for (const at of engine.stopsAt) {
    lab.clock.play();
    await wait(300);
    expect(lab.state.get().playing).toBe(false);
    expect(lab.tick.get().t).toBe(at);
  }
  // Each stop is announced, once.
  expect(said.filter((text) => text.startsWith("Paused at "))).toHaveLength(2);
});

it("without_a_breakpoint_nothing_is_searched_and_playing_goes_on", async () => {
  const { lab, engine, wait } = await startDebugger();
  engine.stopsAt = [lab.tick.get().t + 30];
  lab.clock.play();
  await wait(300);
  expect(lab.state.get().playing).toBe(true);
  expect(engine.requests.every(({ runOptions }) => runOptions.stop === undefined)).toBe(true);
});

it("playing_as_fast_as_possible_records_steps_for_breakpoints", async () => {
  const { lab, engine, debug, wait } = await startDebugger();
  debug.toggle(2);
  await wait();
  lab.clock.setSpeed(Infinity);
  lab.clock.play();
  await wait(50);
  expect(engine.requests.at(-1)?.runOptions).toMatchObject({ tracing: true });
});

it("a_line_without_a_statement_gives_its_breakpoint_to_the_next_one_and_says_so", async () => {
  const { debug, said, list } = await startDebugger();
  debug.toggle(3);
  expect(list()).toEqual([4]);
  expect(said.at(-1)).toBe("Line 3 has no statement: the breakpoint is in line 4.");
  debug.toggle(9);
  expect(list()).toEqual([4]);
  expect(said.at(-1)).toBe("No line from line 9 on has a statement.");
  debug.toggle(4);
  expect(list()).toEqual([]);
});

it("breakpoints_are_stored_with_the_program_and_move_with_its_lines", async () => {
  const { debug, list, reload, wait } = await startDebugger();
  debug.toggle(2);
  debug.toggle(4);
  debug.setCondition(4, "count > 3");
  debug.linesMoved([2, 4], [0, 6]);
  expect(list()).toEqual([6]);
  await wait();
  expect(reload().store.get().list[0]?.breakpoints).toEqual([{ line: 6, condition: "count > 3" }]);
  debug.toggle(2);
  debug.linesMoved([2, 6], [3, 3]);
  expect(list(), "two lines have become one").toEqual([3]);
});

it("a_condition_is_compiled_and_a_wrong_one_never_stops", async () => {
  const { lab, debug, wait } = await startDebugger();
  debug.toggle(2);
  debug.toggle(4);
  debug.setCondition(2, "count > 3");
  debug.setCondition(4, "wrong");
  await wait();
  expect(lab.state.get().breakpoints).toBe("break 70:00ff");
  expect(debug.state.get().conditions.get("wrong")).toMatchObject({
    problems: [{ message: "That is wrong." }],
  });
});

it("while_the_editor_has_another_text_breakpoints_wait", async () => {
  const { lab, workshop, debug, wait } = await startDebugger();
  debug.toggle(2);
  await wait();
  workshop.edit("wrong\n2\n3\n4");
  await wait(300);
  expect(lab.state.get().breakpoints).toBeNull();
  workshop.edit("0\n2\n3\n4");
  await wait(300);
  expect(lab.state.get().breakpoints).toBe("break 70");
});

it("while_the_machine_of_a_lesson_is_that_of_another_step_breakpoints_wait", async () => {
  const { lab, debug, wait } = await startDebugger(true);
  debug.toggle(2);
  await wait();
  expect(lab.state.get().breakpoints).toBe("break 70");
  const own = lab.state.get().scenario;
  if (own?.program === undefined) throw new Error("the machine runs the program");
  const other = { ...own, program: { ...own.program, file: "step.c", text: "another" } };
  await lab.openRun(other, other, { cycles: 0 }, null);
  await wait();
  expect(lab.state.get().breakpoints).toBeNull();
  await lab.openRun(own, own, { cycles: 0 }, null);
  await wait();
  expect(lab.state.get().breakpoints).toBe("break 70");
});

it("a_step_over_stays_in_the_function_that_runs_and_out_leaves_it", async () => {
  const { lab, engine, debug, wait } = await startDebugger();
  const boundary = async (kind: "into" | "over" | "out" | "breakpoint", direction: 1 | -1) => {
    engine.asked = [];
    debug.step(kind, direction);
    await wait();
    return engine.asked.flatMap((one) => (one.what === "neighbour" ? [one] : []));
  };
  // A context that sleeps, then one that runs, in two functions.
  const contexts = [2, 5, 2, 1, 9, 3, 0, 2, 2, 4];
  engine.answers.debug_view = [0, 0, 0, 1, 0, 0, ...contexts, 0, 0, 0];
  lab.time.seek(5);
  expect(await boundary("over", 1)).toMatchObject([{ boundary: "within 3 2", direction: 1 }]);
  expect(engine.asked, "at the shown moment").toContainEqual(
    expect.objectContaining({ what: "debug_view", t: 5 }),
  );
  expect(await boundary("out", -1)).toMatchObject([{ boundary: "within 3 1", direction: -1 }]);
  expect(await boundary("into", 1)).toMatchObject([{ boundary: "line" }]);
  expect(await boundary("breakpoint", 1), "none is set").toEqual([]);
  engine.answers.debug_view = [0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
  expect(await boundary("over", 1), "nothing of the program runs").toMatchObject([
    { boundary: "line" },
  ]);
});

it("the_last_change_of_a_variable_leads_to_its_moment_and_line", async () => {
  const { lab, engine, debug, said, wait } = await startDebugger();
  engine.answers.last_write = [12, 4, 1, 2];
  debug.lastWrite(0);
  await wait();
  expect(lab.tick.get().t).toBe(12);
  expect(lab.state.get().wantedLine).toEqual({ line: 4, takesFocus: false });
  expect(said.at(-1)).toMatch(/^count changed from 1 to 2\. .* ms: /);
  expect(debug.state.get().write).toMatchObject({ name: "count", before: 1, after: 2 });
  engine.answers.last_write = [];
  debug.lastWrite(0);
  await wait();
  expect(said.at(-1)).toBe("The trace has no earlier change of count.");
});

it("what_is_watched_is_read_at_each_shown_moment_until_it_ends", async () => {
  const { lab, engine, debug, wait } = await startDebugger();
  const views = () => engine.asked.filter(({ what }) => what === "debug_view");
  const stop = debug.watch([0]);
  await wait();
  lab.time.seek(5);
  await wait();
  expect(views().at(-1)).toMatchObject({ t: 5, variables: [0] });
  stop();
  const before = views().length;
  lab.time.seek(3);
  await wait();
  expect(views()).toHaveLength(before);
});

it("a_condition_that_was_read_for_an_earlier_text_does_not_count_for_a_later_one", async () => {
  const { engine, workshop, debug, wait } = await startDebugger();
  const answerLate = holdConditions(engine);
  debug.toggle(2);
  debug.setCondition(2, "count > 3");
  await wait();
  workshop.edit("other\n2\n3\n4");
  answerLate();
  // Before the later text is checked.
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(debug.state.get().conditions.size).toBe(0);
});

it("a_step_to_the_next_breakpoint_waits_for_a_condition_that_is_being_read", async () => {
  const { engine, debug, wait } = await startDebugger();
  const answerLate = holdConditions(engine);
  const hasStepped = () => engine.asked.some(({ what }) => what === "neighbour");
  debug.toggle(2);
  debug.setCondition(2, "count > 3");
  debug.step("breakpoint", 1);
  await wait();
  expect(hasStepped()).toBe(false);
  answerLate();
  await wait();
  expect(hasStepped()).toBe(true);
});

it("local_variables_of_an_earlier_moment_do_not_replace_those_of_a_later_one", async () => {
  const { lab, engine, debug, wait } = await startDebugger();
  const ask = engine.ask.bind(engine);
  const late: (() => void)[] = [];
  engine.ask = (question) => {
    if (question.what !== "locals") return ask(question);
    const answer = { text: JSON.stringify([question.t, 0]), head: 0 };
    return new Promise((resolve) => void late.push(() => resolve(answer)));
  };
  const stop = debug.watch([]);
  for (const t of [5, 3]) {
    lab.time.seek(t);
    await wait();
  }
  for (const answer of late.reverse()) answer();
  await wait(20);
  expect(debug.state.get().locals?.t).toBe(3);
  stop();
});

it("local_variables_are_asked_for_once_at_each_moment_where_the_machine_is_paused", async () => {
  const { lab, engine, debug, wait } = await startDebugger();
  const moments = () => engine.asked.flatMap((one) => (one.what === "locals" ? [one.t] : []));
  engine.answers.locals = [5, 1, 3, 1, 0, 1, 2, ...[1, 7, 4, 2, 0, 0], ...[2, 0, 0, 0, 0, 0]];
  const stop = debug.watch([0]);
  await wait();
  lab.time.seek(5);
  await wait();
  expect(moments().filter((t) => t === 5)).toEqual([5]);
  expect(debug.state.get().locals?.contexts.get(3)).toEqual([
    {
      ...{ function: 0, isWhole: true },
      variables: [
        { value: 7, write: { line: 4, at: 2, before: "unset" } },
        { value: "NULL", write: null },
      ],
    },
  ]);
  const before = moments().length;
  lab.clock.play();
  await wait(300);
  expect(moments()).toHaveLength(before);
  stop();
});
