// What connects an editor with the debugger of its program: breakpoints in the gutter, the keys, which the whole page has while it
// shows a program, and the line that a view asks to see.
import { useCallback, useEffect, useMemo, useRef } from "react";
import type { EditorControl } from "../../../cards/editor";
import { breakpointsOf, type DebugStep } from "../../../desk/workshop/debugger";
import type { ProgramContext } from "../../../desk/workshop-context";
import { useStore } from "../../../lib/store";
import type { DebugCommand } from "../../../model/debug-keys";

export function useDebugging(context: ProgramContext) {
  const { services, workshop, debug } = context;
  const { lab, debugKeys } = services;
  const editor = useRef<EditorControl>(null);
  const breakpoints = useStore(workshop.programs.store, () => breakpointsOf(workshop));
  const step = useCallback(
    (kind: DebugStep, direction: 1 | -1) => {
      editor.current?.follow();
      debug.step(kind, direction);
    },
    [debug],
  );
  const onDebugKey = useCallback(
    (command: DebugCommand) => {
      if (command === "toggle") return debug.toggle(editor.current?.line() ?? 1);
      const [kind = "into", back] = command.split("-");
      step(kind as DebugStep, back === undefined ? 1 : -1);
    },
    [debug, step],
  );
  useEffect(() => {
    debugKeys.set({ run: onDebugKey });
    return () => debugKeys.set({ run: null });
  }, [debugKeys, onDebugKey]);
  const wantedLine = useStore(lab.state, (state) => state.wantedLine);
  useEffect(() => {
    if (wantedLine === null) return;
    lab.showLine(null);
    editor.current?.goTo({ line: wantedLine.line, column: 1 }, wantedLine.takesFocus);
  }, [lab, wantedLine]);
  const ofEditor = useMemo(
    () => ({
      breakpoints: breakpoints.map(({ line, condition }) => ({
        line,
        hasCondition: condition.trim() !== "",
      })),
      onDebugKey,
      onToggleBreakpoint: debug.toggle,
      onBreakpointsMoved: debug.linesMoved,
    }),
    [breakpoints, onDebugKey, debug],
  );
  const ofPanel = useMemo(
    () => ({
      ...{ context, breakpoints },
      onStep: step,
      caretLine: () => editor.current?.line() ?? 1,
    }),
    [context, breakpoints, step],
  );
  /** The editor, its props, and those of the debugger's card. */
  return { editor, ofEditor, ofPanel };
}
