// The keys of a lecture, as one table for the handler and for the list of keys. A clicker sends Page Up, Page Down, and
// often F5, Escape, "." or "b". Arrow keys up and down are for clickers with two more buttons.
import type { Command } from "./lecture-state";

export interface LectureKey {
  /** Values of KeyboardEvent.key. */
  keys: readonly string[];
  keyLabel: string;
  description: string;
  command: Command;
}

export const LECTURE_KEYS: readonly LectureKey[] = [
  key(["PageDown", "ArrowRight", "Enter"], "Page Down, →", "Next slide", { kind: "next" }),
  key(["PageUp", "ArrowLeft"], "Page Up, ←", "Slide before", { kind: "back" }),
  key(["ArrowDown", "c"], "↓, C", "Next cue: turns the knobs of the slide", { kind: "cue" }),
  key(["ArrowUp", "C"], "↑, Shift C", "Take the last cue back", { kind: "take-back" }),
  key(["b", "."], "B, .", "Black-out on and off", { kind: "black" }),
  key([" ", "p"], "Space, P", "Play or pause the machine", { kind: "play" }),
  key(["l"], "L", "Spotlight the next lane", spotlight("context", 1)),
  key(["L"], "Shift L", "Spotlight the lane before", spotlight("context", -1)),
  key(["q"], "Q", "Spotlight the next queue", spotlight("place", 1)),
  key(["Q"], "Shift Q", "Spotlight the queue before", spotlight("place", -1)),
  key(["Escape"], "Esc", "No spotlight, no black-out", { kind: "clear" }),
  key(["Home"], "Home", "First slide", { kind: "first" }),
  key(["End"], "End", "Last slide", { kind: "last" }),
  key(["r"], "R", "Start the clock again", { kind: "restart-clock" }),
];

/** Keys that concern a window, not the lecture: the views handle them. */
export const WINDOW_KEYS = [
  { keyLabel: "12 Enter", description: "Go to slide 12" },
  { keyLabel: "N", description: "Open the speaker’s window, or the slides" },
  { keyLabel: "F, F5", description: "Full screen on and off" },
  { keyLabel: "?", description: "Show these keys" },
] as const;

function key(
  keys: readonly string[],
  keyLabel: string,
  description: string,
  command: Command,
): LectureKey {
  return { keys, keyLabel, description, command };
}

function spotlight(what: "context" | "place", direction: 1 | -1): Command {
  return { kind: "spotlight", what, direction };
}

/** The command of a key; null when it has none. `typed`: the digits typed so far, which Enter completes. */
export function commandOf(pressed: string, typed: string): Command | null {
  if (/^\d$/.test(pressed)) return { kind: "digit", digit: pressed };
  if (pressed === "Enter" && typed !== "") return { kind: "jump" };
  return LECTURE_KEYS.find(({ keys }) => keys.includes(pressed))?.command ?? null;
}
