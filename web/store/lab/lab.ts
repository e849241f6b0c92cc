// The lab as views see it, made of the player (time), the editor (changes) and recovery (traps). Views read `state`,
// `tick` and `frames` and call these functions, nothing else.
import type { Catalogue, Replayed, Scenario, Value } from "../../engine/model";
import { RefusedError, formatProblem } from "../../engine/problems";
import type { OpenedCapture } from "../../engine/captures";
import type { FrameSource } from "../../frame/frame-source";
import type { Selection } from "../../frame/selection";
import { SuspendedSession } from "./suspended-session";
import { initialSpeed, warmUpMilliseconds } from "./initial-view";
import { Editor } from "./editor";
import {
  createCore,
  type LabDependencies,
  type LabState,
  type Tick,
  type StaggeredTicks,
} from "./lab-state";
import { NO_HISTORY } from "../history/history";
import { mayChange } from "./limits";
import { parseLink, formatLink, type ParsedLink, type LinkState } from "../link/link";
import type { Speed } from "./playback";
import type { Layout } from "../persistence/preferences";
import { Player } from "./player";
import { Recovery } from "./recovery";
import { createHiddenPause } from "./pause-while-hidden";
import {
  needsRestart,
  catalogueForMachine,
  findParameter,
  withChangeAt,
  valuesAt,
  valuesAtStart,
  type SettingValues,
} from "../scenario/settings";
import { RATE_PATH, captureSettings } from "../curve/sweep";
import type { Store } from "../store";
import { labelProblems } from "../scenario/setting-text";

export interface Lab {
  readonly state: Store<LabState>;
  readonly tick: Store<Tick>;
  readonly staggeredTicks: StaggeredTicks;
  readonly frames: FrameSource;
  /** Starts the simulator. Opens the link in the address, or the first scenario if there is none. */
  start(hash: string): Promise<void>;
  /** Advances by one animation frame; `now` in wall milliseconds. */
  animate(now: number): void;

  play(): void;
  pause(): void;
  setSpeed(speed: Speed): void;
  /** Goes to the next or previous boundary. Returns its time; null when none is recorded; undefined when an earlier
   * step is still under way or another machine has been opened. */
  step(boundary: "step" | "packet", direction: 1 | -1): Promise<number | null | undefined>;
  seek(t: number): void;
  skipToEffect(): void;
  dismissEffect(): void;

  change(set: SettingValues, label?: string): void;
  /** Tells whether the pointer is down: all changes of one drag become one undo step. */
  setDragging(held: boolean): void;
  reset(path: string): void;
  undo(): void;
  redo(): void;
  /** Opens a scenario of the catalogue by its id, or one from a file. It can be undone. */
  openScenario(which: string | Scenario): void;
  /** Opens a scenario and runs it for some simulated milliseconds. Undo is emptied ("anew"), or gets one more step
   * ("back"). Returns false when the scenario was refused or cancelled: then nothing has changed. */
  open(scenario: Scenario, milliseconds: number, undo?: "anew" | "back"): Promise<boolean>;
  /** Opens a machine in the state that `machineLink` wrote, and empties undo. Returns false when the link cannot be
   * read, or as `open` does. */
  openMachineLink(machine: Scenario, link: string): Promise<boolean>;
  openLink(hash: string): void;
  /** Starts a run with the packets of a capture file. If a link waits for its capture, opens that link; throws when
   * it needs another file. */
  replayCapture(capture: OpenedCapture): Promise<void>;
  /** How the capture has been replayed so far; null when the run has none. */
  captureReport(): Promise<Replayed | null>;
  /** Drops the link that waits for a capture file. */
  discardPendingLink(): void;
  /** Saves the session with its undo and empties undo, because a lesson needs the machine. */
  suspendSession(): void;
  /** Restores the suspended session. Does nothing when a link has been opened since. */
  restoreSession(): void;
  /** Pauses the machine, because the page does not show it. Call the returned function when it is shown again. */
  pauseWhileHidden(): () => void;
  startNewRun(): void;
  /** The way out of a broken page: the first scenario, with a machine that may still be sound. */
  openFirstScenario(): void;

  /** A range of the timeline chosen by hand. Following ends, so that what is under the pointer stays
   * there while time runs on; it goes on when the range is a zoom about the shown time. */
  setRange(range: { from: number; to: number }, aboutShown?: boolean): void;
  follow(): void;
  setColumns(columns: number): void;
  select(selection: Selection): void;
  highlight(selection: Selection): void;

  /** Lays the page out so; what is liked is stored elsewhere (preferences.ts). */
  setLayout(layout: Layout): void;

  /** The whole state as an address hash. */
  link(): string;
  /** The same of the machine alone, whatever link waits for its capture; knobs on their way are turned in it. */
  machineLink(): string;
  /** What every knob stands at, at the shown time; drafts included. */
  values(): SettingValues;
  baseValue(path: string): Value | undefined;
}

/** A run, and where in it one stands. */
type RunPosition = Pick<LinkState, "scenario" | "t" | "head">;

export interface BrowserActions {
  save(name: string, text: string): void;
  copy(text: string): void;
  reload(): void;
}

export function createLab(parts: LabDependencies, outside: BrowserActions): Lab {
  const core = createCore(parts);
  const { state, tick, staggeredTicks, frames, clock, notices } = core;
  const player = new Player(core);
  const editor = new Editor(core, player);
  const rest = createHiddenPause(state, player);
  const aside = new SuspendedSession(core, editor, player, rest);
  new Recovery(core, editor, (name, text) => outside.save(name, text));

  async function start(hash: string): Promise<void> {
    try {
      const catalogue = await parts.engine.start();
      state.set({ catalogue });
      const link = tryParseLink(hash, catalogue);
      await (link === null ? openFirst(catalogue) : openParsedLink(hash, link, catalogue));
      if (state.get().scenario === null && link !== null) await openFirst(catalogue);
      if (state.get().scenario !== null) return state.set({ phase: "ready" });
      reportStartFailure("The opening scenario could not be run.");
    } catch (error) {
      reportStartFailure(error instanceof Error ? error.message : String(error));
    }
  }

  function reportStartFailure(text: string): void {
    const title = "The simulator could not be started";
    const text2 =
      "It needs WebAssembly and module workers: any browser of the last three years has them.";
    state.set({ phase: "broken", fatalError: { title, text: [text, text2], report: null } });
  }

  function openFirst(catalogue: Catalogue): Promise<boolean> {
    const first = catalogue.scenarios[0];
    if (first === undefined) throw new Error("The simulator has no scenarios.");
    return editor.open(first, first, { milliseconds: warmUpMilliseconds(catalogue, first) }, null);
  }

  function tryParseLink(
    hash: string,
    catalogue: Catalogue,
    refuse: (hash: string, error: RefusedError) => void = reportBadLink,
  ): ParsedLink | null {
    try {
      return parseLink(hash, catalogue);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      refuse(hash, error);
      return null;
    }
  }

  function reportBadLink(hash: string, error: RefusedError): void {
    notices.show({
      key: "link",
      tone: "bad",
      title: "This link cannot be opened as it is",
      text: [
        ...labelProblems(error.problems, state.get().catalogue).map(formatProblem),
        "A link that was cut off or broken over lines reads so: ask for it again, or mend that part of the address. Until then the lab shows the machine from before.",
      ],
      actions: [{ label: "Copy the link", run: () => outside.copy(hash), stays: true }],
    });
  }

  /** False when the link's machine does not stand: it waits for its capture, or was refused or given up. */
  async function openParsedLink(
    hash: string,
    link: ParsedLink,
    catalogue: Catalogue,
  ): Promise<boolean> {
    const head = link.head ?? link.t;
    const warm = { milliseconds: warmUpMilliseconds(catalogue, link.scenario) };
    const until = head === null ? warm : { cycles: head };
    const { capture } = link.scenario;
    if (capture !== undefined && !parts.captures.has(capture.digest)) {
      state.set({ pendingLink: { hash, capture } });
      return false;
    }
    // Only the machine that the link tells of is looked at as the link says.
    if (!(await editor.open(link.base, link.scenario, until, link.t))) return false;
    dismissRefusals();
    const { playing, view: range, viewWidth, layout } = link;
    if (layout !== null) state.set({ layout });
    const speed = link.speed ?? (head === null ? initialSpeed(link.scenario, state.get()) : null);
    if (speed !== null) state.set({ speed });
    if (playing !== null) state.set({ playing });
    state.set({ range, viewWidth });
    const { selectedPacket } = link;
    lab.select(selectedPacket > 0 ? { kind: "packet", packet: selectedPacket } : null);
    if (link.otherModel !== null) reportOtherModel(link.otherModel, catalogue.model);
    return true;
  }

  function reportOtherModel(theirs: string, ours: string): void {
    notices.show({
      key: "model",
      tone: "news",
      title: "This link was made with another version of the model",
      text: [
        `It was made with ${theirs}; this page runs ${ours}. The same scenario was run here, so numbers may differ.`,
      ],
      actions: [],
    });
  }

  function values(): SettingValues {
    const { catalogue, scenario, pendingValues } = state.get();
    if (catalogue === null || scenario === null) return pendingValues;
    const t = player.isAtLiveEdge ? Infinity : clock.t;
    return { ...valuesAt(catalogue, scenario, t), ...pendingValues };
  }

  function baseValue(path: string): Value | undefined {
    const { catalogue, base } = state.get();
    if (catalogue === null || base === null) return undefined;
    return valuesAtStart(catalogue, base)[path];
  }

  const lab: Lab = {
    state,
    tick,
    staggeredTicks,
    frames,
    start,
    animate: (now) => player.animate(now),
    play: () => player.play(),
    pause: () => player.pause(),
    setSpeed: (speed) => player.setSpeed(speed),
    step: (boundary, direction) => player.step(boundary, direction).catch(() => undefined),
    seek: (t) => player.seek(t),
    skipToEffect: () => player.skipToEffect(),
    dismissEffect: () => state.set({ effectFrom: null }),
    change(set, label) {
      if (mayChange(state.get().limits, set)) editor.change(set, label);
    },
    setDragging: (held) => editor.setDragging(held),
    reset(path) {
      const value = baseValue(path);
      if (value !== undefined) lab.change({ [path]: value });
    },
    undo: () => void editor.undo(),
    redo: () => void editor.redo(),
    openScenario(which) {
      if (typeof which !== "string") return void openFresh(which);
      const found = state.get().catalogue?.scenarios.find(({ id }) => id === which);
      if (found !== undefined) void openFresh(found);
    },
    async open(scenario, milliseconds, undo = "anew") {
      const stands = await openFresh(scenario, milliseconds);
      if (stands && undo === "anew") state.set({ history: NO_HISTORY });
      return stands;
    },
    async openMachineLink(machine, hash) {
      const { catalogue } = state.get();
      const link = catalogue === null ? null : tryParseLink(hash, catalogue, () => undefined);
      if (link === null || catalogue === null) return false;
      const { settings, interventions } = link.scenario;
      const scenario = { ...machine, settings, interventions };
      const stands = await openParsedLink(hash, { ...link, base: machine, scenario }, catalogue);
      if (stands) state.set({ history: NO_HISTORY });
      return stands;
    },
    openLink(hash) {
      const { catalogue } = state.get();
      const link = catalogue === null ? null : tryParseLink(hash, catalogue);
      if (link === null || catalogue === null) return aside.restore();
      void aside.replaceWith(openParsedLink(hash, link, catalogue));
    },
    async replayCapture({ file, packets, digest, arrivals }) {
      const { pendingLink } = state.get();
      if (pendingLink !== null && pendingLink.capture.digest !== digest) {
        throw new RefusedError([
          {
            field: file,
            value: digest,
            problem: "its packets are not those that the link was made with",
            allowed: `the file with the fingerprint ${pendingLink.capture.digest}`,
          },
        ]);
      }
      parts.captures.add({ file, packets, digest, arrivals });
      state.set({ pendingLink: null });
      if (pendingLink !== null) return lab.openLink(pendingLink.hash);
      const { catalogue } = state.get();
      const range =
        catalogue && findParameter(catalogueForMachine(catalogue, values()), RATE_PATH)?.kind;
      const rateMax = range?.type === "integer" ? range.max : 0;
      await editor.replayCapture({ file, packets, digest }, captureSettings(arrivals, rateMax));
    },
    async captureReport() {
      const { text } = await parts.engine.ask({ what: "capture" });
      return JSON.parse(text) as Replayed | null;
    },
    discardPendingLink() {
      const { pendingLink } = state.get();
      state.set({ pendingLink: null });
      if (pendingLink === null) return;
      notices.show({
        key: "link",
        tone: "news",
        title: `The link that needs ${pendingLink.capture.file} was not opened`,
        text: ["Keep the link: with that capture file it opens as it was meant."],
        actions: [
          { label: "Copy the link", run: () => outside.copy(pendingLink.hash), stays: true },
        ],
      });
    },
    suspendSession: () => aside.suspend(),
    restoreSession: () => aside.restore(),
    pauseWhileHidden: () => rest.hide(),
    startNewRun: () => void editor.startNewRun().then((stands) => stands && player.play()),
    openFirstScenario() {
      const first = state.get().catalogue?.scenarios[0];
      if (first === undefined) return outside.reload();
      state.set({ phase: "ready", fatalError: null });
      void openFresh(first);
    },
    setRange(range, aboutShown = false) {
      const follows = state.get().range === null && aboutShown;
      state.set(follows ? { viewWidth: range.to - range.from } : { range });
      player.invalidate();
    },
    follow() {
      const { range } = state.get();
      if (range !== null) state.set({ range: null, viewWidth: range.to - range.from });
      player.invalidate();
    },
    setColumns(columns) {
      state.set({ columns });
      player.invalidate();
    },
    select(selection) {
      state.set({ selection });
      player.invalidate();
    },
    highlight: (highlight) => state.set({ highlight }),
    setLayout: (layout) => state.set({ layout }),
    // A link that waits for its capture stays in the address, so that a reload loses nothing.
    link: () => state.get().pendingLink?.hash ?? linkTo(currentPosition(), state.get().layout),
    machineLink: () => linkTo(positionAfterPending(), "auto"),
    values,
    baseValue,
  };

  function currentPosition(): RunPosition | null {
    const { scenario } = state.get();
    return scenario && { scenario, t: Math.min(clock.t, clock.head), head: clock.head };
  }

  /** What will stand when the knobs on their way have arrived. */
  function positionAfterPending(): RunPosition | null {
    const { scenario, catalogue, pendingValues } = state.get();
    if (scenario === null || catalogue === null || Object.keys(pendingValues).length === 0) {
      return currentPosition();
    }
    const now = player.isAtLiveEdge ? clock.head : Math.floor(clock.t);
    const turned = withChangeAt(catalogue, scenario, now, pendingValues);
    if (!needsRestart(catalogue, pendingValues)) return { scenario: turned, t: now, head: now };
    const t = Math.round((warmUpMilliseconds(catalogue, turned) * clock.hertz) / 1e3);
    return { scenario: turned, t, head: t };
  }

  function linkTo(machine: RunPosition | null, layout: Layout): string {
    const { base, catalogue, speed, selection, playing, range: view, viewWidth } = state.get();
    if (base === null || machine === null || catalogue === null) return "#/lab";
    const selectedPacket = selection?.kind === "packet" ? selection.packet : -1;
    return formatLink(
      { base, ...machine, speed, view, viewWidth, selectedPacket, playing, layout },
      catalogue,
    );
  }

  /** To `milliseconds`, at the speed that it is being watched at; else as a machine is first seen. */
  async function openFresh(scenario: Scenario, milliseconds?: number) {
    const until = {
      milliseconds: milliseconds ?? warmUpMilliseconds(state.get().catalogue, scenario),
    };
    const stands = await editor.open(scenario, scenario, until, null);
    if (stands) {
      dismissRefusals();
      state.set({ range: null, selection: null });
      if (milliseconds === undefined) state.set({ speed: initialSpeed(scenario, state.get()) });
    }
    return stands;
  }

  /** What was refused before says what is so no longer. */
  function dismissRefusals(): void {
    for (const key of ["link", "refused"]) notices.dismiss(key);
  }

  return lab;
}
