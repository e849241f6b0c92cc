// What connects an editor with the debugger of its program: breakpoints in the gutter, the keys, and the line that a view asks to see.
import { useCallback, useMemo, useRef } from "react";
import type { EditorControl } from "../../../cards/editor";
import { breakpointsOf, type DebugStep } from "../../../desk/workshop/debugger";
import type { ProgramContext } from "../../../desk/workshop-context";
import { useStore } from "../../../lib/store";
import { useDebugKeys, useWantedLine } from "./debug-keys";

export function useDebugging(context: ProgramContext) {
  const { services, workshop, debug } = context;
  const editor = useRef<EditorControl>(null);
  const breakpoints = useStore(workshop.programs.store, () => breakpointsOf(workshop));
  const step = useCallback(
    (kind: DebugStep, direction: 1 | -1) => {
      editor.current?.follow();
      debug.step(kind, direction);
    },
    [debug],
  );
  const onDebugKey = useDebugKeys(services, debug, editor, step);
  useWantedLine(services, editor);
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
