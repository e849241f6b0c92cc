// The editor of programs: CodeMirror with its mode for C++, in a shadow root (style.ts). It owns the text while a person types, and
// tells each change. Tab leaves the editor, which is CodeMirror's own behaviour; its label says so.
import {
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from "@codemirror/autocomplete";
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentLess,
  indentMore,
} from "@codemirror/commands";
import { cpp } from "@codemirror/lang-cpp";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import {
  forEachDiagnostic,
  lintGutter,
  nextDiagnostic,
  previousDiagnostic,
  setDiagnostics,
  type Diagnostic,
} from "@codemirror/lint";
import {
  Annotation,
  Compartment,
  EditorState,
  Prec,
  type Extension,
  type Text,
} from "@codemirror/state";
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  tooltips,
  type Command,
} from "@codemirror/view";
import { tr } from "../../i18n/i18n";
import type { Place, ProgramProblem } from "../../i18n/model-texts";
import { breakpointGutter, setBreakpoints, type BreakpointOptions } from "./breakpoint-gutter";
import { describeCost, lineGutters, setLines, showsLines } from "./line-gutters";
import { DEBUG_KEYS, type DebugCommand } from "../../model/debug-keys";
import { EDITOR_KEYS, type EditorCommand } from "../../model/editor-keys";
import type { ShownBreakpoint, ShownLines } from "./lines";
import { knownNames } from "./names";
import { editorStyle } from "./style";

export interface EditorHandle {
  /** Shows another text; the editor's own undo brings the one before back. */
  setText(text: string): void;
  /** What a screen reader calls the editor. */
  setLabel(label: string): void;
  /** Whether long lines are broken: the editor is narrow. */
  setWraps(wraps: boolean): void;
  setProblems(problems: readonly ProgramProblem[]): void;
  setLines(lines: ShownLines): void;
  setBreakpoints(list: readonly ShownBreakpoint[]): void;
  /** Brings the line that runs next into view, also while a person is in the editor. */
  follow(): void;
  /** The line of the caret. */
  line(): number;
  /** Moves the caret to a place, and the focus with it. */
  goTo(place: Place, takesFocus?: boolean): void;
  destroy(): void;
}

interface EditorOptions {
  text: string;
  onChange(text: string): void;
  onRun(): void;
  /** False: no breakpoints. */
  debugging: DebugOptions | false;
}

export interface DebugOptions extends BreakpointOptions {
  onDebugKey(command: DebugCommand): void;
}

/** The program's name is a part of it, which may change while a person writes. */
const label = new Compartment();
const labelled = (text: string) => EditorView.contentAttributes.of({ "aria-label": text });

const wrapping = new Compartment();

/** A text that did not come from the keyboard. */
const FromOutside = Annotation.define<boolean>();

export function mountEditor(host: HTMLElement, options: EditorOptions): EditorHandle {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.replaceChildren();
  const parent = document.createElement("div");
  parent.style.blockSize = "100%";
  root.append(parent);
  const state = EditorState.create({ doc: options.text, extensions: extensionsOf(options) });
  const view = new EditorView({ state, parent, root });
  /** The line that was brought into view last, and whether the next one is too while the person is in the editor. */
  let followed = 0;
  let follows = false;
  let hasCosts = false;
  const scrollTo = (at: number) => EditorView.scrollIntoView(at, { y: "nearest", yMargin: 60 });
  // Keys are text here, and no shortcuts of the page.
  const keepKeys = (event: Event) => event.stopPropagation();
  parent.addEventListener("keydown", keepKeys);
  const stopKeeping = keepCaretInView(view);
  return {
    setText(text) {
      const change = changeTo(view.state.doc.toString(), text);
      if (change !== null) view.dispatch({ changes: change, annotations: FromOutside.of(true) });
    },
    setLabel(text) {
      view.dispatch({ effects: label.reconfigure(labelled(text)) });
    },
    setWraps(wraps) {
      view.dispatch({ effects: wrapping.reconfigure(wraps ? EditorView.lineWrapping : []) });
    },
    setProblems(problems) {
      const { doc } = view.state;
      view.dispatch(
        setDiagnostics(
          view.state,
          problems.map((one) => diagnosticOf(doc, one)),
        ),
      );
    },
    setLines(lines) {
      const line = lines.stopped || (lines.isPaused ? (lines.running[0] ?? 0) : 0);
      const isNew = line !== followed && line > 0 && line <= view.state.doc.lines;
      followed = line;
      const scroll =
        isNew && (!view.hasFocus || follows) ? [scrollTo(view.state.doc.line(line).from)] : [];
      if (scroll.length === 0 && showsLines(view.state, lines)) return;
      view.dispatch({ effects: [setLines.of(lines), ...scroll] });
      // Beside the costs there is less room, so lines break elsewhere.
      if (hasCosts !== (lines.costs !== null)) view.requestMeasure();
      hasCosts = lines.costs !== null;
    },
    setBreakpoints(list) {
      view.dispatch({ effects: setBreakpoints.of(list) });
    },
    follow: () => void (follows = true),
    line: () => view.state.doc.lineAt(view.state.selection.main.head).number,
    goTo(place, takesFocus = true) {
      const anchor = offsetOf(view.state.doc, place);
      view.dispatch({
        selection: { anchor },
        effects: EditorView.scrollIntoView(anchor, { y: "center" }),
      });
      if (!takesFocus) return;
      view.focus();
      announceProblem(view);
    },
    destroy() {
      stopKeeping();
      view.destroy();
    },
  };
}

/** The list of problems below the editor makes it lower while a person types at its end. Returns what ends this. */
function keepCaretInView(view: EditorView): () => void {
  let height = 0;
  const observer = new ResizeObserver(() => {
    const isLower = view.scrollDOM.clientHeight < height;
    height = view.scrollDOM.clientHeight;
    const { head } = view.state.selection.main;
    if (isLower && view.hasFocus) view.dispatch({ effects: EditorView.scrollIntoView(head) });
  });
  observer.observe(view.scrollDOM);
  return () => observer.disconnect();
}

/** All that the editor is made of. */
export function extensionsOf(options: EditorOptions): Extension {
  const { debugging, onChange, onRun } = options;
  const commands = editorCommands(onRun);
  return [
    Prec.high(keymap.of(EDITOR_KEYS.map(({ key, command }) => ({ key, run: commands[command] })))),
    debugging === false ? [] : debuggerOf(debugging),
    EditorState.phrases.of(phrases()),
    lintGutter({ hoverTime: 100 }),
    lineNumbers(),
    lineGutters(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    history(),
    indentUnit.of("    "),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    wrapping.of([]),
    cpp(),
    knownNames(),
    tooltips({ position: "fixed" }),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      // The list of names would get the focus.
      { key: "Shift-Tab", run: leave },
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    editorStyle,
    // A dropped file is a program of its own: the page opens it.
    EditorView.domEventHandlers({
      drop: (event) => event.dataTransfer?.types.includes("Files") === true,
      beforeinput: replaceSelected,
    }),
    label.of([]),
    EditorView.contentAttributes.of({
      tabindex: "0",
      spellcheck: "false",
      autocapitalize: "off",
      translate: "no",
    }),
    EditorView.updateListener.of((update) => {
      const isOwn = update.transactions.some((one) => one.annotation(FromOutside) === true);
      if (update.docChanged && !isOwn) onChange(update.state.doc.toString());
    }),
  ];
}

const editorCommands = (onRun: () => void): Record<EditorCommand, Command> => ({
  run: () => (onRun(), true),
  "next-problem": announced(nextDiagnostic),
  "previous-problem": announced(previousDiagnostic),
  "say-cost": (view) => {
    view.dispatch({ effects: EditorView.announce.of(describeCost(view.state)) });
    return true;
  },
  indent: indentMore,
  outdent: indentLess,
  leave,
});

/** Closes the list of names; then the browser moves the focus. */
function leave(view: EditorView): boolean {
  closeCompletion(view);
  return false;
}

/** Says what is wrong at the caret: the box beside it is only seen. */
function announceProblem(view: EditorView): void {
  const { from: caret } = view.state.selection.main;
  const said: string[] = [];
  forEachDiagnostic(view.state, ({ message }, from, to) => {
    if (from <= caret && caret < to) said.push(message);
  });
  if (said.length > 0) view.dispatch({ effects: EditorView.announce.of(said.join(" ")) });
}

/** A command that goes to a problem, and says it. */
const announced = (go: Command) => (view: EditorView) => {
  const hasGone = go(view);
  if (hasGone) announceProblem(view);
  return hasGone;
};

function debuggerOf(options: DebugOptions): Extension {
  const keys = DEBUG_KEYS.map(({ key, shift, ctrl, command }) => ({
    key: `${ctrl ? "Ctrl-" : ""}${shift ? "Shift-" : ""}${key}`,
    run: () => (options.onDebugKey(command), true),
  }));
  return [Prec.highest(keymap.of(keys)), breakpointGutter(options)];
}

/**
 * Types over what is selected. Chromium would keep the look of the replaced text as a style attribute, which the page's content
 * security policy refuses and reports.
 */
function replaceSelected(event: InputEvent, view: EditorView): boolean {
  const { data: text, inputType, isComposing } = event;
  const { empty, from, to } = view.state.selection.main;
  if (empty || text === null || isComposing || inputType !== "insertText") return false;
  event.preventDefault();
  const insert = () =>
    view.state.update(view.state.replaceSelection(text), {
      userEvent: "input.type",
      scrollIntoView: true,
    });
  const isHandled = view.state
    .facet(EditorView.inputHandler)
    .some((handle) => handle(view, from, to, text, insert));
  if (!isHandled) view.dispatch(insert());
  return true;
}

/** What CodeMirror says to screen readers and in its notes. */
function phrases(): Record<string, string> {
  return {
    Completions: tr("Completions"),
    "current completion": tr("current completion"),
    "Control character": tr("Control character"),
    Diagnostics: tr("Problems"),
    "No diagnostics": tr("No problems"),
  };
}

/** The one change that makes `to` of a text; null if they are the same. */
export function changeTo(from: string, to: string) {
  if (from === to) return null;
  const least = Math.min(from.length, to.length);
  let start = 0;
  while (start < least && from[start] === to[start]) start++;
  let end = 0;
  while (end < least - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  return { from: start, to: from.length - end, insert: to.slice(start, to.length - end) };
}

function diagnosticOf(doc: Text, { from, to, message, remedy }: ProgramProblem): Diagnostic {
  const start = offsetOf(doc, from);
  // Something has to be underlined.
  const end = Math.min(doc.length, Math.max(start + 1, offsetOf(doc, to)));
  const text = remedy === "" ? message : `${message}\n${remedy}`;
  return { from: Math.min(start, end), to: end, severity: "error", message: text };
}

/** A column counts characters, of which a text has one or two units each. */
export function offsetOf(doc: Text, { line, column }: Place): number {
  const { from, text } = doc.line(Math.max(1, Math.min(doc.lines, line)));
  return from + [...text].slice(0, Math.max(0, column - 1)).join("").length;
}
