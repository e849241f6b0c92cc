// The keys of the editor of programs, beside those of the debugger (debug-keys.ts). The editor binds each row, and the help lists
// it. Keys of every text field, such as Ctrl C, are left out.
import { msg } from "../i18n/i18n";

export type EditorCommand =
  "run" | "next-problem" | "previous-problem" | "say-cost" | "indent" | "outdent" | "leave";

export interface EditorKey {
  command: EditorCommand;
  /** As CodeMirror writes the key. */
  key: string;
  /** As the help writes it. */
  keyLabel: string;
  description: string;
}

export const EDITOR_KEYS: readonly EditorKey[] = [
  {
    command: "run",
    key: "Mod-Enter",
    keyLabel: "Ctrl Enter",
    description: msg("Run the program from the start"),
  },
  {
    command: "next-problem",
    key: "F8",
    keyLabel: "F8",
    description: msg("Go to the next problem, and announce it"),
  },
  {
    command: "previous-problem",
    key: "Shift-F8",
    keyLabel: "Shift F8",
    description: msg("Go to the problem before, and announce it"),
  },
  {
    command: "say-cost",
    key: "F2",
    keyLabel: "F2",
    description: msg("Announce what the line of the caret costs"),
  },
  { command: "indent", key: "Mod-]", keyLabel: "Ctrl ]", description: msg("Indent the line") },
  {
    command: "outdent",
    key: "Mod-[",
    keyLabel: "Ctrl [",
    description: msg("Take the indent of the line back"),
  },
  { command: "leave", key: "Tab", keyLabel: "Tab", description: msg("Leave the editor") },
];
