// Facts about words that flows run behind.
import { expect, it } from "vitest";
import type { Mark } from "../../../frame/draw-list";
import { withTextBackgrounds } from "./text-backgrounds";

const flow = (width: number): Mark => ({
  mark: "line",
  points: [50, 0, 50, 200],
  color: "delivered",
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
  color: "ink",
  align: "left",
});
const groundOf = (width: number, x: number) => {
  const [mark] = withTextBackgrounds([flow(width)], [word(x)]);
  return mark?.mark === "text" ? mark.background : null;
};

it("only_words_that_a_thick_flow_runs_behind_get_a_ground", () => {
  expect(groundOf(12, 40)).toBe("ground");
  expect(groundOf(12, 55)).toBe("ground");
  expect(groundOf(12, 57)).toBeUndefined();
  expect(groundOf(2, 40)).toBeUndefined();
});

it("a_thin_line_is_behind_words_only_where_it_strikes_them_through", () => {
  const struck = (points: number[]) => {
    const line: Mark = { mark: "line", points, color: "ink2", width: 1.25 };
    const [mark] = withTextBackgrounds([line], [word(40)]);
    return mark?.mark === "text" ? mark.background : null;
  };
  expect(struck([0, 96, 200, 96])).toBe("ground");
  expect(struck([0, 103, 200, 103])).toBeUndefined(); // just below the letters
  expect(struck([50, 0, 50, 200])).toBeUndefined();
  expect(struck([100, 96, 200, 96])).toBeUndefined();
});

it("a_ground_that_words_have_already_is_kept", () => {
  const told: Mark = { ...(word(40) as Mark & { mark: "text" }), background: "ink" };
  expect(withTextBackgrounds([flow(12)], [told])).toEqual([told]);
});
