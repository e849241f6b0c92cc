// Facts about the keys of the dot "you are here", and what it tells.
import { expect, it } from "vitest";
import { movedByKey, sayHere } from "./dot";

it("arrows_move_one_step_and_page_keys_ten", () => {
  expect(movedByKey("ArrowRight", 2000, 100, 14_880)).toBe(2100);
  expect(movedByKey("ArrowDown", 2000, 100, 14_880)).toBe(1900);
  expect(movedByKey("PageUp", 2000, 100, 14_880)).toBe(3000);
});

it("the_axis_has_ends", () => {
  expect(movedByKey("ArrowLeft", 50, 100, 14_880)).toBe(0);
  expect(movedByKey("PageUp", 14_800, 100, 14_880)).toBe(14_880);
  expect(movedByKey("Home", 2000, 100, 14_880)).toBe(0);
  expect(movedByKey("End", 2000, 100, 14_880)).toBe(14_880);
});

it("other_keys_are_not_its", () => {
  expect(movedByKey("Tab", 2000, 100, 14_880)).toBeNull();
});

it("while_time_runs_it_tells_only_the_rate_that_was_set", () => {
  const here = { rate: 12_000, delivered: 940.4, measured: true, onCurve: null };
  expect(sayHere(here, false)).toBe("12,000 packets a second offered");
  expect(sayHere({ ...here, delivered: 950 }, false)).toBe(sayHere(here, false));
  expect(sayHere(here, true)).toBe("12,000 packets a second offered, 940 delivered");
});
