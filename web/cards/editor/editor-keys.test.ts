// The keys of the editor: each that is not CodeMirror's own is in the table of the help, and each of that table does something.
import { closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, historyKeymap } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { keymap, type KeyBinding } from "@codemirror/view";
import { expect, it } from "vitest";
import { DEBUG_KEYS } from "../../model/debug-keys";
import { EDITOR_KEYS } from "../../model/editor-keys";
import { NO_LINES } from "./lines";
import { describeCost, setLines } from "./line-gutters";
import { extensionsOf } from "./mount";

const nothing = () => undefined;

function editor(): EditorState {
  const debugging = {
    onDebugKey: nothing,
    onToggleBreakpoint: nothing,
    onBreakpointsMoved: nothing,
  };
  const options = { text: "one;\ntwo;\nthree;", onChange: nothing, onRun: nothing, debugging };
  return EditorState.create({ doc: options.text, extensions: extensionsOf(options) });
}

const debugKey = ({ key, shift, ctrl }: (typeof DEBUG_KEYS)[number]) =>
  `${ctrl ? "Ctrl-" : ""}${shift ? "Shift-" : ""}${key}`;

it("each_key_of_the_editor_is_in_the_help_and_each_key_of_the_help_is_bound", () => {
  const others = new Set<KeyBinding>(
    [closeBracketsKeymap, completionKeymap, historyKeymap, defaultKeymap].flat(),
  );
  const bound = editor()
    .facet(keymap)
    .flat()
    .filter((binding) => !others.has(binding))
    .flatMap(({ key }) => key ?? []);
  const told = [...EDITOR_KEYS.map(({ key }) => key), ...DEBUG_KEYS.map(debugKey)];
  // Shift and Tab moves the focus back, as everywhere.
  expect(new Set(bound)).toEqual(new Set([...told, "Shift-Tab"]));
});

it("the_line_of_the_caret_tells_its_cost", () => {
  const at = (line: number) => editor().update({ selection: { anchor: 5 * (line - 1) } }).state;
  const shown = (costs: ShownCosts, line: number) =>
    describeCost(at(line).update({ effects: setLines.of({ ...NO_LINES, costs }) }).state);
  const costs = new Map([
    [1, { visits: "1,043", cycles: "10,430", wasted: 0.4 }],
    [2, { visits: "0", cycles: "", wasted: 0 }],
  ]);
  expect(shown(costs, 1)).toBe("Line 1: 1,043 visits, 10,430 cycles, 40 % of them thrown away.");
  expect(shown(costs, 2)).toBe("Line 2 has not run in the window.");
  expect(shown(costs, 3)).toBe("Line 3: no cost is counted.");
  expect(shown(null, 1)).toMatch(/^The lines are not counted\./);
});

type ShownCosts = (typeof NO_LINES)["costs"];
