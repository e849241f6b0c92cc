// The workshop: what is typed is stored, checked and run, and a program that was stopped waits for a person.
import { expect, it } from "vitest";
import { memoryStorage } from "../../lib/persistence/memory-storage.test-data";
import { RefusedError } from "../../engine/problems";
import { startLab } from "../lab/lab-harness.test-data";
import { needCompressor } from "../link/program-field";
import { createPrograms } from "./programs";
import { catalogueOf } from "../../model/scenario/small-catalogue.test-data";
import { machineInHead } from "./own-machine";
import { createWorkshop } from "./workshop";

const first = () => Promise.resolve({ file: "kernel.c", text: "first" });
const FAULT = { field: "kernel.c:9:", value: "", problem: "It has no end.", allowed: "" };

async function startWorkshop(
  storage = memoryStorage().storage,
  hash: string | null = null,
  isInLesson = false,
) {
  await needCompressor("program=");
  const harness = await startLab();
  const { lab, notices, pass, now } = harness;
  const timers: { run: () => void; at: number }[] = [];
  let ids = 0;
  const fail = () => {
    throw new Error("unreadable");
  };
  const programs = createPrograms(storage, fail, { now, newId: () => `${now()}-${++ids}` });
  const schedule = (run: () => void, milliseconds: number) =>
    void timers.push({ run, at: now() + milliseconds });
  const workshop = createWorkshop({
    ...{ lab, programs, notices, isInLesson, now, schedule },
    machineOf: ({ text }) => Promise.resolve(machineInHead(catalogueOf(), text)),
  });
  const wait = async (milliseconds: number) => {
    for (let left = milliseconds; left > 0; left -= 10) {
      await harness.animate(10);
      for (const timer of timers.splice(0)) {
        if (timer.at <= now()) timer.run();
        else timers.push(timer);
      }
    }
    await pass(20);
  };
  void workshop.start(hash, first);
  await wait(100);
  return { ...harness, workshop, programs, wait };
}

it("a_right_text_runs_from_the_start_soon_after_it_was_typed", async () => {
  const { engine, workshop, wait } = await startWorkshop();
  expect(engine.scenario?.program).toMatchObject({ file: "kernel.c", text: "first" });
  const runs = engine.opened.length;
  for (const text of ["firs", "fir", "fi"]) workshop.edit(text);
  await wait(300);
  expect(engine.scenario?.program?.text).toBe("fi");
  expect(engine.opened).toHaveLength(runs + 1);
  expect(workshop.state.get()).toMatchObject({ checked: "right", ran: { text: "fi" } });
});

it("each_key_is_stored_before_it_runs_and_a_wrong_text_does_not_run", async () => {
  const { storage } = memoryStorage();
  const { engine, workshop, wait } = await startWorkshop(storage);
  workshop.edit("wrong");
  expect(storage.getItem("livelock-lab.programs")).toContain('"wrong"');
  await wait(300);
  expect(engine.scenario?.program?.text).toBe("first");
  expect(workshop.state.get()).toMatchObject({ checked: "wrong", ran: { text: "first" } });
  expect(workshop.state.get().problems).toHaveLength(1);
});

it("a_program_that_was_stopped_does_not_start_by_itself_also_after_a_reload", async () => {
  const { storage } = memoryStorage();
  const { engine, lab, workshop, wait } = await startWorkshop(storage);
  workshop.run();
  await wait(50);
  engine.fault = FAULT;
  await wait(300);
  expect(workshop.state.get().stop).toMatchObject({ line: 9, problem: "It has no end." });
  // The rates of the time before would say that all is well.
  expect(lab.tick.get().diagnosis).toMatchObject({
    tone: "bad",
    headline: "The kernel has stopped.",
  });
  const runs = engine.opened.length;
  engine.fault = null;
  workshop.edit("mended");
  await wait(300);
  expect(engine.opened).toHaveLength(runs);
  const again = await startWorkshop(storage);
  expect(again.engine.scenario?.program).toBeUndefined();
  expect(again.workshop.state.get()).toMatchObject({ text: "mended", stop: { line: 9 } });
  again.workshop.run();
  await again.wait(50);
  expect(again.engine.scenario?.program?.text).toBe("mended");
  expect(again.workshop.state.get().stop).toBeNull();
  expect((await startWorkshop(storage)).engine.scenario?.program?.text).toBe("mended");
});

it("a_rule_about_time_is_told_with_its_line_until_the_next_run", async () => {
  const { engine, workshop, wait } = await startWorkshop();
  workshop.run();
  await wait(50);
  engine.told = [{ at: 1_500, problem: { ...FAULT, problem: "It holds the level." } }];
  await wait(300);
  const told = { line: 9, problem: "It holds the level.", at: 1_500 };
  expect(workshop.state.get()).toMatchObject({ stop: null, told: [told] });
  engine.told = [];
  workshop.edit("mended");
  await wait(300);
  expect(workshop.state.get()).toMatchObject({ told: [], ran: { text: "mended" } });
});

it("the_check_of_an_earlier_text_says_nothing_about_a_later_one", async () => {
  const { engine, workshop, wait } = await startWorkshop();
  const ask = engine.ask.bind(engine);
  let answerLate = () => undefined as unknown;
  engine.ask = (question) => {
    engine.ask = ask;
    return new Promise((resolve) => (answerLate = () => ask(question).then(resolve)));
  };
  workshop.edit("wrong");
  await wait(150);
  workshop.edit("right");
  answerLate();
  await wait(10);
  expect(workshop.state.get()).toMatchObject({ text: "right", checked: "checking", problems: [] });
});

it("a_run_that_is_refused_leaves_what_ran_before", async () => {
  const { engine, workshop, wait } = await startWorkshop();
  engine.failNext = new RefusedError([{ field: "a", value: "", problem: "b", allowed: "" }]);
  workshop.edit("second");
  await wait(300);
  expect(workshop.state.get()).toMatchObject({ checked: "failed", ran: { text: "first" } });
});

it("a_program_that_a_person_runs_plays_and_a_change_of_it_stays_paused", async () => {
  const { lab, workshop, wait } = await startWorkshop();
  lab.clock.pause();
  workshop.edit("second");
  await wait(300);
  expect(lab.state.get().playing).toBe(false);
  workshop.run();
  await wait(50);
  expect(lab.state.get().playing).toBe(true);
});

it("a_value_that_a_knob_cannot_have_any_more_is_left_out", async () => {
  const { engine, workshop, wait } = await startWorkshop();
  const text = (most: number) => `KNOB(quota, 5, 1, ${most}, "packets")`;
  workshop.create({ file: "knob.c", text: text(100), knobs: { quota: 50 } });
  await wait(300);
  expect(engine.scenario?.program?.knobs).toEqual({ quota: 50 });
  workshop.edit(text(20));
  await wait(300);
  expect(engine.scenario?.program?.knobs).toEqual({});
});

it("undo_that_leads_to_a_removed_program_takes_the_place_of_no_other", async () => {
  const { lab, workshop, programs, wait } = await startWorkshop();
  const { open } = workshop.state.get();
  await wait(1_100);
  workshop.create({ file: "other.c", text: "other" });
  await wait(300);
  programs.remove(open ?? "");
  lab.undo();
  await wait(300);
  expect(workshop.state.get().text).toBe("first");
  expect(programs.store.get().list.map(({ text }) => text)).toEqual(["other", "first"]);
});

it("undo_of_the_machine_brings_the_earlier_program_back_into_the_editor", async () => {
  const { lab, workshop, wait, pass } = await startWorkshop();
  // Later than what would be one undo step with the first run.
  await wait(1_100);
  workshop.edit("second");
  await wait(300);
  lab.undo();
  await wait(300);
  expect(workshop.state.get()).toMatchObject({ text: "first", ran: { text: "first" } });
  lab.redo();
  await wait(300);
  expect(workshop.state.get().text).toBe("second");
  await pass(10);
});

it("what_is_typed_stays_while_an_earlier_text_begins_to_run", async () => {
  const { lab, workshop, wait } = await startWorkshop();
  const shown = new Set<string>();
  workshop.state.subscribe(() => {
    const { text, ran } = workshop.state.get();
    shown.add(text);
    if (ran !== null) return;
    // The page becomes wider, and a person goes on typing, before the machine has the new program.
    queueMicrotask(() => lab.state.set({ columns: 601 }));
    if (text === "second") {
      workshop.edit("third");
      workshop.run();
    }
  });
  workshop.edit("second");
  await wait(500);
  expect(workshop.state.get()).toMatchObject({ text: "third", ran: { text: "third" } });
  expect([...shown]).toEqual(["second", "third"]);
});

it("a_program_runs_on_its_own_machine_and_the_next_one_does_not", async () => {
  const { engine, workshop, wait } = await startWorkshop();
  const text = "/* livelock run second --set rate=500 --kernel mine.c */";
  workshop.create({ file: "mine.c", text });
  await wait(300);
  expect(engine.scenario).toMatchObject({ settings: { rate: 500 }, program: { text } });
  workshop.edit(`${text} changed`);
  await wait(300);
  expect(engine.scenario).toMatchObject({ settings: { rate: 500 } });
  workshop.create({ file: "other.c", text: "other" });
  await wait(300);
  expect(engine.scenario).toMatchObject({ id: "first", program: { text: "other" } });
  expect(engine.scenario?.settings).not.toMatchObject({ rate: 500 });
});

it("a_changed_program_gets_the_packets_of_a_judged_run_again_up_to_the_shown_moment", async () => {
  const { lab, engine, workshop, wait } = await startWorkshop();
  const { scenario } = lab.state.get();
  if (scenario === null) throw new Error("the first program runs");
  const packet = { at: 300, set: { "traffic.pattern": "burst", "traffic.burst": 1 } };
  const knob = { at: 310, set: { "program.knobs.quota": 5 } };
  const judged = { ...scenario, interventions: [packet, knob] };
  lab.clock.pause();
  await lab.openRun(judged, judged, { cycles: 900 }, 300);
  workshop.edit("mended");
  await wait(300);
  expect(engine.opened.at(-1)).toMatchObject({
    scenario: { program: { text: "mended" }, interventions: [packet] },
    until: { cycles: 900 },
  });
  expect(lab.moment()).toMatchObject({ head: 900, t: 300 });
  expect(lab.state.get().playing).toBe(false);
  lab.undo();
  await wait(300);
  expect(workshop.state.get().text).toBe("first");
});

it("a_new_program_keeps_the_one_before_and_says_where", async () => {
  const { workshop, programs, titles, wait } = await startWorkshop();
  workshop.edit("mine");
  workshop.create({ file: "kernel.c", text: "other" });
  await wait(300);
  expect(programs.store.get().list.map(({ file, text }) => [file, text])).toEqual([
    ["kernel.c", "mine"],
    ["kernel 2.c", "other"],
  ]);
  expect(titles()).toContain("“kernel 2.c” is open");
});

it("a_program_that_is_renamed_gets_no_name_that_another_one_has", async () => {
  const { workshop, programs } = await startWorkshop();
  workshop.create({ file: "mine.c", text: "other" });
  const files = () => programs.store.get().list.map(({ file }) => file);
  workshop.rename("kernel.c");
  expect(files()).toEqual(["kernel.c", "kernel 2.c"]);
  // Its own name is free.
  workshop.rename("kernel 2.c");
  expect(files()).toEqual(["kernel.c", "kernel 2.c"]);
});

it("the_program_of_a_link_takes_the_place_of_no_other", async () => {
  const one = await startWorkshop();
  one.workshop.edit("mine");
  await one.wait(300);
  const link = one.lab.link();
  const { storage } = memoryStorage();
  const other = await startWorkshop(storage);
  other.workshop.edit("theirs");
  await other.wait(300);
  await other.workshop.start(link, first);
  await other.wait(300);
  expect(other.programs.store.get().list.map(({ text }) => text)).toEqual(["theirs", "mine"]);
  expect(other.workshop.state.get().text).toBe("mine");
});

it("a_link_shows_its_program_also_if_the_machine_runs_that_already", async () => {
  const { lab, workshop, wait } = await startWorkshop();
  const link = lab.link();
  workshop.edit("wrong");
  await wait(300);
  await workshop.start(link, first);
  expect(workshop.state.get()).toMatchObject({ text: "first", checked: "right" });
});

it("a_broken_link_shows_nothing_else_in_its_place", async () => {
  const { workshop, programs } = await startWorkshop(
    undefined,
    "#/lab?program=x~10~~0123456789abcdef~AAAA",
  );
  expect(workshop.state.get()).toMatchObject({ isLinkRefused: true, open: null, text: "" });
  expect(programs.store.get().list).toEqual([]);
});

it("a_text_that_is_too_long_is_refused_and_the_open_one_stays", async () => {
  const { workshop, titles } = await startWorkshop();
  workshop.create({ file: "long.c", text: "x".repeat(1 << 20) });
  expect(titles()).toContain("“long.c” is too long");
  expect(workshop.state.get().text).toBe("first");
});

it("a_lesson_shows_machines_with_programs_of_others_which_are_not_taken_over", async () => {
  const { lab, engine, workshop, programs, wait } = await startWorkshop(undefined, null, true);
  const { scenario } = lab.state.get();
  if (scenario?.program === undefined) throw new Error("the first program runs");
  const { program, ...machine } = scenario;
  await lab.open({ ...machine, program: { ...program, file: "wrong.c", text: "of a step" } }, 0);
  engine.fault = FAULT;
  engine.told = [{ at: 1, problem: FAULT }];
  await wait(300);
  expect(programs.store.get().list.map(({ text }) => text)).toEqual(["first"]);
  expect(workshop.state.get()).toMatchObject({ text: "first", stop: null, told: [] });
  engine.fault = null;
  await lab.open(machine, 0);
  workshop.open(workshop.state.get().open ?? "");
  await wait(300);
  expect(engine.scenario?.program?.text).toBe("first");
});
