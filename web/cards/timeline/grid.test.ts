// Keys of a grid.
import { expect, it } from "vitest";
import { nextCell, clampCell } from "./grid";

const size = { rows: 25, columns: 6 };
const after = (key: string, far = false) => {
  const cell = nextCell(key, far, { row: 12, column: 2 }, size);
  return cell && [cell.row, cell.column];
};

it("arrows_move_by_one_cell", () => {
  expect(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].map((key) => after(key))).toEqual([
    [11, 2],
    [13, 2],
    [12, 1],
    [12, 3],
  ]);
});

it("home_and_end_stay_in_the_row_unless_ctrl_is_held", () => {
  expect([after("Home"), after("End")]).toEqual([
    [12, 0],
    [12, 5],
  ]);
  expect([after("Home", true), after("End", true)]).toEqual([
    [0, 0],
    [24, 5],
  ]);
});

it("page_keys_move_by_ten_rows_and_stop_at_the_edge", () => {
  expect([after("PageUp"), after("PageDown")]).toEqual([
    [2, 2],
    [22, 2],
  ]);
  expect(nextCell("PageDown", false, { row: 20, column: 0 }, size)?.row).toBe(24);
  expect(clampCell({ row: 9, column: 9 }, { rows: 4, columns: 6 })).toEqual({ row: 3, column: 5 });
});

it("other_keys_do_nothing", () => {
  expect([after("Enter"), after("."), after("Tab")]).toEqual([null, null, null]);
});
