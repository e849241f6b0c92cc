// Facts about which scenarios are announced (those of shown machines, but not a lesson's), and about the keys that an
// announcement names.
import { expect, it } from "vitest";
import type { Lab } from "../lab/lab";
import { NO_LIMITS } from "../lab/limits";
import { createAnnouncer } from "./announcer";
import { scenarioOf } from "../scenario/small-catalogue.test-data";
import { describeJump, announceDiagnoses } from "./diagnosis-announcer";
import { createStore } from "../store";

function setUp() {
  const said: string[] = [];
  const base = scenarioOf({ id: "lab", title: "A router" });
  const state = createStore({ base, limits: NO_LIMITS, playing: true, skip: null, topology: null });
  const tick = createStore({ t: 0, diagnosis: null });
  const say = (text: string) => said.push(text);
  const announcer = createAnnouncer({ setLiveText: say, now: () => 0, schedule: () => undefined });
  announceDiagnoses({ state, tick } as unknown as Lab, announcer, () => false);
  const open = (id: string, title: string, free: string[] | null) =>
    state.set({ base: scenarioOf({ id, title }), limits: { ...NO_LIMITS, unlocked: free } });
  open("lab", "A router", null);
  return { said, announcer, open };
}

it("a_new_scenario_is_announced_where_the_machine_is_shown", () => {
  const { said, announcer, open } = setUp();
  announcer.setMachineShown(true);
  open("firewall", "Firewall with feedback", null);
  expect(said).toEqual(["Firewall with feedback."]);
});

it("a_restored_session_is_not_announced_on_the_list_of_lessons", () => {
  const { said, announcer, open } = setUp();
  announcer.setMachineShown(true);
  open("lesson", "A lesson’s machine", []);
  announcer.setMachineShown(false);
  open("firewall", "Firewall with feedback", null);
  expect(said.filter((text) => text !== "")).toEqual([]);
});

it("a_jumps_text_names_the_key_and_says_so_if_the_machine_is_paused", () => {
  expect(describeJump({ playing: true })).toBe("Press E (Jump ahead) to go there at once.");
  expect(describeJump({ playing: false, isTyping: true })).toBe(
    "The machine is paused. Press E outside this field (Jump ahead) to go there at once.",
  );
  expect(describeJump({ playing: false, hasEnded: true })).toMatch(/^This run has ended/);
});
