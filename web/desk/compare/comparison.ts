// Compares the desk's machine with a second one that gets the same packets at the same time. The second machine is a lab with
// a worker of its own, created for the first comparison and kept for later ones. The traffic of both is the desk machine's.
import { tr } from "../../i18n/i18n";
import type { Scenario } from "../../generated/model";
import type { Lab } from "../lab/lab";
import type { Machine } from "../lab/machine";
import { createStore, type Store } from "../../lib/store";
import { formatCompareLink } from "./compare-link";
import {
  lastOwnChange,
  secondRun,
  type ComparisonTarget,
  type SecondRun,
} from "./comparison-target";
import type { Limits } from "../../model/limits";
import { MACHINE_LETTERS } from "../../model/machine-letters";
import { splitChange, withTrafficOf } from "../../model/shared-traffic";

export interface ComparisonState {
  /** off: there is no second machine. broken: it could not be opened, and a notice says why. */
  phase: "off" | "opening" | "ready" | "broken";
  /** In their order, A first: the desk's machine, and the second one from when it was opened for the first time. */
  machines: readonly Machine[];
  /** If the second machine is the one before the last change: the name of that change. Otherwise null. */
  before: string | null;
}

/** What a screen reader says about one of two compared machines: "Machine A: …". */
export function describeWithLetter(machine: number, text: string): string {
  return tr("Machine {letter}: {text}", { letter: MACHINE_LETTERS[machine] ?? "", text });
}

export interface Comparison {
  readonly state: Store<ComparisonState>;
  /** The name of the change that { kind: "before" } leaves out; null when there is no such change. */
  lastChange(): string | null;
  /** Opens the second machine at the moment of the desk's machine. Returns false when it was refused or cancelled. */
  start(target: ComparisonTarget): Promise<boolean>;
  /** Opens the second machine from a link to its state ("#/lab?..."). */
  startWithLink(hash: string): Promise<boolean>;
  /** Runs the second machine while the page shows both. Call the returned function when it no longer does. */
  show(): () => void;
  /** The link to both machines; null while the page shows one. */
  link(): string | null;
  swap(): void;
  /** Continues in the lab with the second machine. The run of the desk's machine becomes an undo step. */
  keepSecond(): Promise<boolean>;
  end(): void;
  /** The page shows another desk: the second machine gives its worker back. */
  park(): void;
  /** Sets what the open lesson allows and conceals on the second machine. */
  limitSecond(limits: Limits): void;
  /** The machines that the page shows: the desk's, or both in their order. */
  shownMachines(): readonly Machine[];
  /** The machine whose change undo takes back next; null when there is nothing to undo. While the page shows only one machine,
   * only changes of that machine count. `redoTarget` does the same for redo. */
  undoTarget(): { lab: Machine; label: string } | null;
  redoTarget(): { lab: Machine; label: string } | null;
}

/** Calls `visit` with each machine of the desk: now with those that are there, and later with one that is added. */
export function withEachMachine(
  { state }: Pick<Comparison, "state">,
  visit: (machine: Machine) => void,
): void {
  const known = new Set<Machine>();
  const look = () => {
    const added = state.get().machines.filter((machine) => !known.has(machine));
    for (const machine of added) {
      known.add(machine);
      visit(machine);
    }
  };
  state.subscribe(look);
  look();
}

/** `lab`: the desk's machine. */
export function createComparison(lab: Lab, createSecond: () => Lab): Comparison {
  const state = createStore<ComparisonState>({ phase: "off", machines: [lab], before: null });
  let startup: Promise<Lab> | null = null;
  /** The second machine; null until it has been opened once. */
  let kept: Lab | null = null;
  let shownCount = 0;
  /** The run that was requested last for the second machine. A run that was refused is not requested again. */
  let requestedRun = "";
  let alsoShared: readonly string[] = [];

  /** Starts the second worker at the first call. */
  function secondLab(): Promise<Lab> {
    startup ??= (async () => {
      const second = createSecond();
      await second.startAfter(lab);
      kept = second;
      state.set({ machines: [lab, second] });
      lab.shareChanges((set) => {
        const { shared } = splitChange(set, alsoShared);
        return isShown() && Object.keys(shared).length > 0;
      });
      lab.state.subscribe(shareTraffic);
      second.state.subscribe(shareTraffic);
      return second;
    })();
    return startup;
  }

  /** Opens the second machine. Then the clock runs it too. */
  async function open(
    { before, isFirst }: Pick<SecondRun, "before" | "isFirst">,
    openMachine: (second: Lab) => Promise<boolean>,
  ): Promise<boolean> {
    state.set({ phase: "opening", before });
    const second = await secondLab();
    state.set({ machines: isFirst ? [second, lab] : [lab, second] });
    const succeeded = await openMachine(second);
    state.set({ phase: succeeded ? "ready" : "broken" });
    second.resume();
    if (shownCount > 0) lab.clock.add(second.run);
    requestedRun = "";
    shareTraffic();
    return succeeded;
  }

  /** Runs a scenario with the traffic of the desk's machine up to the head of that machine. */
  async function openBeside(second: Lab, { base, run }: SecondRun): Promise<boolean> {
    const { catalogue, scenario } = lab.state.get();
    if (catalogue === null || scenario === null) return false;
    const { head } = lab.run;
    // The cycles of interventions depend on the second machine's clock rate, which is known only when it is open. Then
    // `shareTraffic` corrects them.
    const shared = withTrafficOf(catalogue, scenario, run, { alsoShared });
    return second.openRun(base, shared, { milliseconds: head / 1e6 }, null);
  }

  /** Starts when the changes of the desk's machine so far have reached it. */
  function start(target: ComparisonTarget): Promise<boolean> {
    return new Promise((resolve) => lab.afterChanges(() => resolve(startNow(target))));
  }

  function startNow(target: ComparisonTarget): Promise<boolean> {
    const wanted = secondRun(target, lab.state.get());
    if (wanted === null) return Promise.resolve(false);
    alsoShared = target.kind === "machine" ? target.alsoShared : [];
    return open(wanted, (second) => openBeside(second, wanted));
  }

  /** Gives the second machine the traffic of the first when one of the two runs has changed, and when the page shows both
   * again. */
  function shareTraffic(): void {
    if (kept === null || !isShown()) return;
    const [ours, theirs] = [lab.state.get(), kept.state.get()];
    const { catalogue, scenario } = ours;
    if (catalogue === null || scenario === null || theirs.scenario === null) return;
    if (ours.replay !== null || theirs.replay !== null) return;
    const options = { clockRatio: kept.run.hertz / lab.run.hertz, alsoShared };
    const wanted = (run: Scenario) => withTrafficOf(catalogue, scenario, run, options);
    const next = wanted(theirs.scenario);
    const key = JSON.stringify(next);
    if (next === theirs.scenario || key === requestedRun) return;
    requestedRun = key;
    void kept.changeTraffic(wanted);
  }

  function isOpen(): boolean {
    return state.get().phase === "ready";
  }

  function isShown(): boolean {
    return shownCount > 0 && isOpen();
  }

  function latestEntry(which: "past" | "future") {
    const entries = shownMachines().flatMap((machine) => {
      const entry = machine.state.get().history[which].at(-1);
      return entry === undefined ? [] : [{ lab: machine, ...entry }];
    });
    // Undo takes the later change, redo the earlier one.
    const sign = which === "past" ? -1 : 1;
    return entries.sort((a, b) => sign * (a.madeAt - b.madeAt))[0] ?? null;
  }

  function shownMachines(): readonly Machine[] {
    return isShown() ? state.get().machines : [lab];
  }

  function stopRunning(): void {
    if (kept !== null) lab.clock.remove(kept.run);
  }

  function end(): void {
    stopRunning();
    state.set({ phase: "off", before: null });
  }

  return {
    state,
    lastChange: () => lastOwnChange(lab.state.get())?.label ?? null,
    start,
    startWithLink(hash) {
      alsoShared = [];
      return open({ before: null, isFirst: false }, (second) => second.openLink(hash));
    },
    show() {
      shownCount++;
      if (kept !== null) lab.clock.add(kept.run);
      if (isOpen()) kept?.resume();
      shareTraffic();
      return () => {
        shownCount--;
        if (shownCount === 0) stopRunning();
      };
    },
    link() {
      if (kept === null || !isShown()) return null;
      const isSwapped = state.get().machines[0] === kept;
      return formatCompareLink({ links: [lab.link(), kept.link()], isSwapped });
    },
    swap: () => state.set({ machines: [...state.get().machines].reverse() }),
    async keepSecond() {
      const second = kept;
      if (second === null) return false;
      await new Promise<void>((resolve) => second.afterChanges(resolve));
      const moment = second.moment();
      if (moment === null) return false;
      const { base, scenario, head, t } = moment;
      const succeeded = await lab.openRun(base, scenario, { cycles: head }, t);
      if (succeeded) end();
      return succeeded;
    },
    end,
    park: () => kept?.park(),
    limitSecond: (limits) => kept?.state.set({ limits }),
    shownMachines,
    undoTarget: () => latestEntry("past"),
    redoTarget: () => latestEntry("future"),
  };
}
