// The keys of a lecture, as one table for the handler and for the list of keys. A clicker sends Page Up and Page Down, which
// also give the cues of a slide, and often F5, Escape, "." or "b". Arrow keys up and down are for clickers with two more
// buttons.
import { msg } from "../../i18n/i18n";
import type { Command } from "./lecture-state";

export interface LectureKey {
  /** What the keys mean (ui/pressed-key.ts). */
  keys: readonly string[];
  keyLabel: string;
  description: string;
  command: Command;
}

export const LECTURE_KEYS: readonly LectureKey[] = [
  key(["PageDown"], msg("Page Down"), msg("Next cue; after the last cue, the next slide"), {
    kind: "forward",
  }),
  key(["PageUp"], msg("Page Up"), msg("Take the last cue back; without one, the previous slide"), {
    kind: "backward",
  }),
  key(["ArrowRight", "Enter"], "→, Enter", msg("Next slide"), { kind: "next" }),
  key(["ArrowLeft"], "←", msg("Previous slide"), { kind: "back" }),
  key(["ArrowDown", "c"], "↓, C", msg("Next cue: turns the knobs of the slide"), { kind: "cue" }),
  key(["ArrowUp", "C"], msg("↑, Shift C"), msg("Take the last cue back"), { kind: "take-back" }),
  key(["b", "."], "B, .", msg("Black-out on and off"), { kind: "black" }),
  key([" ", "p"], msg("Space, P"), msg("Play or pause the machine"), { kind: "play" }),
  key(["l"], "L", msg("Spotlight the next lane"), spotlight("context", 1)),
  key(["L"], "Shift L", msg("Spotlight the previous lane"), spotlight("context", -1)),
  key(["q"], "Q", msg("Spotlight the next queue"), spotlight("place", 1)),
  key(["Q"], "Shift Q", msg("Spotlight the previous queue"), spotlight("place", -1)),
  key(["Escape"], msg("Esc"), msg("No spotlight, no black-out"), { kind: "clear" }),
  key(["Home"], "Home", msg("First slide"), { kind: "first" }),
  key(["End"], "End", msg("Last slide"), { kind: "last" }),
  key(["r"], "R", msg("Start the clock again"), { kind: "restart-clock" }),
];

/** Keys that concern a window, not the lecture: the views handle them. */
export const WINDOW_KEYS = [
  { keyLabel: "12 Enter", description: msg("Go to slide 12") },
  { keyLabel: "N", description: msg("Open the speaker’s window, or the slides") },
  { keyLabel: "F, F5", description: msg("Full screen on and off") },
  { keyLabel: "?", description: msg("Show these keys") },
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
