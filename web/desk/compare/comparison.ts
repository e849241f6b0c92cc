// Compares the lab's machine with a second one that gets the same packets at the same time. The second machine has a lab
// and a worker of its own, created for the first comparison and kept for later ones.
import { tr } from "../../i18n/i18n";
import type { Scenario } from "../../generated/model";
import { correspondingItem, type Selection } from "../../frame/selection";
import type { Lab } from "../lab/lab";
import { createStore, type Store } from "../../lib/store";
import { formatCompareLink } from "./compare-link";
import {
  followerRun,
  lastOwnChange,
  type ComparisonTarget,
  type FollowerRun,
} from "./comparison-target";
import { MACHINE_LETTERS } from "../../model/machine-letters";
import { splitChange, withTrafficOf } from "../../model/shared-traffic";

export interface ComparisonState {
  /** off: there is no second machine. broken: it could not be opened, and a notice says why. */
  phase: "off" | "opening" | "ready" | "broken";
  /** The second machine; null until it has been opened once. */
  follower: Lab | null;
  /** The second machine is shown first. */
  isSwapped: boolean;
  /** If the follower is the machine before the last change: the name of that change. Otherwise null. */
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
  /** Opens the second machine at the leader's moment. Returns false when it was refused or cancelled. */
  start(target: ComparisonTarget): Promise<boolean>;
  /** Opens the second machine from a link to its state ("#/lab?..."). */
  startWithLink(hash: string): Promise<boolean>;
  /** Runs the second machine while the page shows both. Call the returned function when it no longer does. */
  show(): () => void;
  /** The link to both machines; null while the page shows one. */
  link(): string | null;
  swap(): void;
  /** Continues in the lab with the second machine. The leader's run becomes an undo step. */
  keepFollower(): Promise<boolean>;
  end(): void;
  /** The machines that the page shows: one, or two in their order, A first. */
  shownMachines(): readonly Lab[];
  /** The machine whose change undo takes back next; null when there is nothing to undo. While the page shows only one machine,
   * only changes of that machine count. `redoTarget` does the same for redo. */
  undoTarget(): { lab: Lab; label: string } | null;
  redoTarget(): { lab: Lab; label: string } | null;
}

const OFF: ComparisonState = { phase: "off", follower: null, isSwapped: false, before: null };

export function createComparison(leader: Lab, createFollower: () => Lab): Comparison {
  const state = createStore<ComparisonState>(OFF);
  let startup: Promise<Lab> | null = null;
  let shownCount = 0;
  /** The run that was requested last for the follower. A run that was refused is not requested again. */
  let requestedRun = "";
  let alsoShared: readonly string[] = [];

  /** Starts the second worker at the first call. */
  function followerLab(): Promise<Lab> {
    startup ??= (async () => {
      const lab = createFollower();
      await lab.startAfter(leader);
      state.set({ follower: lab });
      mirrorSelection(leader, lab, isOpen);
      leader.shareChanges((set) => {
        const { shared } = splitChange(set, alsoShared);
        return isShown() && Object.keys(shared).length > 0;
      });
      leader.state.subscribe(shareTraffic);
      lab.state.subscribe(shareTraffic);
      return lab;
    })();
    return startup;
  }

  /** Opens the follower's machine. Then the clock runs it too. */
  async function open(
    { before, isFirst }: Pick<FollowerRun, "before" | "isFirst">,
    openMachine: (lab: Lab) => Promise<boolean>,
  ): Promise<boolean> {
    state.set({ phase: "opening", before, isSwapped: isFirst });
    const lab = await followerLab();
    const succeeded = await openMachine(lab);
    lab.select(itemIn(lab, leader, leader.state.get().selection));
    state.set({ phase: succeeded ? "ready" : "broken" });
    lab.resume();
    if (shownCount > 0) leader.clock.add(lab.run);
    requestedRun = "";
    shareTraffic();
    return succeeded;
  }

  /** Runs a scenario with the leader's traffic up to the leader's head. */
  async function openAtLeader(lab: Lab, { base, run }: FollowerRun): Promise<boolean> {
    const { catalogue, scenario } = leader.state.get();
    if (catalogue === null || scenario === null) return false;
    const { head } = leader.run;
    // The cycles of interventions depend on the follower's clock rate, which is known only when it is open. Then
    // `shareTraffic` corrects them.
    const shared = withTrafficOf(catalogue, scenario, run, { alsoShared });
    return lab.openRun(base, shared, { milliseconds: head / 1e6 }, null);
  }

  /** Starts when the leader's changes so far have reached it. */
  function start(target: ComparisonTarget): Promise<boolean> {
    return new Promise((resolve) => leader.afterChanges(() => resolve(startNow(target))));
  }

  function startNow(target: ComparisonTarget): Promise<boolean> {
    const wanted = followerRun(target, leader.state.get());
    if (wanted === null) return Promise.resolve(false);
    alsoShared = target.kind === "machine" ? target.alsoShared : [];
    return open(wanted, (lab) => openAtLeader(lab, wanted));
  }

  /** Gives the follower the leader's traffic when one of the two runs has changed, and when the page shows both again. */
  function shareTraffic(): void {
    const { follower } = state.get();
    if (follower === null || !isShown()) return;
    const [ours, theirs] = [leader.state.get(), follower.state.get()];
    const { catalogue, scenario } = ours;
    if (catalogue === null || scenario === null || theirs.scenario === null) return;
    if (ours.replay !== null || theirs.replay !== null) return;
    const options = { clockRatio: follower.run.hertz / leader.run.hertz, alsoShared };
    const wanted = (run: Scenario) => withTrafficOf(catalogue, scenario, run, options);
    const next = wanted(theirs.scenario);
    const key = JSON.stringify(next);
    if (next === theirs.scenario || key === requestedRun) return;
    requestedRun = key;
    void follower.changeTraffic(wanted);
  }

  function isOpen(): boolean {
    return state.get().phase === "ready";
  }

  function isShown(): boolean {
    return shownCount > 0 && isOpen();
  }

  function latestEntry(which: "past" | "future") {
    const entries = shownMachines().flatMap((lab) => {
      const entry = lab.state.get().history[which].at(-1);
      return entry === undefined ? [] : [{ lab, label: entry.label, madeAt: entry.madeAt }];
    });
    // Undo takes the later change, redo the earlier one.
    const sign = which === "past" ? -1 : 1;
    return entries.sort((a, b) => sign * (a.madeAt - b.madeAt))[0] ?? null;
  }

  function shownMachines(): readonly Lab[] {
    const { follower, isSwapped } = state.get();
    if (follower === null || !isShown()) return [leader];
    return isSwapped ? [follower, leader] : [leader, follower];
  }

  function stopRunning(): void {
    const { follower } = state.get();
    if (follower !== null) leader.clock.remove(follower.run);
  }

  function end(): void {
    stopRunning();
    state.set({ phase: "off", isSwapped: false, before: null });
  }

  return {
    state,
    lastChange: () => lastOwnChange(leader.state.get())?.label ?? null,
    start,
    startWithLink(hash) {
      alsoShared = [];
      return open({ before: null, isFirst: false }, (lab) => lab.openLink(hash));
    },
    show() {
      shownCount++;
      const { follower } = state.get();
      if (follower !== null) leader.clock.add(follower.run);
      if (isOpen()) follower?.resume();
      shareTraffic();
      return () => {
        shownCount--;
        if (shownCount === 0) stopRunning();
      };
    },
    link() {
      const { follower, isSwapped } = state.get();
      if (follower === null || !isShown()) return null;
      return formatCompareLink({ leader: leader.link(), follower: follower.link(), isSwapped });
    },
    swap: () => state.set({ isSwapped: !state.get().isSwapped }),
    async keepFollower() {
      const { follower } = state.get();
      if (follower === null) return false;
      await new Promise<void>((resolve) => follower.afterChanges(resolve));
      const moment = follower.moment();
      if (moment === null) return false;
      const { base, scenario, head, t } = moment;
      const succeeded = await leader.openRun(base, scenario, { cycles: head }, t);
      if (succeeded) end();
      return succeeded;
    },
    end,
    shownMachines,
    undoTarget: () => latestEntry("past"),
    redoTarget: () => latestEntry("future"),
  };
}

/** Selects and highlights in each machine what is selected and highlighted in the other. While the follower's machine is
 * being opened, the leader's selection counts. */
function mirrorSelection(leader: Lab, follower: Lab, isOpen: () => boolean): void {
  let isMirroring = false;
  const watch = (from: Lab, to: Lab, counts: () => boolean) => {
    let last = from.state.get();
    from.state.subscribe(() => {
      const before = last;
      const { selection, highlight } = (last = from.state.get());
      if (isMirroring || !counts()) return;
      isMirroring = true;
      if (selection !== before.selection) to.select(itemIn(to, from, selection));
      if (highlight !== before.highlight) to.highlight(itemIn(to, from, highlight));
      isMirroring = false;
    });
  };
  watch(leader, follower, () => true);
  watch(follower, leader, isOpen);
}

function itemIn(to: Lab, from: Lab, item: Selection): Selection {
  const [ours, theirs] = [from.state.get().topology, to.state.get().topology];
  return ours === null || theirs === null ? item : correspondingItem(item, ours, theirs);
}
