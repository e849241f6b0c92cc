// Facts about when a screen reader hears something, with a clock that the test controls.
import { expect, it } from "vitest";
import { createAnnouncer } from "./announcer";

function setUp({ shown } = { shown: true }) {
  const said: string[] = [];
  const clock = { now: 0 };
  const waiting: { run: () => void; at: number }[] = [];
  const announcer = createAnnouncer({
    setLiveText: (text) => said.push(text),
    now: () => clock.now,
    schedule: (run, milliseconds) => waiting.push({ run, at: clock.now + milliseconds }),
  });
  if (shown) announcer.setMachineShown(true);
  const pass = (milliseconds: number) => {
    clock.now += milliseconds;
    for (const one of waiting.splice(0)) {
      if (one.at <= clock.now) one.run();
      else waiting.push(one);
    }
  };
  return { announcer, said, pass };
}

it("the_same_diagnosis_is_announced_once", () => {
  const { announcer, said, pass } = setUp();
  for (let i = 0; i < 10; i++) {
    announcer.offerDiagnosis("idle", `idle ${i}`);
    pass(1000);
  }
  expect(said).toEqual(["idle 0"]);
});

it("changes_are_at_least_five_seconds_apart_and_the_last_one_wins", () => {
  const { announcer, said, pass } = setUp();
  announcer.offerDiagnosis("idle", "idle");
  announcer.offerDiagnosis("busy", "busy");
  pass(1000);
  announcer.offerDiagnosis("livelock", "livelock");
  pass(3000);
  expect(said).toEqual(["idle"]);
  pass(1000);
  expect(said).toEqual(["idle", "livelock"]);
});

it("a_change_that_is_reverted_in_time_is_not_announced", () => {
  const { announcer, said, pass } = setUp();
  announcer.offerDiagnosis("idle", "idle");
  announcer.offerDiagnosis("busy", "busy");
  announcer.offerDiagnosis("idle", "idle again");
  pass(5000);
  expect(said).toEqual(["idle"]);
});

it("a_keys_answer_is_announced_at_once_and_does_not_count_as_a_diagnosis", () => {
  const { announcer, said, pass } = setUp();
  announcer.offerDiagnosis("idle", "idle");
  announcer.announce("the picture");
  announcer.offerDiagnosis("busy", "busy");
  expect(said).toEqual(["idle", "the picture"]);
  pass(5000);
  expect(said).toEqual(["idle", "the picture", "busy"]);
});

it("an_awaited_diagnosis_is_announced_at_once_and_only_once", () => {
  const { announcer, said, pass } = setUp();
  announcer.offerDiagnosis("livelock", "livelock");
  announcer.announceDiagnosis("livelock", "still livelock");
  announcer.offerDiagnosis("livelock", "livelock");
  pass(5000);
  expect(said).toEqual(["livelock", "still livelock"]);
});

it("a_hidden_machine_is_not_announced_and_its_announcement_is_cleared", () => {
  const { announcer, said, pass } = setUp();
  announcer.offerDiagnosis("idle", "idle");
  announcer.offerDiagnosis("busy", "busy");
  announcer.setMachineShown(false);
  announcer.offerDiagnosis("livelock", "livelock");
  pass(5000);
  expect(said).toEqual(["idle", ""]);
  announcer.setMachineShown(true);
  announcer.offerDiagnosis("idle", "idle");
  expect(said).toEqual(["idle", "", "idle"]);
});

it("a_scenario_is_announced_only_where_the_machine_is_shown", () => {
  const { announcer, said } = setUp({ shown: false });
  announcer.offerDiagnosis("idle", "idle");
  announcer.announceScenario("The lab’s own.");
  expect(said).toEqual([]);
  announcer.setMachineShown(true);
  announcer.announceScenario("A router.");
  announcer.setMachineShown(false);
  announcer.announceScenario("The lab’s own.");
  expect(said).toEqual(["A router.", ""]);
});
