// The machine pauses while no page shows it, and then plays on.
import { expect, test } from "vitest";
import { startLab } from "./lab-harness.test-data";

test("the_machine_stays_paused_across_pages_that_hide_it_and_then_plays_on", async () => {
  const { lab } = await startLab();
  const first = lab.pauseWhileHidden();
  const second = lab.pauseWhileHidden();
  first();
  first();
  expect(lab.state.get().playing).toBe(false);
  second();
  expect(lab.state.get().playing).toBe(true);
});

test("a_machine_that_was_paused_stays_paused", async () => {
  const { lab } = await startLab();
  lab.pause();
  lab.pauseWhileHidden()();
  expect(lab.state.get().playing).toBe(false);
});
