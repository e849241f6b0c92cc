// The editor of programs as a card's content: what it shows, and the focus from a list of problems to a place in the text.
import { useEffect, useImperativeHandle, useRef, type Ref } from "react";
import { tr } from "../../i18n/i18n";
import type { Place, ProgramProblem } from "../../i18n/model-texts";
import { mountEditor, type DebugOptions, type EditorHandle } from "./mount";
import type { ShownBreakpoint, ShownLines } from "./lines";

export interface EditorControl {
  goTo(place: Place, takesFocus?: boolean): void;
  /** Brings the line that runs next into view, also while a person is in the editor. */
  follow(): void;
  /** The line of the caret. */
  line(): number;
}

interface EditorDebugging extends DebugOptions {
  breakpoints: readonly ShownBreakpoint[];
}

interface ProgramEditorProps {
  /** The name of the file. */
  file: string;
  /** Another program has another editor, with an undo of its own. */
  text: string;
  problems: readonly ProgramProblem[];
  lines: ShownLines;
  /** Breaks long lines. */
  wraps?: boolean;
  /** Breakpoints, and the keys of the debugger. Without it, there are none. */
  debugging?: EditorDebugging;
  control: Ref<EditorControl>;
  onChange(text: string): void;
  /** Ctrl and Enter. */
  onRun(): void;
}

export default function ProgramEditor(props: ProgramEditorProps) {
  const { file, text, problems, lines, wraps = false, debugging, control } = props;
  const hasDebugger = debugging !== undefined;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorHandle | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (host.current === null) return;
    const { text: first } = latest.current;
    const mounted = mountEditor(host.current, {
      text: first,
      onChange: (changed) => latest.current.onChange(changed),
      onRun: () => latest.current.onRun(),
      debugging: hasDebugger && {
        onDebugKey: (command) => latest.current.debugging?.onDebugKey(command),
        onToggleBreakpoint: (line) => latest.current.debugging?.onToggleBreakpoint(line),
        onBreakpointsMoved: (from, to) => latest.current.debugging?.onBreakpointsMoved(from, to),
      },
    });
    editor.current = mounted;
    return () => {
      mounted.destroy();
      editor.current = null;
    };
  }, [hasDebugger]);
  useEffect(() => editor.current?.setText(text), [text]);
  useEffect(() => editor.current?.setLabel(labelOf(file, hasDebugger)), [file, hasDebugger]);
  useEffect(() => editor.current?.setWraps(wraps), [wraps, hasDebugger]);
  useEffect(() => editor.current?.setProblems(problems), [problems]);
  useEffect(() => editor.current?.setLines(lines), [lines, text]);
  const breakpoints = debugging?.breakpoints;
  useEffect(() => {
    if (breakpoints !== undefined) editor.current?.setBreakpoints(breakpoints);
  }, [breakpoints]);
  useImperativeHandle(
    control,
    () => ({
      goTo: (place, takesFocus) => editor.current?.goTo(place, takesFocus),
      follow: () => editor.current?.follow(),
      line: () => editor.current?.line() ?? 1,
    }),
    [],
  );
  return <div ref={host} className="program-editor" translate="no" />;
}

function labelOf(file: string, hasDebugger: boolean): string {
  return hasDebugger
    ? tr(
        "Program {file} in kernel C. Tab leaves the editor; Ctrl and ] indents a line; F8 goes to a problem; F2 tells what a line costs; F9 sets a breakpoint.",
        { file },
      )
    : tr(
        "Program {file} in kernel C. Tab leaves the editor; Ctrl and ] indents a line; F8 goes to a problem; F2 tells what a line costs.",
        { file },
      );
}
