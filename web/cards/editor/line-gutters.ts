// Two gutters of the editor that show the run of its text: the line that the CPU executes now, and what each line costs. A screen
// reader gets the same from keys and from the table below the editor: gutters are hidden from it.
import { tr } from "../../i18n/i18n";
import { formatPercentPlain } from "../../lib/format/numbers";
import {
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type Text,
} from "@codemirror/state";
import { NO_LINES, type LineCost, type ShownLines } from "./lines";
import { Decoration, EditorView, gutter, GutterMarker } from "@codemirror/view";

export const setLines = StateEffect.define<ShownLines>();

const shownLines = StateField.define<ShownLines>({
  create: () => NO_LINES,
  update: (value, { effects, docChanged }) => {
    // Another text has other lines, until its run is shown.
    const kept = docChanged ? { ...NO_LINES, costs: value.costs && new Map() } : value;
    return effects.reduce((now, effect) => (effect.is(setLines) ? effect.value : now), kept);
  },
  provide: (field) =>
    EditorView.decorations.compute([field, "doc"], (state) => {
      const { running, stopped } = state.field(field);
      const marks = [
        ...running.map((line) => ({ line, mark: RUNNING })),
        ...(stopped > 0 ? [{ line: stopped, mark: STOPPED }] : []),
      ];
      const known = marks.filter(({ line }) => line >= 1 && line <= state.doc.lines);
      const ranges = known.map(({ line, mark }) => mark.range(state.doc.line(line).from));
      return Decoration.set(ranges, true);
    }),
});

/** Whether the editor shows these lines already. */
export function showsLines(state: EditorState, { running, stopped, costs, isPaused }: ShownLines) {
  const now = state.field(shownLines);
  const isSame = now.stopped === stopped && now.costs === costs && now.isPaused === isPaused;
  return isSame && now.running.join() === running.join();
}

/** What the line of the caret costs, in a sentence. */
export function describeCost(state: EditorState): string {
  const line = state.doc.lineAt(state.selection.main.head).number;
  const { costs } = state.field(shownLines);
  if (costs === null)
    return tr("The lines are not counted. Turn on “Visits and cycles of each line”.");
  const cost = costs.get(line);
  if (cost === undefined) return tr("Line {line}: no cost is counted.", { line });
  const { visits, cycles, wasted } = cost;
  if (cycles === "") return tr("Line {line} has not run in the window.", { line });
  return tr("Line {line}: {visits} visits, {cycles} cycles, {wasted} of them thrown away.", {
    ...{ line, visits, cycles },
    wasted: formatPercentPlain(wasted),
  });
}

const RUNNING = Decoration.line({ class: "cm-running" });
const STOPPED = Decoration.line({ class: "cm-stopped" });

class Sign extends GutterMarker {
  constructor(
    private readonly text: string,
    override readonly elementClass: string,
  ) {
    super();
  }
  override toDOM(): Node {
    return document.createTextNode(this.text);
  }
}

const RUNS = new Sign("▶", "cm-runs");
const STOPS = new Sign("■", "cm-stops");
const EMPTY = new Sign("\u2003", "");

class CostSign extends GutterMarker {
  constructor(private readonly cost: LineCost) {
    super();
  }
  override eq(other: CostSign): boolean {
    const { visits, cycles, wasted } = this.cost;
    return (
      other.cost.visits === visits && other.cost.cycles === cycles && other.cost.wasted === wasted
    );
  }
  override toDOM(): Node {
    const { visits, cycles, wasted } = this.cost;
    const element = document.createElement("span");
    element.className = "cm-cost";
    for (const [name, text] of [
      ["visits", visits],
      ["cycles", cycles],
    ] as const) {
      const part = document.createElement("span");
      part.className = `cm-cost-${name}`;
      part.textContent = text;
      element.append(part);
    }
    const bar = document.createElement("span");
    bar.className = "cm-cost-wasted";
    bar.style.inlineSize = `${Math.round(wasted * 100)}%`;
    element.append(bar);
    return element;
  }
}

const WIDEST = new CostSign({ visits: "9,999", cycles: "99,999", wasted: 0 });

export function lineGutters(): Extension {
  const lineOf = (doc: Text, from: number) => doc.lineAt(from).number;
  return [
    shownLines,
    gutter({
      class: "cm-now",
      lineMarker(view, { from }) {
        const { running, stopped } = view.state.field(shownLines);
        const line = lineOf(view.state.doc, from);
        return line === stopped ? STOPS : running.includes(line) ? RUNS : null;
      },
      lineMarkerChange: ({ startState, state }) =>
        startState.field(shownLines) !== state.field(shownLines),
      initialSpacer: () => EMPTY,
    }),
    gutter({
      class: "cm-costs",
      lineMarker(view, { from }) {
        const cost = view.state.field(shownLines).costs?.get(lineOf(view.state.doc, from));
        return cost === undefined ? null : new CostSign(cost);
      },
      lineMarkerChange: ({ startState, state }) =>
        startState.field(shownLines) !== state.field(shownLines),
      initialSpacer: (view) => (view.state.field(shownLines).costs === null ? EMPTY : WIDEST),
      updateSpacer: (_, { state }) => (state.field(shownLines).costs === null ? EMPTY : WIDEST),
    }),
  ];
}
