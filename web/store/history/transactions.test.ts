// Facts about which changes are one.
import { beforeEach, describe, expect, it } from "vitest";
import { createTransactions, type Transactions } from "./transactions";

let wall = 0;
let gestures: Transactions;
beforeEach(() => {
  wall = 0;
  gestures = createTransactions(() => wall);
});

describe("gestures", () => {
  it("presses_soon_after_each_other_are_one", () => {
    const first = gestures.numberFor("rate");
    wall = 900;
    expect(gestures.numberFor("rate")).toBe(first);
    wall = 2_000;
    expect(gestures.numberFor("rate")).toBe(first + 1);
  });

  it("another_knob_begins_another", () => {
    const first = gestures.numberFor("rate");
    expect(gestures.numberFor("quota")).not.toBe(first);
  });

  it("a_drag_is_one_however_long_it_rests_and_ends_when_let_go", () => {
    gestures.setDragging(true);
    const first = gestures.numberFor("rate");
    wall = 10_000;
    expect(gestures.numberFor("rate")).toBe(first);
    gestures.setDragging(false);
    wall = 20_000;
    expect(gestures.numberFor("rate")).not.toBe(first);
  });

  it("nothing_joins_across_a_beginning", () => {
    const first = gestures.numberFor("rate");
    gestures.begin();
    expect(gestures.numberFor("rate")).toBe(first + 2);
  });
});
