// The machine of a lesson's step: which one opens, what is locked and concealed, and what is restored.
import { beforeEach, expect, test, vi } from "vitest";
import type { Scenario, Topology } from "../../generated/model";
import type { ProgramTask, Step } from "../../lesson/lesson";
import { sampleLesson } from "../../lesson/parse/sample.test-data";
import { createPersistentList } from "../../lib/persistence/persistent-list";
import type { Lab } from "../lab/lab";
import type { LabState } from "../lab/lab-state";
import { SAVED_MACHINES_SPEC } from "./saved-machines";
import { compareSpecBeside } from "./compared-machine";
import { createLessonMachine } from "./lesson-machine";
import { concealedIn } from "./step-limits";
import { DEFAULT_CHOICES } from "../../model/curve-choices";
import { NO_LIMITS } from "../../model/limits";
import { catalogueOf, scenarioOf } from "../../model/scenario/small-catalogue.test-data";
import { createStore } from "../../lib/store";

test("the_second_machine_is_of_another_kind_than_the_first", () => {
  const spec = {
    ...{ scenario: "edge", set: { "kernel.design": "one" }, label: "One" },
    ...{ labelA: "", shared: [], line: 1 },
    other: { set: { "rate_limit.share": 20 }, label: "A brake" },
  };
  expect(compareSpecBeside(spec, { "kernel.design": "two" })).toBe(spec);
  const beside = compareSpecBeside(spec, { "kernel.design": "one" });
  expect(beside).toMatchObject({ label: "A brake", set: { "rate_limit.share": 20 } });
  const alone = { ...spec, other: undefined };
  expect(compareSpecBeside(alone, { "kernel.design": "one" })).toBe(alone);
});

const lesson = sampleLesson();
const [begin, goOn, reach] = lesson.steps;
if (begin === undefined || goOn === undefined || reach === undefined) {
  throw new Error("the sample has three steps");
}

/** The catalogue of another version of the model. */
const otherModel = () => ({
  ...catalogueOf(),
  model: "m2",
  scenarios: [scenarioOf({ id: "lab" })],
});

function madeLab(phase: LabState["phase"] = "ready") {
  const catalogue = { ...catalogueOf(), scenarios: [scenarioOf({ id: "lab" })] };
  const topology = { clock_hz: 1e6, places: [{ id: "ipintrq" }], contexts: [], lines: [] };
  const state = createStore({
    phase,
    catalogue,
    topology: topology as unknown as Topology,
    limits: NO_LIMITS,
    selection: null,
    replay: null,
  } as unknown as LabState);
  const lab = {
    state,
    open: vi.fn(() => Promise.resolve(true)),
    openMachineLink: vi.fn(() => Promise.resolve(true)),
    machineLink: vi.fn(() => "#/lab?left"),
    clock: { setSpeed: vi.fn(), start: vi.fn(), pause: vi.fn(), set: vi.fn() },
    select: vi.fn(),
    change: vi.fn(),
    setCurves: vi.fn(),
    showCode: vi.fn(),
    values: vi.fn((): Record<string, number> => ({})),
    baseValue: vi.fn((_path: string): number | undefined => undefined),
    afterChanges: vi.fn((run: () => void) => run()),
  };
  const machines = createPersistentList(SAVED_MACHINES_SPEC, null, () => undefined);
  const desk = { lab: lab as unknown as Lab, show: vi.fn(), leave: vi.fn() };
  return { lab, desk, machines, lessonMachine: createLessonMachine(desk, machines) };
}

let { lab, desk, machines, lessonMachine } = madeLab();
beforeEach(() => ({ lab, desk, machines, lessonMachine } = madeLab()));

/** Waits for one turn of the event loop, in which all settled promises continue. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

test("a_step_opens_its_machine_and_selects_its_spotlight", async () => {
  lessonMachine.openStep(lesson, begin, false);
  await settle();
  expect(lab.open).toHaveBeenCalledOnce();
  expect(lab.open.mock.lastCall).toMatchObject([
    { id: "lab", settings: { "traffic.rate": 2000 } },
    200,
    "clear",
  ]);
  expect(lab.clock.setSpeed).toHaveBeenCalledWith(0.002);
  expect(lab.clock.set).toHaveBeenCalledWith({ viewWidth: 0 });
  expect(lab.select).toHaveBeenCalledWith({ kind: "place", place: 0, isSpotlight: true });
  expect(lessonMachine.store.get().machine).toBe("small/begin");
});

test("what_was_selected_in_the_step_before_is_not_selected_in_the_next_machine", async () => {
  lab.select.mockImplementation((selection: LabState["selection"]) => lab.state.set({ selection }));
  lab.state.set({ selection: { kind: "context", context: 1 } });
  lessonMachine.openStep(lesson, begin, false);
  await settle();
  expect(lab.state.get().selection).toEqual({ kind: "place", place: 0, isSpotlight: true });
});

test("a_step_without_a_machine_uses_the_machine_of_the_step_before", async () => {
  lessonMachine.openStep(lesson, begin, false);
  lessonMachine.openStep(lesson, goOn, false);
  await settle();
  expect(lab.open).toHaveBeenCalledOnce();
  lessonMachine.openStep(lesson, reach, false);
  await settle();
  expect(lab.open.mock.lastCall).toMatchObject([{ id: "own" }, 200, "clear"]);
});

test("a_lesson_opened_at_a_step_without_a_machine_opens_the_machine_of_the_step_before", async () => {
  lessonMachine.openStep(lesson, goOn, false);
  await settle();
  expect(lab.open.mock.lastCall).toMatchObject([{ id: "lab" }, 200, "clear"]);
});

test("a_solution_starts_from_the_machines_initial_values", async () => {
  const { catalogue } = lab.state.get();
  const [ring] = catalogue?.parameters ?? [];
  if (!catalogue || ring === undefined) throw new Error("the made-up catalogue has a parameter");
  const own = ["queues.ipintrq", "traffic.rate"].map((path) => ({ ...ring, path, default: 5 }));
  lab.state.set({ catalogue: { ...catalogue, parameters: [...catalogue.parameters, ...own] } });
  const step = { ...reach, free: ["queues.ipintrq", "traffic.rate"] };
  lessonMachine.openStep({ ...lesson, steps: [begin, goOn, step] }, step, false);
  await settle();
  lab.values.mockReturnValue({ "queues.ipintrq": 1, "traffic.rate": 9 });
  lessonMachine.applySolution({ "queues.ipintrq": 100 });
  // The learner had turned the rate: it returns to its initial value.
  const wanted = { "queues.ipintrq": 100, "traffic.rate": 5 };
  expect(lab.change).toHaveBeenCalledWith(wanted, "The lesson’s solution");
});

test("a_step_waits_until_the_lab_has_started", async () => {
  ({ lab, desk, lessonMachine } = madeLab("starting"));
  lessonMachine.openStep(lesson, begin, false);
  await settle();
  expect(lab.open).not.toHaveBeenCalled();
  lab.state.set({ phase: "ready" });
  await settle();
  expect(lab.open).toHaveBeenCalledOnce();
});

test("a_step_opened_before_the_lab_has_started_opens_its_machine_once", async () => {
  ({ lab, desk, lessonMachine } = madeLab("starting"));
  lab.open.mockImplementation(() => {
    lab.state.set({ transaction: 8 });
    return Promise.resolve(true);
  });
  desk.show.mockImplementation(() => lab.state.set({ transaction: 7 }));
  lessonMachine.openStep(lesson, begin, false);
  lab.state.set({ phase: "ready" });
  await settle();
  expect(desk.show).toHaveBeenCalledOnce();
  expect(lab.open).toHaveBeenCalledOnce();
});

test("concealed_views_are_shown_when_the_tasks_are_done", () => {
  expect(concealedIn(begin, false)).toEqual(["sentence", "timeline", "code", "outcomes", "curve"]);
  expect(concealedIn(begin, true)).toEqual(["sentence", "timeline", "code", "outcomes"]);
  const always = { ...begin, concealed: { ...begin.concealed, untilDone: false } };
  expect(concealedIn(always, true)).toContain("curve");
});

test("a_lesson_locks_knobs_and_offers_no_cures", () => {
  lessonMachine.openStep(lesson, begin, false);
  const { limits } = lab.state.get();
  expect(limits.unlocked).toEqual(["traffic.rate", "queues.ipintrq"]);
  expect(limits.offersCures).toBe(false);
});

test("a_step_shows_its_curve_and_its_code_and_the_next_step_the_usual_curve", async () => {
  const curve = { axisPath: "queues.ipintrq", measure: "p99", from: 1, to: 50, line: 1 } as const;
  const step = { ...begin, curve, showsCode: true };
  const changed = { ...lesson, steps: [step, goOn, reach] };
  lessonMachine.openStep(changed, step, false);
  await settle();
  expect(lab.setCurves).toHaveBeenLastCalledWith({ axisPath: "queues.ipintrq", measure: "p99" });
  expect(lab.showCode).toHaveBeenCalledWith(true);
  expect(lab.state.get().limits.curve).toBe(curve);
  lessonMachine.openStep(changed, goOn, false);
  expect(lab.setCurves).toHaveBeenLastCalledWith(DEFAULT_CHOICES);
  expect(lab.state.get().limits.curve).toBeNull();
});

test("a_group_of_free_knobs_unlocks_every_knob_of_the_group", async () => {
  const step = { ...begin, free: ["traffic.*"] };
  lessonMachine.openStep({ ...lesson, steps: [step, goOn, reach] }, step, false);
  await settle();
  expect(lab.state.get().limits.unlocked).toEqual(["traffic.rate"]);
});

test("where_a_program_is_written_its_own_knobs_turn", () => {
  lessonMachine.openStep(lesson, begin, false);
  expect(lab.state.get().limits.unlocked).not.toContain("program.knobs.*");
  const about = { id: "driver", challenge: "off-the-ring", medal: "silver", line: 1 } as const;
  const task: ProgramTask = { kind: "program", ...about, prose: [] };
  const writing: Step = { ...goOn, body: [{ kind: "task", task }] };
  const steps = lesson.steps.map((one) => (one === goOn ? writing : one));
  lessonMachine.openStep({ ...lesson, steps }, writing, false);
  expect(lab.state.get().limits.unlocked).toContain("program.knobs.*");
  // The step before may have opened the code view, which has a gutter in the editor.
  expect(lab.showCode).toHaveBeenLastCalledWith(false);
});

test("a_lesson_shows_its_desk_once_and_leaves_it_at_the_end", async () => {
  lessonMachine.openStep(lesson, begin, false);
  lessonMachine.openStep(lesson, reach, false);
  await settle();
  expect(desk.leave).not.toHaveBeenCalled();
  lessonMachine.closeLesson();
  expect(desk.show).toHaveBeenCalledOnce();
  expect(desk.leave).toHaveBeenCalledOnce();
});

test("resetting_opens_the_same_machine_again_and_can_be_undone", async () => {
  lessonMachine.openStep(lesson, begin, false);
  await settle();
  lessonMachine.resetMachine();
  await settle();
  expect(lab.openMachineLink).not.toHaveBeenCalled();
  expect(lab.open).toHaveBeenCalledTimes(2);
  expect(lab.open.mock.lastCall).toMatchObject([{ id: "lab" }, 200, "append"]);
  expect(lessonMachine.store.get()).toEqual({ machine: "small/begin", origin: "own" });
});

test("a_learner_who_leaves_during_a_reset_finds_the_machine_reset", async () => {
  lessonMachine.openStep(lesson, begin, false);
  await settle();
  lessonMachine.saveMachine();
  lessonMachine.resetMachine();
  lessonMachine.openStep(lesson, reach, false);
  await settle();
  lessonMachine.openStep(lesson, begin, false);
  await settle();
  expect(lab.openMachineLink).not.toHaveBeenCalled();
  expect(lessonMachine.store.get()).toEqual({ machine: "small/begin", origin: "own" });
});

test("a_learner_who_leaves_during_an_undo_finds_the_machine_of_the_undo", async () => {
  lessonMachine.openStep(lesson, begin, false);
  await settle();
  lab.state.set({ replay: { label: "Undoing", done: 0, cancel: () => undefined } });
  let finishUndo = () => undefined as void;
  lab.afterChanges.mockImplementationOnce((run) => (finishUndo = run));
  lessonMachine.closeLesson();
  expect(machines.find("small/begin")?.link).toBe("#/lab?left");
  lab.machineLink.mockReturnValue("#/lab?undone");
  finishUndo();
  expect(machines.find("small/begin")?.link).toBe("#/lab?undone");
});

test("a_cancelled_reset_leaves_the_machine_open", async () => {
  lessonMachine.openStep(lesson, begin, false);
  await settle();
  lab.open.mockResolvedValueOnce(false);
  lessonMachine.resetMachine();
  expect(lessonMachine.store.get().machine).toBe("");
  await settle();
  expect(lessonMachine.store.get().machine).toBe("small/begin");
});

test("a_machine_is_restored_at_each_step_that_uses_it", async () => {
  lessonMachine.openStep(lesson, begin, false);
  await settle();
  lessonMachine.openStep(lesson, goOn, false);
  lab.machineLink.mockReturnValue("#/lab?first");
  lessonMachine.openStep(lesson, reach, false);
  await settle();
  lab.machineLink.mockReturnValue("#/lab?second");
  lab.clock.setSpeed.mockClear();
  lessonMachine.openStep(lesson, goOn, false);
  await settle();
  expect(lab.openMachineLink.mock.lastCall).toMatchObject([{ id: "lab" }, "#/lab?first"]);
  expect(lessonMachine.store.get()).toEqual({ machine: "small/begin", origin: "left" });
  // The speed stays as the learner left it, too.
  expect(lab.clock.setSpeed).not.toHaveBeenCalled();
  lessonMachine.closeLesson();
  lessonMachine.openStep(lesson, reach, false);
  await settle();
  expect(lab.openMachineLink.mock.lastCall).toMatchObject([{ id: "own" }, "#/lab?second"]);
});

test("a_saved_machine_of_another_model_or_step_is_replaced_with_a_note", async () => {
  lessonMachine.openStep(lesson, begin, false);
  await settle();
  lessonMachine.closeLesson();
  const fewerKnobs = { ...begin, free: ["traffic.rate"] };
  lessonMachine.openStep({ ...lesson, steps: [fewerKnobs] }, fewerKnobs, false);
  await settle();
  expect(lessonMachine.store.get()).toEqual({ machine: "small/begin", origin: "changed" });
  lessonMachine.closeLesson();
  lab.state.set({ catalogue: otherModel() });
  lessonMachine.openStep(lesson, begin, false);
  await settle();
  expect(lessonMachine.store.get()).toEqual({ machine: "small/begin", origin: "changed" });
  expect(lab.openMachineLink).not.toHaveBeenCalled();
  lessonMachine.closeLesson();
  lessonMachine.openStep(lesson, begin, false);
  await settle();
  expect(lessonMachine.store.get().origin).toBe("left");
});

test("a_saved_machine_that_cannot_be_opened_is_replaced_by_the_steps_machine", async () => {
  lessonMachine.openStep(lesson, begin, false);
  await settle();
  lessonMachine.closeLesson();
  lab.openMachineLink.mockResolvedValueOnce(false);
  lessonMachine.openStep(lesson, begin, false);
  await settle();
  expect(lab.open).toHaveBeenCalledTimes(2);
  expect(lessonMachine.store.get()).toEqual({ machine: "small/begin", origin: "own" });
});

test("a_machine_that_is_not_open_yet_is_not_saved", async () => {
  lessonMachine.openStep(lesson, begin, false);
  lessonMachine.saveMachine();
  lessonMachine.closeLesson();
  await settle();
  expect(machines.find("small/begin")).toBeUndefined();
});

test("a_cancelled_machine_is_not_open_and_is_tried_again_at_the_next_step", async () => {
  lab.open.mockResolvedValueOnce(false);
  lessonMachine.openStep(lesson, begin, false);
  await settle();
  expect(lessonMachine.store.get().machine).toBe("");
  expect(lab.clock.setSpeed).not.toHaveBeenCalled();
  expect(lab.select).not.toHaveBeenCalled();
  lessonMachine.openStep(lesson, goOn, false);
  await settle();
  expect(lab.open).toHaveBeenCalledTimes(2);
  expect(lessonMachine.store.get().machine).toBe("small/begin");
});

test("a_step_that_is_left_while_its_machine_opens_starts_nothing", async () => {
  lessonMachine.openStep(lesson, begin, false);
  lessonMachine.closeLesson();
  await settle();
  expect(lab.clock.setSpeed).not.toHaveBeenCalled();
  expect(lab.clock.start).not.toHaveBeenCalled();
  expect(lab.clock.pause).not.toHaveBeenCalled();
});

const flood = { label: "A flood", set: { "traffic.rate": 9000 } };
const user = { label: "A program", set: { "traffic.rate": 5000, limit: 9 } };

test("a load replaces the load before, and leaves the learner's knobs alone", async () => {
  const step = { ...begin, cues: [flood, user].map((one) => ({ ...one, line: 1 })) };
  lessonMachine.openStep({ ...lesson, steps: [step] }, step, false);
  await settle();
  expect(lab.state.get().limits.unlocked).toEqual(
    expect.arrayContaining(["traffic.rate", "limit"]),
  );
  const base: Record<string, number> = { "traffic.rate": 2000, limit: 5 };
  lab.baseValue.mockImplementation((path) => base[path]);
  lab.values.mockReturnValue({ "traffic.rate": 5000, limit: 9, ring: 64 });
  lessonMachine.showLoad(flood, [flood, user]);
  expect(lab.change).toHaveBeenCalledExactlyOnceWith({ "traffic.rate": 9000, limit: 5 }, "A flood");
  lab.values.mockReturnValue({ "traffic.rate": 9000, limit: 5, ring: 64 });
  lessonMachine.showLoad(flood, [flood, user]);
  expect(lab.change).toHaveBeenCalledOnce();
});

test("a machine of one's own has the knobs of the goal instead of the line's, and keeps its load", async () => {
  const spec = { ...begin.machine, set: { ring: 8, "traffic.rate": 9000 }, mine: "room" };
  const goal = { ...reach, free: ["ring", "limit"] };
  const mine = { ...begin, id: "mine", machine: spec } as typeof begin;
  const ours = { ...lesson, steps: [begin, goal, mine] };
  const program = { file: "kernel.c", text: "void lnintr", statement: 20, knobs: { quota: 7 } };
  for (const [own, settings, runs] of [
    [null, { ring: 8, "traffic.rate": 9000 }, undefined],
    [{ set: { limit: 3 } }, { limit: 3, "traffic.rate": 9000 }, undefined],
    [{ set: { limit: 3 }, program }, { limit: 3, "traffic.rate": 9000 }, program],
  ] as const) {
    const { lab, desk, machines } = madeLab();
    const opened = createLessonMachine(desk, machines, () => own);
    opened.openStep(ours, mine, false);
    await settle();
    const [machine] = lab.open.mock.lastCall as unknown as [Scenario];
    expect(machine.settings).toEqual(settings);
    if (runs === undefined) expect(machine.program).toBeUndefined();
    else expect(machine.program).toMatchObject(runs);
  }
});

test("a_machine_that_runs_a_program_is_not_saved_because_the_program_is_stored_by_itself", async () => {
  lessonMachine.openStep(lesson, begin, false);
  await settle();
  lab.state.set({ scenario: { program: {} } as Scenario });
  lessonMachine.closeLesson();
  expect(machines.store.get().list).toEqual([]);
});
