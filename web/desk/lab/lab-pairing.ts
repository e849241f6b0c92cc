// What the comparison of two machines (desk/compare) needs of each of them.
import type { Scenario } from "../../generated/model";
import type { Boundary, RunTarget } from "../../engine/protocol";
import type { Moment } from "../history/history";
import type { LabLinks } from "./lab-links";
import type { Clock, Coupling, LabCore, LabState } from "./lab-state";
import type { Player } from "./player";
import type { RunEditor } from "./run-editor";

export interface LabPairing {
  readonly clock: Readonly<Clock>;
  moment(): Moment | null;
  /** Opens a run and shows cycle `t`, or its head. Returns false when it was refused or cancelled. */
  openRun(base: Scenario, scenario: Scenario, until: RunTarget, t: number | null): Promise<boolean>;
  openLink(hash: string): Promise<boolean>;
  /** Copies playback and the visible range from the other machine. */
  mirrorTime(
    view: Pick<LabState, "playing" | "speed" | "skip" | "range" | "viewWidth" | "loop">,
  ): void;
  couple(coupling: Coupling | null): void;
  /** The next or previous boundary of this machine; null when there is none. */
  neighbour(t: number, boundary: Boundary, direction: 1 | -1): Promise<number | null>;
  /** Runs this when all changes so far have reached this machine. */
  afterChanges(run: () => void): void;
  /** Replaces the traffic of the run (RunEditor.changeTraffic). */
  changeTraffic(wanted: (current: Scenario) => Scenario): Promise<boolean>;
}

export function createLabPairing(
  core: LabCore,
  editor: RunEditor,
  player: Player,
  links: LabLinks,
): LabPairing {
  const { state, clock } = core;
  return {
    clock,
    moment: () => editor.currentMoment(),
    async openRun(base, scenario, until, t) {
      const isOpen = await editor.open(base, scenario, until, t);
      if (isOpen) links.dismissRefusals();
      return isOpen;
    },
    async openLink(hash) {
      const { catalogue } = state.get();
      const link = catalogue === null ? null : links.tryParseLink(hash, catalogue);
      return link !== null && catalogue !== null && links.openParsedLink(hash, link, catalogue);
    },
    mirrorTime(view) {
      state.set(view);
      player.invalidate();
    },
    couple(coupling) {
      core.coupling = coupling;
      player.invalidate();
    },
    async neighbour(t, boundary, direction) {
      const question = { what: "neighbour", t, boundary, direction } as const;
      const { text, head } = await core.engine.ask(question);
      clock.head = head;
      return Number.isFinite(Number(text)) ? Number(text) : null;
    },
    afterChanges: (run) => editor.afterChanges(run),
    changeTraffic: (wanted) => editor.changeTraffic(wanted),
  };
}
