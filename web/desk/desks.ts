// The desks of the page. A desk is what a page works on: a machine, or two that are compared, with their clock, their curves and
// what a screen reader hears of them. The lab has one, the workshop has one, and lessons and slides share another. The page shows
// one desk at a time. The others are parked: their worker is given back, and nothing else of them changes. Only that of lessons
// begins anew each time.
import { compileSimulator, fetchCatalogue } from "../engine/module";
import { createEngine, type Engine, type EngineDependencies } from "../engine/client";
import type { WorkerLike } from "../engine/protocol";
import type { Announcer } from "../lib/announcer";
import { createStore, type Store } from "../lib/store";
import { announceDiagnoses } from "./announcements/diagnosis-announcer";
import {
  createPlaybackAnnouncer,
  type PlaybackAnnouncer,
} from "./announcements/playback-announcer";
import { createComparison, type Comparison } from "./compare/comparison";
import type { Trials } from "./curve/run-trials";
import { createLab, type Lab } from "./lab/lab";
import type { BrowserActions } from "./lab/lab-links";
import type { DeskKind, LabDependencies } from "./lab/lab-state";

export interface Desk {
  lab: Lab;
  comparison: Comparison;
  trials: Store<Trials>;
  /** Moves the time for a key or button, and announces the result. */
  playbackAnnouncer: PlaybackAnnouncer;
}

export interface DeskParts extends Omit<LabDependencies, "engine" | "kind"> {
  browser: BrowserActions;
  spawn(): WorkerLike;
  spare: EngineDependencies["spare"];
  announcer: Announcer;
  /** Whether a text field has the focus. */
  isTyping(): boolean;
  /** Runs the trials of a desk. */
  runTrials(desk: Desk, engine: Engine): void;
}

/** `query`: of the page's address, for the worker's test hook. */
export function createDesk(kind: DeskKind, parts: DeskParts, query: string): Desk {
  const { browser, spawn, spare, announcer, notices, now, schedule } = parts;
  const engineFor = (ownQuery: string) =>
    createEngine({
      ...{ spawn, spare, now, query: ownQuery },
      module: compileSimulator,
      catalogue: fetchCatalogue,
    });
  const engine = engineFor(query);
  const lab = createLab({ ...parts, kind, engine }, browser);
  const comparison = createComparison(lab, () =>
    createLab({ ...parts, kind, engine: engineFor("") }, browser, lab),
  );
  const trials = createStore<Trials>({ pool: null, sweeps: new Map() });
  announceDiagnoses(lab, comparison, announcer, parts.isTyping);
  const playbackAnnouncer = createPlaybackAnnouncer(
    ...([lab, announcer, notices, schedule, comparison.shownMachines] as const),
  );
  const desk = { lab, comparison, trials, playbackAnnouncer };
  parts.runTrials(desk, engine);
  return desk;
}

export interface Desks<D extends Desk> {
  /** The desk of the lab. */
  readonly lab: D;
  readonly shown: Store<{ desk: D }>;
  /** The desk of lessons, or of the workshop; made at the first call. */
  of(kind: Exclude<DeskKind, "lab">): D;
  show(desk: D): void;
  /** The page shows no machine: the lab's stands still until the returned function is called. */
  hideLab(): () => void;
  /** Advances the machines of the shown desk by one animation frame; `now` in wall milliseconds. */
  animate(now: number): void;
}

export function createDesks<D extends Desk>(create: (kind: DeskKind) => D): Desks<D> {
  const lab = create("lab");
  const shown = createStore({ desk: lab });
  const others = new Map<DeskKind, D>();
  const hiding = new Set<symbol>();
  return {
    lab,
    shown,
    of(kind) {
      const known = others.get(kind);
      if (known !== undefined) return known;
      const desk = create(kind);
      others.set(kind, desk);
      void desk.lab.startAfter(lab.lab);
      shareLayout(desk.lab, lab.lab);
      return desk;
    },
    show(desk) {
      const { desk: before } = shown.get();
      if (desk === before) return;
      before.lab.park();
      before.comparison.park();
      if (desk === others.get("lesson")) desk.lab.forgetMachine(before.lab.state.get().speed);
      else desk.lab.resume();
      shown.set({ desk });
    },
    hideLab() {
      const page = Symbol("page");
      hiding.add(page);
      return () => hiding.delete(page);
    },
    animate(now) {
      if (hiding.size === 0) shown.get().desk.lab.clock.animate(now);
    },
  };
}

/** The layout is that of the page, whatever desk it shows. */
function shareLayout(one: Lab, other: Lab): void {
  const copy = (from: Lab, to: Lab) => () => to.setLayout(from.state.get().layout);
  one.setLayout(other.state.get().layout);
  one.state.subscribe(copy(one, other));
  other.state.subscribe(copy(other, one));
}
