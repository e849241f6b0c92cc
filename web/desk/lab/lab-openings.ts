// Opens machines in the lab: scenarios, links, runs of other pages, and captures. What opens them is run-editor.ts; here is what
// each of them sets beside it.
import { tr } from "../../i18n/i18n";
import type { OpenedCapture } from "../../engine/captures";
import type { RunTarget } from "../../engine/protocol";
import { RefusedError } from "../../engine/problems";
import type { Replayed, Scenario } from "../../generated/model";
import { waitForState } from "../../lib/store";
import { captureSettings, RATE_PATH } from "../../model/curve-axis";
import {
  catalogueForMachine,
  findParameter,
  type SettingValues,
} from "../../model/scenario/settings";
import { NO_HISTORY } from "../history/history";
import type { ParsedLink } from "../link/link";
import { initialSpeed, warmUpMilliseconds } from "./initial-view";
import type { LabLinks } from "./lab-links";
import type { LabStart } from "./lab-start";
import { setView, type LabCore } from "./lab-state";
import { discardedLink } from "./link-notices";
import type { RunEditor } from "./run-editor";

interface OpeningParts {
  core: LabCore;
  editor: RunEditor;
  links: LabLinks;
  labStart: LabStart;
  reload(): void;
}

export function createLabOpenings({ core, editor, links, labStart, reload }: OpeningParts) {
  const { state, clock } = core;

  /** Opens a scenario at `milliseconds` and the current speed; without `milliseconds`, at its initial time and speed. */
  async function openFresh(scenario: Scenario, milliseconds?: number): Promise<boolean> {
    const until = {
      milliseconds: milliseconds ?? warmUpMilliseconds(state.get().catalogue, scenario),
    };
    const isOpen = await editor.open(scenario, scenario, until, null);
    if (isOpen) {
      links.dismissRefusals();
      state.set({ selection: null, question: null });
      if (!core.follows) clock.set({ range: null, loop: null, loopMark: null });
      if (milliseconds === undefined) setView(core, { speed: initialSpeed(scenario, state.get()) });
    }
    return isOpen;
  }

  return {
    openScenario(which: string | Scenario): void {
      if (typeof which !== "string") return void openFresh(which);
      const found = state.get().catalogue?.scenarios.find(({ id }) => id === which);
      if (found !== undefined) void openFresh(found);
    },
    async open(
      scenario: Scenario,
      milliseconds: number,
      undo: "clear" | "append" = "clear",
    ): Promise<boolean> {
      const isOpen = await openFresh(scenario, milliseconds);
      if (isOpen && undo === "clear") state.set({ history: NO_HISTORY });
      return isOpen;
    },
    async openMachineLink(machine: Scenario, hash: string): Promise<boolean> {
      const adapt = ({ scenario: { settings, interventions }, ...link }: ParsedLink) => ({
        ...link,
        base: machine,
        scenario: { ...machine, settings, interventions },
      });
      const isOpen = await links.open(hash, adapt, () => undefined);
      if (isOpen) state.set({ history: NO_HISTORY });
      return isOpen;
    },
    openLink: async (hash: string): Promise<boolean> =>
      !labStart.keepsLink(hash) && links.open(hash),
    async openRun(base: Scenario, scenario: Scenario, until: RunTarget, t: number | null) {
      const isOpen = await editor.open(base, scenario, until, t);
      if (isOpen) links.dismissRefusals();
      return isOpen;
    },
    startNewRun: () => void editor.startNewRun().then((isOpen) => isOpen && clock.play()),
    openFirstScenario() {
      const first = state.get().catalogue?.scenarios[0];
      if (first === undefined) return reload();
      state.set({ phase: "ready", fatalError: null });
      void openFresh(first);
    },
  };
}

interface CaptureParts {
  openLink(hash: string): Promise<boolean>;
  copy(text: string): void;
  values(): SettingValues;
}

/** Captures of the person's files. A link may wait for one. */
export function createCaptureReplay(
  core: LabCore,
  editor: RunEditor,
  { openLink, copy, values }: CaptureParts,
) {
  const { state, captures, engine, notices } = core;
  return {
    async replayCapture({ file, packets, digest, arrivals }: OpenedCapture): Promise<void> {
      await waitForState(state, ({ phase }) => phase !== "starting");
      const { pendingLink } = state.get();
      if (pendingLink !== null && pendingLink.capture.digest !== digest)
        throw otherCapture(file, digest, pendingLink.capture.digest);
      captures.add({ file, packets, digest, arrivals });
      state.set({ pendingLink: null });
      if (pendingLink !== null) return void openLink(pendingLink.hash);
      const { catalogue } = state.get();
      const range =
        catalogue && findParameter(catalogueForMachine(catalogue, values()), RATE_PATH)?.kind;
      const rateMax = range?.type === "integer" ? range.max : 0;
      await editor.replayCapture({ file, packets, digest }, captureSettings(arrivals, rateMax));
    },
    async captureReport(): Promise<Replayed | null> {
      const { text } = await engine.ask({ what: "capture" });
      return JSON.parse(text) as Replayed | null;
    },
    discardPendingLink(): void {
      const { pendingLink } = state.get();
      state.set({ pendingLink: null });
      if (pendingLink !== null) notices.show(discardedLink(pendingLink, copy));
    },
  };
}

function otherCapture(field: string, value: string, digest: string): RefusedError {
  return new RefusedError([
    {
      field,
      value,
      problem: tr("the link was made with other packets"),
      allowed: tr("the file with the fingerprint {digest}", { digest }),
    },
  ]);
}
