// Facts about a clock that something holds: it pauses, and afterwards plays on if it was not paused meanwhile.
import { expect } from "vitest";
import { it } from "./lab-harness.test-data";

it("a_held_clock_shows_one_moment_and_then_plays_on", async ({ lab, animate }) => {
  await animate(100);
  const release = lab.clock.hold();
  await animate(50);
  expect(lab.state.get().playing).toBe(false);
  expect(lab.clock.willPlay).toBe(true);
  const { t } = lab.tick.get();
  expect(lab.moment()?.t).toBe(t);
  await animate(300);
  expect(lab.tick.get().t).toBe(t);
  release();
  await animate(300);
  expect(lab.tick.get().t).toBeGreaterThan(t);
});

it("of_two_holds_the_last_one_lets_it_play_on", async ({ lab, animate }) => {
  await animate(100);
  const [first, second] = [lab.clock.hold(), lab.clock.hold()];
  first();
  first();
  expect(lab.state.get().playing).toBe(false);
  second();
  expect(lab.state.get().playing).toBe(true);
});

it("a_clock_that_was_paused_stays_paused", ({ lab }) => {
  lab.clock.pause();
  lab.clock.hold()();
  expect(lab.state.get().playing).toBe(false);
  const release = lab.clock.hold();
  lab.clock.play();
  lab.clock.pause();
  release();
  expect(lab.state.get().playing).toBe(false);
});

it("whatever_begins_to_play_waits_for_the_end_of_the_hold", async ({ lab, animate }) => {
  await animate(100);
  lab.clock.pause();
  const begin = [
    () => lab.clock.play(),
    () => lab.time.setLoop({ from: 10, to: 50 }),
    () => lab.clock.skipToEffect(),
    () => lab.openLink("#/lab?scenario=second&play=1"),
  ];
  for (const action of begin) {
    const release = lab.clock.hold();
    await Promise.resolve(action());
    await animate(50);
    expect(lab.state.get().playing).toBe(false);
    release();
    expect(lab.state.get().playing).toBe(true);
    lab.time.setLoop(null);
    lab.clock.pause();
  }
});

it("a_link_or_a_seek_that_pauses_counts_while_it_is_held", async ({ lab, animate }) => {
  await animate(100);
  const pausing = [
    () => lab.time.seek(50),
    () => lab.openLink("#/lab?scenario=second&play=0"),
    () => lab.time.step("step", 1),
  ];
  for (const action of pausing) {
    lab.clock.play();
    const release = lab.clock.hold();
    await Promise.resolve(action());
    release();
    expect(lab.state.get().playing).toBe(false);
  }
});

it("a_jump_goes_on_after_the_hold_and_ends_as_it_began", async ({ lab, animate }) => {
  await animate(100);
  lab.clock.pause();
  lab.clock.skipToEffect();
  const { until } = lab.state.get().skip ?? { until: 0 };
  await animate(100);
  const release = lab.clock.hold();
  await animate(300);
  expect(lab.tick.get().t).toBeLessThan(until);
  release();
  await animate(3_000);
  expect(lab.tick.get().t).toBe(until);
  expect(lab.state.get().playing).toBe(false);
});
