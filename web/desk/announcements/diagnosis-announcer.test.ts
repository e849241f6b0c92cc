// Facts about which scenarios are announced (those of shown machines, but not a lesson's), and about the keys that an
// announcement names.
import { expect, it } from "vitest";
import type { KernelProgram } from "../../generated/model";
import type { Lab } from "../lab/lab";
import { NO_LIMITS } from "../../model/limits";
import { createAnnouncer } from "../../lib/announcer";
import { scenarioOf } from "../../model/scenario/small-catalogue.test-data";
import { describeJump, announceDiagnoses } from "./diagnosis-announcer";
import type { ComparisonState } from "../compare/comparison";
import { createStore } from "../../lib/store";

function fakeLab() {
  const base = scenarioOf({ id: "lab", title: "A router" });
  const state = createStore({ base, limits: NO_LIMITS, playing: true, skip: null, topology: null });
  const tick = createStore<{ t: number; diagnosis: unknown }>({ t: 0, diagnosis: null });
  return { state, tick };
}

function setUp(kind: Lab["kind"] = "lab") {
  const said: string[] = [];
  const { state, tick } = fakeLab();
  const lab = { kind, state, tick } as unknown as Lab;
  const other = fakeLab();
  const second = other as unknown as Lab;
  const comparison = createStore<ComparisonState>({ phase: "off", machines: [lab], before: null });
  const shownMachines = () => comparison.get().machines;
  const say = (text: string) => said.push(text);
  const announcer = createAnnouncer({ setLiveText: say, now: () => 0, schedule: () => undefined });
  announceDiagnoses(lab, { state: comparison, shownMachines }, announcer, () => false);
  const open = (id: string, title: string) => state.set({ base: scenarioOf({ id, title }) });
  open("lab", "A router");
  const diagnose = (one: typeof tick, id: string, headline: string, cure: string | null) =>
    one.set({ diagnosis: { id, headline, sentence: "Why.", cure: cure && { label: cure } } });
  const compare = () => comparison.set({ phase: "ready", machines: [second, lab] });
  return { said, announcer, open, diagnose, compare, lab: { state }, tick, secondTick: other.tick };
}

it("a_new_scenario_is_announced_where_the_machine_is_shown", () => {
  const { said, announcer, open } = setUp();
  announcer.setMachineShown(true);
  open("firewall", "Firewall with feedback");
  expect(said).toEqual(["Firewall with feedback."]);
});

it("a_title_that_is_a_question_gets_no_full_stop", () => {
  const { said, announcer, open } = setUp();
  announcer.setMachineShown(true);
  open("sockets", "Who pays for the packets?");
  expect(said).toEqual(["Who pays for the packets?"]);
});

it("the_machine_of_a_lesson_is_not_announced", () => {
  const { said, announcer, open } = setUp("lesson");
  announcer.setMachineShown(true);
  open("lesson", "A lesson’s machine");
  expect(said.filter((text) => text !== "")).toEqual([]);
});

it("a_stop_is_announced_by_the_lab_and_in_the_workshop_by_the_line_above_the_program", () => {
  const saidIn = (kind: Lab["kind"]) => {
    const { said, announcer, diagnose, tick } = setUp(kind);
    announcer.setMachineShown(true);
    diagnose(tick, "stopped", "The kernel has stopped.", null);
    return said;
  };
  expect(saidIn("lab")).toEqual(["The kernel has stopped. Why."]);
  expect(saidIn("workshop")).toEqual([]);
});

it("the_kernel_that_runs_before_the_learners_program_is_not_announced", () => {
  const { said, announcer, lab, diagnose, tick } = setUp("lesson");
  announcer.setMachineShown(true);
  lab.state.set({ limits: { ...NO_LIMITS, offersCures: false, awaitsProgram: true } });
  diagnose(tick, "keeping_up", "Every packet gets through.", null);
  expect(said).toEqual([]);
  const program = { file: "kernel.c" } as KernelProgram;
  lab.state.set({ base: { ...scenarioOf({ id: "lab", title: "A router" }), program } });
  diagnose(tick, "nothing_through", "None gets through yet.", null);
  expect(said).toEqual(["None gets through yet. Why."]);
});

it("of_two_compared_machines_both_headlines_are_announced_with_their_letters", () => {
  const { said, announcer, diagnose, compare, tick, secondTick } = setUp();
  announcer.setMachineShown(true);
  compare();
  diagnose(tick, "livelock", "Little gets out.", "Poll instead");
  expect(said).toEqual([]);
  diagnose(secondTick, "shedding", "The ring refuses packets.", "Another");
  expect(said).toEqual([
    "Machine A: The ring refuses packets. Machine B: Little gets out. Cure of B, key C: Poll instead.",
  ]);
});

it("a_jumps_text_names_the_key_and_says_so_if_the_machine_is_paused", () => {
  expect(describeJump({ playing: true })).toBe("Press E (Jump ahead) to go there at once.");
  expect(describeJump({ playing: true, hasKeys: false })).toBe(
    "Press “Jump ahead” to go there at once.",
  );
  expect(describeJump({ playing: false, isTyping: true })).toBe(
    "The machine is paused. Press E outside this field (Jump ahead) to go there at once.",
  );
  expect(describeJump({ playing: true, isJumping: true })).toBe("The lab is jumping there.");
  expect(describeJump({ playing: false, hasEnded: true })).toMatch(/^This run has ended/);
});
