// Which variables the debugger lists, and the line of a chart.
import { expect, it } from "vitest";
import { listedVariables, sparkline } from "./variables";

const row = (name: string, line: number) => ({ name, type: "int", line, initial: 0 });
const ROWS = [row("count", 3), row("ring[0]", 4), row("ring[1]", 4), row("last[0]", 5)];

it("of_each_array_one_element_is_listed_that_a_person_chooses", () => {
  const names = (chosen: Record<string, number>) =>
    listedVariables(ROWS, chosen).map(({ number, name, elements }) => [number, name, elements]);
  const others = [
    [0, "count", 1],
    [3, "last[0]", 1],
  ];
  expect(names({})).toEqual([others[0], [1, "ring[0]", 2], others[1]]);
  expect(names({ ring: 1 })).toEqual([others[0], [2, "ring[1]", 2], others[1]]);
});

it("a_chart_that_is_called_like_an_element_is_no_array", () => {
  expect(listedVariables([row("ring[0]", 0)], {})).toMatchObject([{ array: null }]);
});

it("a_course_is_a_line_from_the_smallest_value_to_the_largest", () => {
  const columns: [number, number][] = [
    [0, 0],
    [0, 4],
    [4, 4],
    [2, 4],
  ];
  // 20 is the bottom, 2 the top, and a column is 25 wide.
  expect(sparkline({ value: 2, columns })).toBe(
    "M0.0 20.0L0.0 20.0L25.0 20.0L25.0 20.0L25.0 2.0L50.0 2.0" +
      "L50.0 2.0L50.0 2.0L75.0 2.0L75.0 2.0L75.0 11.0L100.0 11.0",
  );
  expect(sparkline({ value: 7, columns: [[7, 7]] })).toBe("M0.0 20.0L0.0 20.0L100.0 20.0");
});
