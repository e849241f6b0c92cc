// The tour of a first visit, without its texts: five steps on the first scenario. A person completes a step by an action of
// the lab or by a button of the tour. The tour reads the lab and never blocks it. What it changes can be undone.
import type { Scenario } from "../../generated/model";
import type { Machine } from "../lab/machine";
import { createStore, type Store } from "../../lib/store";
import type { TextStorage } from "../../lib/persistence/persistent-store";

export const TOUR_STEPS = ["arrival", "lanes", "overload", "waste", "cure"] as const;
export type TourStep = (typeof TOUR_STEPS)[number];

export interface TourState {
  /** Index into TOUR_STEPS; null while the tour is closed. */
  step: number | null;
  /** What a step waits for: "ready" for a person's change, "running" for its effect, "reached" when that is seen. Steps
   * without a goal are always reached. */
  goal: "ready" | "running" | "reached";
}

export interface Tour {
  readonly state: Store<TourState>;
  /** Opens the first step, with the first scenario as it is at its start. */
  start(): void;
  next(): void;
  back(): void;
  /** Does what the step asks for. */
  act(): void;
  /** Takes back everything that was changed since the tour began, and closes the tour. */
  undo(): void;
  close(): void;
}

export interface TourDependencies {
  lab: Machine;
  schedule(run: () => void, milliseconds: number): void;
}

const RATE = "traffic.rate";
/** At this rate one packet in fifteen gets through (M figure 6-1). */
const OVERLOAD_RATE = 12_000;
/** A cure counts only under a load that the machine cannot carry. */
const OVERLOAD_RATE_MIN = 6_000;
/** When a knob has been still for this long, the tour jumps ahead to its effect. */
const STILL_MILLISECONDS = 900;

export function createTour({ lab, schedule }: TourDependencies): Tour {
  const state = createStore<TourState>({ step: null, goal: "reached" });
  let undoDepth = 0;

  const name = (): TourStep | null => TOUR_STEPS[state.get().step ?? -1] ?? null;
  const jump = createJump(lab, schedule, name);
  const firstScenario = () => lab.state.get().catalogue?.scenarios[0];

  /** Whether the shown machine fulfils the goal of the step. */
  function readGoal(): TourState["goal"] {
    const step = name();
    if (!hasGoal(step)) return "reached";
    const { diagnosis } = lab.tick.get();
    const { effectFrom, skip } = lab.state.get();
    if (effectFrom !== null || skip !== null || diagnosis === null) return "running";
    const rate = Number(lab.values()[RATE]);
    const isCured = diagnosis.tone === "good" && rate >= OVERLOAD_RATE_MIN;
    if (step === "overload" ? diagnosis.id.includes("livelock") : isCured) return "reached";
    return diagnosis.id === "settling" ? "running" : "ready";
  }

  function update(): void {
    const { step, goal } = state.get();
    if (step === null) return;
    const { base, isParked, replay } = lab.state.get();
    // A lesson or another machine is shown.
    if (isParked) return close();
    if (replay !== null || base === null) return;
    if (base.id !== firstScenario()?.id) return close();
    const now = readGoal();
    if (now !== goal) state.set({ goal: now });
    jump.whenStill();
  }

  function show(step: number): void {
    state.set({ step, goal: "reached" });
    update();
  }

  function close(): void {
    jump.cancel();
    state.set({ step: null, goal: "reached" });
  }

  lab.state.subscribe(update);
  lab.tick.subscribe(update);

  return {
    state,
    start() {
      const first = firstScenario();
      const { base, scenario, history } = lab.state.get();
      if (first === undefined) return;
      undoDepth = history.past.length;
      if (base?.id === first.id && isUnchanged(scenario, base)) return show(0);
      // Until the scenario is open, the lab still reports the earlier machine.
      lab.openScenario(first);
      const stop = lab.state.subscribe(() => {
        if (lab.state.get().base?.id !== first.id || lab.state.get().replay !== null) return;
        stop();
        show(0);
      });
    },
    next: () => show(Math.min(TOUR_STEPS.length - 1, (state.get().step ?? 0) + 1)),
    back: () => show(Math.max(0, (state.get().step ?? 0) - 1)),
    act() {
      const { cure } = lab.tick.get().diagnosis ?? {};
      if (name() === "cure" && cure) lab.change(cure.set, cure.label);
      else if (hasGoal(name())) lab.change({ [RATE]: OVERLOAD_RATE });
    },
    undo() {
      const { past } = lab.state.get().history;
      close();
      for (let depth = past.length; depth > undoDepth; depth--) lab.undo();
    },
    close,
  };
}

function isUnchanged(
  scenario: { settings: unknown; interventions: readonly unknown[] } | null,
  base: { settings: unknown },
): boolean {
  return (
    scenario !== null &&
    scenario.interventions.length === 0 &&
    JSON.stringify(scenario.settings) === JSON.stringify(base.settings)
  );
}

/** Where a browser remembers that the tour has been shown. */
export const TOUR_KEY = "livelock-lab.tour";

/** Whether this is somebody's first visit. Remembers the answer: the tour opens by itself only once. Without storage it
 * does not open by itself, because it would do so at every visit. */
export function takeFirstVisit(storage: TextStorage | null, hasStored: boolean): boolean {
  try {
    if (storage === null || storage.getItem(TOUR_KEY) !== null) return false;
    storage.setItem(TOUR_KEY, "shown");
    return !hasStored;
  } catch {
    return false;
  }
}

const hasGoal = (step: TourStep | null) => step === "overload" || step === "cure";

/** In slow motion the effect of a knob would take minutes to see: jumps ahead to it when the knobs have been still for a while. */
function createJump(
  lab: Machine,
  schedule: TourDependencies["schedule"],
  step: () => TourStep | null,
) {
  let awaited: Scenario | null = null;
  const isAhead = () => {
    const { effectFrom, skip } = lab.state.get();
    return effectFrom !== null && skip === null;
  };
  function whenStill(): void {
    const { scenario } = lab.state.get();
    if (!hasGoal(step()) || !isAhead() || awaited === scenario) return;
    awaited = scenario;
    schedule(() => {
      if (awaited !== scenario) return;
      awaited = null;
      if (step() === null || !isAhead()) return;
      if (lab.state.get().scenario === scenario) lab.clock.skipToEffect();
      else whenStill();
    }, STILL_MILLISECONDS);
  }
  return { whenStill, cancel: () => void (awaited = null) };
}
