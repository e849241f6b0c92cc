// Facts about when a screen reader is told; on a clock that the test turns.
import { expect, it } from "vitest";
import { createAnnouncer } from "./announcer";

function set({ shown } = { shown: true }) {
  const said: string[] = [];
  const clock = { now: 0 };
  const waiting: { run: () => void; at: number }[] = [];
  const announcer = createAnnouncer({
    say: (text) => said.push(text),
    now: () => clock.now,
    later: (run, milliseconds) => waiting.push({ run, at: clock.now + milliseconds }),
  });
  if (shown) announcer.attend(true);
  const pass = (milliseconds: number) => {
    clock.now += milliseconds;
    for (const one of waiting.splice(0)) {
      if (one.at <= clock.now) one.run();
      else waiting.push(one);
    }
  };
  return { announcer, said, pass };
}

it("the_same_diagnosis_is_said_once", () => {
  const { announcer, said, pass } = set();
  for (let i = 0; i < 10; i++) {
    announcer.offer("idle", `idle ${i}`);
    pass(1000);
  }
  expect(said).toEqual(["idle 0"]);
});

it("changes_are_at_least_five_seconds_apart_and_the_last_one_wins", () => {
  const { announcer, said, pass } = set();
  announcer.offer("idle", "idle");
  announcer.offer("busy", "busy");
  pass(1000);
  announcer.offer("livelock", "livelock");
  pass(3000);
  expect(said).toEqual(["idle"]);
  pass(1000);
  expect(said).toEqual(["idle", "livelock"]);
});

it("a_change_that_went_back_in_time_is_not_said", () => {
  const { announcer, said, pass } = set();
  announcer.offer("idle", "idle");
  announcer.offer("busy", "busy");
  announcer.offer("idle", "idle again");
  pass(5000);
  expect(said).toEqual(["idle"]);
});

it("what_a_key_asks_for_is_said_at_once_and_does_not_stand_for_the_diagnosis", () => {
  const { announcer, said, pass } = set();
  announcer.offer("idle", "idle");
  announcer.tell("the picture");
  announcer.offer("busy", "busy");
  expect(said).toEqual(["idle", "the picture"]);
  pass(5000);
  expect(said).toEqual(["idle", "the picture", "busy"]);
});

it("what_is_waited_for_is_said_at_once_and_not_again", () => {
  const { announcer, said, pass } = set();
  announcer.offer("livelock", "livelock");
  announcer.answer("livelock", "still livelock");
  announcer.offer("livelock", "livelock");
  pass(5000);
  expect(said).toEqual(["livelock", "still livelock"]);
});

it("a_machine_that_is_not_shown_is_not_spoken_of_and_what_was_said_is_taken_back", () => {
  const { announcer, said, pass } = set();
  announcer.offer("idle", "idle");
  announcer.offer("busy", "busy");
  announcer.attend(false);
  announcer.offer("livelock", "livelock");
  pass(5000);
  expect(said).toEqual(["idle", ""]);
  announcer.attend(true);
  announcer.offer("idle", "idle");
  expect(said).toEqual(["idle", "", "idle"]);
});

it("a_machine_is_named_only_where_it_is_shown", () => {
  const { announcer, said } = set({ shown: false });
  announcer.offer("idle", "idle");
  announcer.introduce("The lab’s own.");
  expect(said).toEqual([]);
  announcer.attend(true);
  announcer.introduce("A router.");
  announcer.attend(false);
  announcer.introduce("The lab’s own.");
  expect(said).toEqual(["A router.", ""]);
});
