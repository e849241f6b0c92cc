// Text over flows and lines gets a background.
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

it("text_over_a_thick_flow_gets_a_background", () => {
  expect(groundOf(12, 40)).toBe("ground");
  expect(groundOf(12, 55)).toBe("ground");
  expect(groundOf(12, 57)).toBeUndefined();
  expect(groundOf(2, 40)).toBeUndefined();
});

it("text_that_a_thin_line_strikes_through_gets_a_background", () => {
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

it("an_existing_background_stays", () => {
  const told: Mark = { ...(word(40) as Mark & { mark: "text" }), background: "ink" };
  expect(withTextBackgrounds([flow(12)], [told])).toEqual([told]);
});
