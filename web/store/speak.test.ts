// Facts about the keys that a screen reader is told of.
import { expect, it } from "vitest";
import { jumpWords } from "./speak";

it("a_key_is_told_as_it_can_be_pressed_and_that_time_stands_still", () => {
  expect(jumpWords({ playing: true })).toBe("Key E, Jump ahead, goes there at once.");
  expect(jumpWords({ playing: false, typing: true })).toBe(
    "The machine is paused. Key E outside this field, Jump ahead, goes there at once.",
  );
});
