// The keyboard shortcuts, as one table for the handler and for the help. Single keys can be switched off. They do
// nothing while a person types, and Space still activates a focused button.
import { msg, tr } from "../i18n/i18n";
import type { NamedBoundary } from "../engine/protocol";
import type { ShownMachine } from "../desk/lab/machine";
import { describeMachine } from "../frame/describe";
import { DEBUG_KEYS, debugKeyLabel } from "../model/debug-keys";
import { concealsMachine, isConcealed } from "../model/limits";
import { positionOfSpeed, speedAtPosition, WATCH_PACKETS, WATCH_RATES } from "../model/playback";
import { describeWithLetter } from "../desk/compare/comparison";
import type { AppServices } from "../desk/app-services";
import { compareWithBefore } from "../cards/compared/start-comparison";
import { withoutShift } from "../ui/pressed-key";
import { openTimeField } from "../cards/transport/find";
import { applyCure, jumpToEffect } from "../cards/diagnosis/suggested-action";

/** The dialogs that the header's buttons and keys open. */
export type DialogName = "help" | "share" | "save" | "appearance";

export interface Shortcut {
  /** What the keys mean (ui/pressed-key.ts). */
  keys: readonly string[];
  /** How the help writes the keys. */
  keyLabel: string;
  description: string;
  /** Needs Ctrl or Command, and works also when single keys are switched off. */
  withCtrl?: boolean;
  /** Repeats while the key is held down. Other keys act once for each press. */
  repeats?: boolean;
  run(services: AppServices, open: (dialog: DialogName) => void): void;
  /** Without it, the keys work on every page that has shortcuts. Elsewhere they are the browser's. */
  works?(services: AppServices): boolean;
}

export const SHORTCUTS: readonly Shortcut[] = [
  {
    keys: [" ", "k"],
    keyLabel: "Space",
    description: msg("Play or pause"),
    run: ({ playbackAnnouncer }) => playbackAnnouncer.togglePlaying(),
  },
  {
    keys: ["."],
    keyLabel: ".",
    description: msg("Step forward: the next step of the CPU"),
    repeats: true,
    run: ({ playbackAnnouncer }) => playbackAnnouncer.step("step", 1),
  },
  {
    keys: [","],
    keyLabel: ",",
    description: msg("Step back"),
    repeats: true,
    run: ({ playbackAnnouncer }) => playbackAnnouncer.step("step", -1),
  },
  {
    keys: [">"],
    keyLabel: "Shift .",
    description: msg("Next packet"),
    repeats: true,
    run: ({ playbackAnnouncer }) => playbackAnnouncer.step("packet", 1),
  },
  {
    keys: ["<"],
    keyLabel: "Shift ,",
    description: msg("Previous packet"),
    repeats: true,
    run: ({ playbackAnnouncer }) => playbackAnnouncer.step("packet", -1),
  },
  ...findShortcuts("drop", "x", msg("Next drop"), msg("Previous drop")),
  ...findShortcuts("interrupt", "i", msg("Next interrupt"), msg("Previous interrupt")),
  ...findShortcuts("switch", "t", msg("Next thread switch"), msg("Previous thread switch")),
  ...findShortcuts("idle", "n", msg("Next idle time"), msg("Previous idle time")),
  {
    keys: ["g"],
    keyLabel: "G",
    description: msg("Go to a time that you type"),
    run: openTimeField,
  },
  {
    keys: ["a"],
    keyLabel: "A",
    description: msg("Start a loop at the shown time"),
    run: ({ playbackAnnouncer }) => playbackAnnouncer.markLoop("from"),
  },
  {
    keys: ["b"],
    keyLabel: "B",
    description: msg("End a loop at the shown time: it plays round and round"),
    run: ({ playbackAnnouncer }) => playbackAnnouncer.markLoop("to"),
  },
  {
    keys: ["Escape"],
    keyLabel: "Esc",
    description: msg("Leave the loop"),
    run: ({ playbackAnnouncer }) => playbackAnnouncer.setLoop(null),
  },
  {
    keys: ["w"],
    keyLabel: "W",
    description: msg("Switch between “watch packets” and “watch rates”"),
    run: toggleNamedSpeed,
  },
  {
    keys: ["+", "="],
    keyLabel: "+",
    description: msg("Faster"),
    repeats: true,
    run: (services) => changeSpeed(services, 10),
  },
  {
    keys: ["-"],
    keyLabel: "-",
    description: msg("Slower"),
    repeats: true,
    run: (services) => changeSpeed(services, -10),
  },
  {
    keys: ["e"],
    keyLabel: "E",
    description: msg("Jump ahead 50 ms, to the effect of the last change"),
    run: jumpToEffect,
  },
  {
    keys: ["l"],
    keyLabel: "L",
    description: msg("Go to the live edge"),
    run: ({ playbackAnnouncer }) => playbackAnnouncer.toLiveEdge(),
  },
  {
    keys: ["f"],
    keyLabel: "F",
    description: msg("Let the timeline follow the shown time"),
    run: ({ playbackAnnouncer }) => playbackAnnouncer.follow(),
  },
  {
    keys: ["p"],
    keyLabel: "P",
    description: msg("Compare with the machine before the last change"),
    run: compareWithBefore,
  },
  { keys: ["c"], keyLabel: "C", description: msg("Apply the offered cure"), run: applyCure },
  {
    keys: ["v"],
    keyLabel: "V",
    description: msg("Show or hide the code, line by line"),
    run: toggleCode,
  },
  {
    keys: ["d"],
    keyLabel: "D",
    description: msg("Announce the diagnosis and describe the machine"),
    run: ({ announcer, comparison }) =>
      announcer.announce(describeMachines(comparison.shownMachines())),
  },
  {
    keys: ["h"],
    keyLabel: "H",
    description: msg("Take the tour of half a minute: cause a livelock and cure it"),
    run: ({ tour }) => startTour(tour),
  },
  {
    keys: ["s"],
    keyLabel: "S",
    description: msg("Save pictures, tables, the run or its trace; cite it"),
    run: (_services, open) => open("save"),
  },
  {
    keys: ["?"],
    keyLabel: "?",
    description: msg("Open this help"),
    run: (_services, open) => open("help"),
  },
  {
    keys: ["z"],
    keyLabel: "Ctrl Z",
    description: msg("Undo"),
    withCtrl: true,
    repeats: true,
    run: ({ lab, comparison }) => (comparison.undoTarget()?.lab ?? lab).undo(),
  },
  {
    keys: ["Z", "y"],
    keyLabel: "Ctrl Shift Z",
    description: msg("Redo"),
    withCtrl: true,
    repeats: true,
    run: ({ lab, comparison }) => (comparison.redoTarget()?.lab ?? lab).redo(),
  },
  ...DEBUG_KEYS.map((row) => ({
    keys: [row.shift ? `Shift ${row.key}` : row.key],
    keyLabel: debugKeyLabel(row),
    description: row.description,
    withCtrl: row.ctrl,
    repeats: row.command !== "toggle",
    works: ({ debugKeys }: AppServices) => debugKeys.get().run !== null,
    run: ({ debugKeys }: AppServices) => debugKeys.get().run?.(row.command),
  })),
];

/** Starts the tour, which is a part of the lab's page. */
export function startTour(tour: AppServices["tour"]): void {
  if (!/^#?\/?(lab\b|$)/.test(location.hash)) location.hash = "#/lab";
  tour.start();
}

function toggleCode({ lab, announcer }: AppServices): void {
  const { showsCode, limits } = lab.state.get();
  if (isConcealed(limits, "code")) return announcer.announce(tr("This step conceals the code."));
  lab.showCode(!showsCode);
  announcer.announce(
    showsCode
      ? tr("The code is hidden.")
      : tr("The code is shown, in the region Code: a table with a row for each line."),
  );
}

/** The two shortcuts of a boundary: the letter goes to the next one, with Shift to the previous one. */
function findShortcuts(
  boundary: NamedBoundary,
  key: string,
  next: string,
  previous: string,
): Shortcut[] {
  const letter = key.toUpperCase();
  return [
    {
      keys: [key],
      keyLabel: letter,
      description: next,
      repeats: true,
      run: ({ playbackAnnouncer }) => playbackAnnouncer.step(boundary, 1),
    },
    {
      keys: [letter],
      keyLabel: `Shift ${letter}`,
      description: previous,
      repeats: true,
      run: ({ playbackAnnouncer }) => playbackAnnouncer.step(boundary, -1),
    },
  ];
}

export interface PressedKey {
  key: string;
  withCtrl: boolean;
  /** The kind of element that has the focus. */
  target: "text" | "control" | "page";
}

/** Returns the shortcut of a key, or null. `singleKeys`: shortcuts without Ctrl are switched on. */
export function shortcutFor(pressed: PressedKey, singleKeys: boolean): Shortcut | null {
  if (pressed.target === "text") return null;
  if (!pressed.withCtrl && !singleKeys) return null;
  // Space and Enter activate the focused control.
  if (pressed.target === "control" && [" ", "Enter"].includes(pressed.key)) return null;
  const find = (key: string) =>
    SHORTCUTS.find(
      ({ keys, withCtrl }) => (withCtrl ?? false) === pressed.withCtrl && keys.includes(key),
    );
  return find(pressed.key) ?? find(withoutShift(pressed.key)) ?? null;
}

function toggleNamedSpeed({ lab, playbackAnnouncer }: AppServices): void {
  const { speed } = lab.state.get();
  playbackAnnouncer.setSpeed(speed === WATCH_PACKETS ? WATCH_RATES : WATCH_PACKETS);
}

function changeSpeed({ lab, playbackAnnouncer }: AppServices, positions: number): void {
  const { speed } = lab.state.get();
  playbackAnnouncer.setSpeed(speedAtPosition(Math.max(0, positionOfSpeed(speed) + positions)));
}

/** Of two compared machines, each description begins with the letter of its machine. */
function describeMachines(machines: readonly ShownMachine[]): string {
  const texts = machines.map(describeScene);
  if (texts.length === 1) return texts.join("");
  return texts.map((text, index) => describeWithLetter(index, text)).join(" ");
}

/** Describes the diagnosis and the machine. Leaves out the parts that the lesson conceals. */
function describeScene(lab: ShownMachine): string {
  const { limits, topology } = lab.state.get();
  const { diagnosis, frame } = lab.tick.get();
  const headline = isConcealed(limits, "sentence") ? "" : (diagnosis?.headline ?? "");
  if (frame === null || topology === null || concealsMachine(limits))
    return headline || tr("There is nothing to describe.");
  return `${headline} ${describeMachine(frame, topology)}`.trim();
}
