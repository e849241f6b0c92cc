// Breakpoints move with their lines while a person types.
import { EditorState } from "@codemirror/state";
import { expect, it } from "vitest";
import { movedLine } from "./breakpoint-gutter";

const TEXT = "one();\n    two();\nthree();\n\nfive();";

/** Where lines 1 to 5 are after a part of the text was replaced. */
function after(part: string, insert: string): number[] {
  const state = EditorState.create({ doc: TEXT });
  const from = TEXT.indexOf(part);
  const { changes, state: next } = state.update({
    changes: { from, to: from + part.length, insert },
  });
  return [1, 2, 3, 4, 5].map((line) => movedLine(line, changes, state.doc, next.doc));
}

it("a_line_that_is_inserted_above_moves_the_lines_below", () => {
  expect(after("    two", "zero();\n    two")).toEqual([1, 3, 4, 5, 6]);
  expect(after("one", "zero();\none")).toEqual([2, 3, 4, 5, 6]);
});

it("a_line_that_is_split_keeps_its_breakpoint_at_its_beginning", () => {
  expect(after("wo();", "wo(\n);")).toEqual([1, 2, 4, 5, 6]);
  expect(after("    two", "\n    two")).toEqual([1, 3, 4, 5, 6]);
});

it("an_edit_inside_of_a_line_moves_nothing", () => {
  expect(after("two", "another")).toEqual([1, 2, 3, 4, 5]);
  expect(after("    two", "two")).toEqual([1, 2, 3, 4, 5]);
});

it("a_line_that_is_deleted_loses_its_breakpoint", () => {
  expect(after("    two();\n", "")).toEqual([1, 0, 2, 3, 4]);
});

const PROGRAM = `void put(void)
{
    one();
    m_freem(p);
}
void lnintr(int unit)
{
    two();
    m_freem(p);
}`;

/** Where the lines of PROGRAM are when another text was pasted over the whole. */
function pasted(insert: string): number[] {
  const state = EditorState.create({ doc: PROGRAM });
  const change = { changes: { from: 0, to: PROGRAM.length, insert } };
  const { changes, state: next } = state.update(change);
  return PROGRAM.split("\n").map((_, index) => movedLine(index + 1, changes, state.doc, next.doc));
}

it("a_paste_over_the_whole_text_keeps_breakpoints_at_the_lines_that_are_still_there", () => {
  expect(pasted(PROGRAM)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(pasted(`/* new */\n${PROGRAM}`)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  const changed = PROGRAM.replace("    two();\n", "    two();\n    three();\n");
  // The free behind it is found from the end.
  expect(pasted(changed)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 10, 11]);
  expect(pasted(PROGRAM.replace("    one();\n", ""))).toEqual([1, 2, 0, 3, 4, 5, 6, 7, 8, 9]);
  expect(pasted("void other(void) {}")).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
});
