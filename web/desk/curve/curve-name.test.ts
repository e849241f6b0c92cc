// Names of curves: short, and different for each machine on screen.
import { expect, test } from "vitest";
import { nameCurve } from "./curve-name";

const others = [
  { key: "a", name: "A 1, B 2, C 3" },
  { key: "b", name: "First" },
];

test("a_name_has_three_differences_unless_another_curve_has_them_too", () => {
  const differences = ["A 1", "B 2", "C 3", "D 4", "E 5"];
  expect(nameCurve("new", "First", differences, [])).toBe("A 1, B 2, C 3");
  expect(nameCurve("a", "First", differences, others)).toBe("A 1, B 2, C 3");
  expect(nameCurve("new", "First", differences, others)).toBe("A 1, B 2, C 3, D 4");
});

test("curves_with_the_same_differences_add_the_scenarios_title", () => {
  expect(nameCurve("new", "Second", ["A 1", "B 2", "C 3"], others)).toBe("Second: A 1, B 2, C 3");
});

test("curves_with_the_same_text_get_a_number", () => {
  expect(nameCurve("new", "First", [], others)).toBe("First (2)");
});
