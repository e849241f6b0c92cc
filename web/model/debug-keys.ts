// The keys of the debugger of programs. The editor and the page have the same ones, and the help lists them.
import { msg } from "../i18n/i18n";

export type DebugCommand =
  | "toggle"
  | "into"
  | "into-back"
  | "over"
  | "over-back"
  | "out"
  | "out-back"
  | "breakpoint"
  | "breakpoint-back";

export interface DebugKey {
  command: DebugCommand;
  /** F1 to F12. */
  key: string;
  shift: boolean;
  ctrl: boolean;
  description: string;
}

const row = (command: DebugCommand, keys: string, description: string): DebugKey => ({
  command,
  key: keys.split("-").at(-1) ?? "",
  shift: keys.includes("Shift"),
  ctrl: keys.includes("Ctrl"),
  description,
});

/** With Ctrl a key goes back. */
export const DEBUG_KEYS: readonly DebugKey[] = [
  row("toggle", "F9", msg("In “Write a kernel”: set or remove a breakpoint at the caret")),
  row("breakpoint", "Shift-F9", msg("Run to the next breakpoint")),
  row("breakpoint-back", "Ctrl-Shift-F9", msg("Go back to the breakpoint before")),
  row("into", "F11", msg("Next line of the program")),
  row("into-back", "Ctrl-F11", msg("Line of the program before")),
  row("over", "F10", msg("Next line of the function, over calls")),
  row("over-back", "Ctrl-F10", msg("Line of the function before, over calls")),
  row("out", "Shift-F11", msg("Out of the function")),
  row("out-back", "Ctrl-Shift-F11", msg("Back to the call of the function")),
];

/** As the help and tooltips write the keys. */
export function debugKeyLabel({ key, shift, ctrl }: DebugKey): string {
  return [ctrl ? "Ctrl" : "", shift ? "Shift" : "", key].filter((part) => part !== "").join(" ");
}
