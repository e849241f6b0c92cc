// Names of curves: short, and no two machines on screen have one.
import { expect, test } from "vitest";
import { nameCurve } from "./curve-name";

const others = [
  { key: "a", name: "A 1, B 2, C 3" },
  { key: "b", name: "First" },
];

test("three_differences_are_enough_unless_another_curve_has_them", () => {
  const differences = ["A 1", "B 2", "C 3", "D 4", "E 5"];
  expect(nameCurve("new", "First", differences, [])).toBe("A 1, B 2, C 3");
  expect(nameCurve("a", "First", differences, others)).toBe("A 1, B 2, C 3");
  expect(nameCurve("new", "First", differences, others)).toBe("A 1, B 2, C 3, D 4");
});

test("machines_of_two_scenarios_with_the_same_differences_have_the_scenarios_name", () => {
  expect(nameCurve("new", "Second", ["A 1", "B 2", "C 3"], others)).toBe("Second: A 1, B 2, C 3");
});

test("where_words_do_not_tell_them_apart_a_number_does", () => {
  expect(nameCurve("new", "First", [], others)).toBe("First (2)");
});
