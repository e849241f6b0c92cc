// Facts about words that flows run behind.
import { expect, it } from "vitest";
import type { Mark } from "../../frame/marks";
import { overFlows } from "./over-flows";

const flow = (width: number): Mark => ({
  mark: "line",
  points: [50, 0, 50, 200],
  ink: "delivered",
  width,
});
const word = (x: number): Mark => ({
  mark: "text",
  x,
  y: 100,
  text: "29 %",
  size: 12,
  weight: 600,
  face: "mono",
  ink: "ink",
  align: "left",
});
const groundOf = (width: number, x: number) => {
  const [mark] = overFlows([flow(width)], [word(x)]);
  return mark?.mark === "text" ? mark.ground : null;
};

it("only_words_that_a_thick_flow_runs_behind_get_a_ground", () => {
  expect(groundOf(12, 40)).toBe("ground");
  expect(groundOf(12, 55)).toBe("ground");
  expect(groundOf(12, 57)).toBeUndefined();
  expect(groundOf(2, 40)).toBeUndefined();
});

it("a_ground_that_words_have_already_is_kept", () => {
  const told: Mark = { ...(word(40) as Mark & { mark: "text" }), ground: "ink" };
  expect(overFlows([flow(12)], [told])).toEqual([told]);
});
