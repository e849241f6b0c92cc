// Facts about which changes are one.
import { beforeEach, describe, expect, it } from "vitest";
import { createGestures, type Gestures } from "./transactions";

let wall = 0;
let gestures: Gestures;
beforeEach(() => {
  wall = 0;
  gestures = createGestures(() => wall);
});

describe("gestures", () => {
  it("presses_soon_after_each_other_are_one", () => {
    const first = gestures.of("rate");
    wall = 900;
    expect(gestures.of("rate")).toBe(first);
    wall = 2_000;
    expect(gestures.of("rate")).toBe(first + 1);
  });

  it("another_knob_begins_another", () => {
    const first = gestures.of("rate");
    expect(gestures.of("quota")).not.toBe(first);
  });

  it("a_drag_is_one_however_long_it_rests_and_ends_when_let_go", () => {
    gestures.grasp(true);
    const first = gestures.of("rate");
    wall = 10_000;
    expect(gestures.of("rate")).toBe(first);
    gestures.grasp(false);
    wall = 20_000;
    expect(gestures.of("rate")).not.toBe(first);
  });

  it("nothing_joins_across_a_beginning", () => {
    const first = gestures.of("rate");
    gestures.begin();
    expect(gestures.of("rate")).toBe(first + 2);
  });
});
