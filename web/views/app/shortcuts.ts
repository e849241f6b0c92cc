// The keys, as one table for the handler and for the help. Single keys can be switched off and never
// act while something is typed; Space stays the focused button's own.
import type { Lab } from "../../store/lab/lab";
import { describeMachine } from "../../frame/describe";
import { isConcealed, VALUES } from "../../store/lab/limits";
import {
  positionOfSpeed,
  speedAtPosition,
  WATCH_PACKETS,
  WATCH_RATES,
} from "../../store/lab/playback";
import type { AppServices } from "../../store/app-services";
import { applyCure, jumpToEffect } from "../diagnosis/suggested-action";

/** The dialogs that the header's buttons and keys open. */
export type DialogName = "help" | "share" | "view";

export interface Shortcut {
  /** As KeyboardEvent.key gives it. */
  keys: readonly string[];
  /** As the help writes them. */
  keyLabel: string;
  description: string;
  /** With Ctrl or Command: stays when single keys are switched off. */
  withCtrl?: boolean;
  /** Held down it goes on; any other key acts once a press. */
  repeats?: boolean;
  run(services: AppServices, open: (dialog: DialogName) => void): void;
}

export const SHORTCUTS: readonly Shortcut[] = [
  {
    keys: [" ", "k"],
    keyLabel: "Space",
    description: "Play or pause",
    run: ({ playbackAnnouncer }) => playbackAnnouncer.togglePlaying(),
  },
  {
    keys: ["."],
    keyLabel: ".",
    description: "Next step of the CPU",
    repeats: true,
    run: ({ playbackAnnouncer }) => playbackAnnouncer.step("step", 1),
  },
  {
    keys: [","],
    keyLabel: ",",
    description: "Step back",
    repeats: true,
    run: ({ playbackAnnouncer }) => playbackAnnouncer.step("step", -1),
  },
  {
    keys: [">"],
    keyLabel: "Shift .",
    description: "Next packet",
    repeats: true,
    run: ({ playbackAnnouncer }) => playbackAnnouncer.step("packet", 1),
  },
  {
    keys: ["<"],
    keyLabel: "Shift ,",
    description: "Packet before",
    repeats: true,
    run: ({ playbackAnnouncer }) => playbackAnnouncer.step("packet", -1),
  },
  {
    keys: ["w"],
    keyLabel: "W",
    description: "Watch packets or watch rates",
    run: toggleNamedSpeed,
  },
  {
    keys: ["+", "="],
    keyLabel: "+",
    description: "Faster",
    repeats: true,
    run: (services) => changeSpeed(services, 10),
  },
  {
    keys: ["-"],
    keyLabel: "-",
    description: "Slower",
    repeats: true,
    run: (services) => changeSpeed(services, -10),
  },
  {
    keys: ["e"],
    keyLabel: "E",
    description: "Jump ahead 50 ms, to what the last change does",
    run: jumpToEffect,
  },
  {
    keys: ["l"],
    keyLabel: "L",
    description: "To the live edge",
    run: ({ playbackAnnouncer }) => playbackAnnouncer.toLiveEdge(),
  },
  {
    keys: ["f"],
    keyLabel: "F",
    description: "Timeline follows the shown time",
    run: ({ playbackAnnouncer }) => playbackAnnouncer.follow(),
  },
  { keys: ["c"], keyLabel: "C", description: "Apply the cure that is offered", run: applyCure },
  {
    keys: ["d"],
    keyLabel: "D",
    description: "Say the verdict, then describe the picture",
    run: ({ announcer, lab }) => announcer.announce(describeScene(lab)),
  },
  { keys: ["?"], keyLabel: "?", description: "This help", run: (_workbench, open) => open("help") },
  {
    keys: ["z"],
    keyLabel: "Ctrl Z",
    description: "Undo",
    withCtrl: true,
    repeats: true,
    run: ({ lab }) => lab.undo(),
  },
  {
    keys: ["Z", "y"],
    keyLabel: "Ctrl Shift Z",
    description: "Redo",
    withCtrl: true,
    repeats: true,
    run: ({ lab }) => lab.redo(),
  },
];

export interface PressedKey {
  key: string;
  withCtrl: boolean;
  /** What has the focus. */
  target: "text" | "control" | "page";
}

/** The shortcut that a key means here, or null. */
export function shortcutFor(pressed: PressedKey, singleKeys: boolean): Shortcut | null {
  if (pressed.target === "text") return null;
  if (!pressed.withCtrl && !singleKeys) return null;
  // A focused button or slider keeps the keys that work it.
  if (pressed.target === "control" && [" ", "Enter"].includes(pressed.key)) return null;
  const found = SHORTCUTS.find(
    ({ keys, withCtrl }) => (withCtrl ?? false) === pressed.withCtrl && keys.includes(pressed.key),
  );
  return found ?? null;
}

function toggleNamedSpeed({ lab, playbackAnnouncer }: AppServices): void {
  const { speed } = lab.state.get();
  playbackAnnouncer.setSpeed(speed === WATCH_PACKETS ? WATCH_RATES : WATCH_PACKETS);
}

function changeSpeed({ lab, playbackAnnouncer }: AppServices, positions: number): void {
  const { speed } = lab.state.get();
  playbackAnnouncer.setSpeed(speedAtPosition(Math.max(0, positionOfSpeed(speed) + positions)));
}

/** What is seen, as far as the lesson shows it. */
function describeScene(lab: Lab): string {
  const { limits, topology } = lab.state.get();
  const { diagnosis, frame } = lab.tick.get();
  const verdict = isConcealed(limits, "sentence") ? "" : (diagnosis?.headline ?? "");
  const hidden =
    isConcealed(limits, "machine") || !VALUES.every((one) => !isConcealed(limits, one));
  if (frame === null || topology === null || hidden)
    return verdict || "Nothing is shown to describe.";
  return `${verdict} ${describeMachine(frame, topology)}`.trim();
}
