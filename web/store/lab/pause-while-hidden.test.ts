// A machine that nobody sees stands, and goes on as it was.
import { expect, test } from "vitest";
import { startLab } from "./lab-harness.test-data";

test("from_one_page_without_it_to_the_next_it_rests_and_then_plays_on", async () => {
  const { lab } = await startLab();
  const first = lab.pauseWhileHidden();
  const second = lab.pauseWhileHidden();
  first();
  first();
  expect(lab.state.get().playing).toBe(false);
  second();
  expect(lab.state.get().playing).toBe(true);
});

test("what_stood_still_stands_when_it_is_seen_again", async () => {
  const { lab } = await startLab();
  lab.pause();
  lab.pauseWhileHidden()();
  expect(lab.state.get().playing).toBe(false);
});
