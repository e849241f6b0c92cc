// The gutter of breakpoints. A click in it or on a line's number, or F9 in a line, asks for one there; the page decides and hands back the list. While a
// person types, breakpoints move with their lines, and the page is told where they are.
import {
  MapMode,
  StateEffect,
  StateField,
  type ChangeDesc,
  type EditorState,
  type Extension,
  type Text,
} from "@codemirror/state";
import { EditorView, gutter, GutterMarker, lineNumbers, type BlockInfo } from "@codemirror/view";
import type { ShownBreakpoint } from "./lines";

export interface BreakpointOptions {
  onToggleBreakpoint(line: number): void;
  /** `to` has the new line of each line in `from`; 0: the line is gone. */
  onBreakpointsMoved(from: readonly number[], to: readonly number[]): void;
}

export const setBreakpoints = StateEffect.define<readonly ShownBreakpoint[]>();

const breakpoints = StateField.define<readonly ShownBreakpoint[]>({
  create: () => [],
  update(list, { effects, docChanged, changes, startState, state }) {
    const moved = docChanged
      ? list.flatMap((one) => {
          const line = movedLine(one.line, changes, startState.doc, state.doc);
          return line === 0 ? [] : [{ ...one, line }];
        })
      : list;
    return effects.reduce((now, effect) => (effect.is(setBreakpoints) ? effect.value : now), moved);
  },
});

/** Where a line is after changes; 0: it is gone. A line moves with its first character that is not a blank. */
export function movedLine(number: number, changes: ChangeDesc, before: Text, after: Text): number {
  if (number > before.lines) return 0;
  const { from, to, text } = before.line(number);
  const start = from + (text.length - text.trimStart().length);
  if (changes.mapPos(start, 1, MapMode.TrackAfter) !== null)
    return after.lineAt(changes.mapPos(start, 1)).number;
  // Its beginning was replaced: it is still there if its end is.
  const isGone = changes.mapPos(to, -1, MapMode.TrackBefore) === null || to === from;
  return isGone
    ? pastedLine(number, changes, before, after)
    : after.lineAt(changes.mapPos(to, -1)).number;
}

/** Where a line is in the text that has replaced it, as a whole text that is pasted does; 0: it is not there. */
function pastedLine(number: number, changes: ChangeDesc, before: Text, after: Text): number {
  const { from } = before.line(number);
  let found = 0;
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    if (from < fromA || from > toA) return;
    const first = before.lineAt(fromA).number;
    const [firstIn, last] = [after.lineAt(fromB).number, after.lineAt(toB).number];
    const old = trimmedLines(before, first, before.lineAt(toA).number);
    const at = counterpart(number - first, old, trimmedLines(after, firstIn, last));
    if (at !== null) found = firstIn + at;
  });
  return found;
}

const trimmedLines = (text: Text, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => text.line(first + index).text.trim());

/**
 * Where a line is in another text, as a diff finds it: as far from the next line above, or below, that both texts have once as
 * before. The beginning and the end are such lines too. Null: not there.
 */
function counterpart(
  line: number,
  before: readonly string[],
  after: readonly string[],
): number | null {
  const once = (text: string, lines: readonly string[]) =>
    lines.indexOf(text) === lines.lastIndexOf(text) ? lines.indexOf(text) : -1;
  for (const step of [-1, 1]) {
    for (let near = line; ; near += step) {
      const text = before[near];
      const end = step === -1 ? -1 : after.length;
      const anchor = text === undefined ? end : once(text, before) < 0 ? -1 : once(text, after);
      if (text !== undefined && anchor < 0) continue;
      const at = anchor + line - near;
      if (after[at] === before[line]) return at;
      break;
    }
  }
  return null;
}

class Dot extends GutterMarker {
  constructor(private readonly hasCondition: boolean) {
    super();
  }
  override eq(other: Dot): boolean {
    return other.hasCondition === this.hasCondition;
  }
  override toDOM(): Node {
    const dot = document.createElement("span");
    dot.className = this.hasCondition ? "cm-dot cm-dot-if" : "cm-dot";
    dot.textContent = this.hasCondition ? "?" : "";
    return dot;
  }
}

const PLAIN = new Dot(false);
const WITH_CONDITION = new Dot(true);

export function breakpointGutter(options: BreakpointOptions): Extension {
  const mousedown = (view: EditorView, { from }: BlockInfo) => {
    options.onToggleBreakpoint(view.state.doc.lineAt(from).number);
    return true;
  };
  const at = (state: EditorState, line: number) =>
    state.field(breakpoints).find((one) => one.line === line);
  return [
    breakpoints,
    gutter({
      class: "cm-breakpoints",
      renderEmptyElements: true,
      lineMarker(view, { from }) {
        const one = at(view.state, view.state.doc.lineAt(from).number);
        if (one === undefined) return null;
        return one.hasCondition ? WITH_CONDITION : PLAIN;
      },
      lineMarkerChange: ({ startState, state }) =>
        startState.field(breakpoints) !== state.field(breakpoints),
      initialSpacer: () => PLAIN,
      domEventHandlers: { mousedown },
    }),
    // The number of a line is the larger target.
    lineNumbers({ domEventHandlers: { mousedown } }),
    EditorView.updateListener.of(({ docChanged, startState, state, changes }) => {
      const before = startState.field(breakpoints);
      if (!docChanged || before.length === 0) return;
      const from = before.map(({ line }) => line);
      const to = from.map((line) => movedLine(line, changes, startState.doc, state.doc));
      if (from.some((line, index) => line !== to[index])) options.onBreakpointsMoved(from, to);
    }),
  ];
}
