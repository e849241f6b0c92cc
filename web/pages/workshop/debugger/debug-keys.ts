// The keys of the debugger, in the editor and elsewhere on the page; and the line that a view asks to see in the editor.
import { useCallback, useEffect, type RefObject } from "react";
import type { AppServices } from "../../../desk/app-services";
import type { Debugger, DebugStep } from "../../../desk/workshop/debugger";
import type { EditorControl } from "../../../cards/editor";
import { useStore } from "../../../lib/store";
import type { DebugCommand } from "../../../model/debug-keys";

type Step = (kind: DebugStep, direction: 1 | -1) => void;

/** What the debugger's keys do, in the editor and, while it shows a program, on the whole page. */
export function useDebugKeys(
  { debugKeys }: AppServices,
  debug: Debugger,
  editor: RefObject<EditorControl | null>,
  step: Step,
): (command: DebugCommand) => void {
  const run = useCallback(
    (command: DebugCommand) => {
      if (command === "toggle") return debug.toggle(editor.current?.line() ?? 1);
      const [kind = "into", back] = command.split("-");
      step(kind as DebugStep, back === undefined ? 1 : -1);
    },
    [debug, editor, step],
  );
  useEffect(() => {
    debugKeys.set({ run });
    return () => debugKeys.set({ run: null });
  }, [debugKeys, run]);
  return run;
}

/** Shows the line that a view has asked for. */
export function useWantedLine({ lab }: AppServices, editor: RefObject<EditorControl | null>): void {
  const line = useStore(lab.state, ({ wantedLine }) => wantedLine);
  useEffect(() => {
    if (line === null) return;
    lab.showLine(null);
    editor.current?.goTo({ line, column: 1 });
  }, [lab, editor, line]);
}
