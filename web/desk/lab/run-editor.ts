// Changes the run. At the live edge a knob change becomes an intervention. In the past it starts a branch. A knob that
// needs another machine, or that is turned after the run has ended, starts a new run. Undo, redo and scenarios rebuild
// the machine by running a scenario. Requests are handled one after another: pending changes come before later
// requests, and waiting undo clicks are one batch.
import { tr } from "../../i18n/i18n";
import type { RunTarget } from "../../engine/protocol";
import { CancelledError } from "../../engine/problems";
import type { Capture, Catalogue, KernelProgram, Scenario } from "../../generated/model";
import { formatMoment } from "../../lib/format/numbers";
import { toCycles } from "../clock/nanoseconds";
import { needCompressor } from "../link/program-field";
import { withProgram } from "../../model/program-knobs";
import { addedIntervention, invalidatedView } from "./run-diff";
import { undoStep, redoStep, record, type LinkedView, type Moment } from "../history/history";
import {
  beginUndoBatch,
  extendUndoBatch,
  describeUndoBatch,
  type UndoBatch,
} from "../history/undo-batch";
import { setView, type LabCore } from "./lab-state";
import { isSlowMotion } from "../../model/playback";
import type { Player } from "./player";
import {
  restartedAt,
  needsRestart,
  truncatedAt,
  type SettingValues,
} from "../../model/scenario/settings";
import { initialSpeed, warmUpMilliseconds } from "./initial-view";
import { PendingChanges, type PendingChange } from "./pending-changes";
import { reportBranch, reportChangeError, reportNewRun, reportUndo } from "./change-notices";

type HistoryOperation = typeof undoStep;

export class RunEditor {
  private readonly pending: PendingChanges;
  private queueTail: Promise<unknown> = Promise.resolve();
  /** The number of requests in the queue. */
  private underWay = 0;
  /** The clicks on undo and redo that a further click joins (null after any other request), and those being applied. */
  private openClicks: HistoryOperation[] | null = null;
  private runningClicks: HistoryOperation[] | null = null;

  constructor(
    private readonly core: LabCore,
    private readonly player: Player,
  ) {
    this.pending = new PendingChanges(core, () => void this.enqueue(() => this.applyPending()));
    player.afterChanges = (run) => this.afterChanges(run);
  }

  /** Turns knobs; `label` names the undo step. Changes of the same transaction join it. */
  change(set: SettingValues, label?: string): void {
    this.openClicks = null;
    this.pending.change(set, label);
  }

  /** Tells whether the pointer is down on the page. */
  setDragging(held: boolean): void {
    this.pending.setDragging(held);
  }

  /** Runs this when all changes so far have reached the machine: at once if none is on its way. */
  afterChanges(run: () => void): void {
    const { pendingValues, replay } = this.core.state.get();
    if (Object.keys(pendingValues).length === 0 && replay === null) return run();
    void this.enqueueAfterPending(() => Promise.resolve(run()));
  }

  /** Opens a scenario of the catalogue, or one from a link. It can be undone. Returns false when the scenario was
   * refused or cancelled: a notice says so, and the machine has not changed. The other methods that return a boolean
   * do the same. `view`: what a link shows with it; undo restores what was shown before. */
  open(
    base: Scenario,
    scenario: Scenario,
    until: RunTarget,
    t: number | null,
    view?: LinkedView,
  ): Promise<boolean> {
    return this.enqueueAfterPending(async () => {
      const moment = view === undefined ? this.currentMoment() : this.currentMomentWithView();
      const transaction = this.pending.beginTransaction();
      await this.rebuild(
        base,
        scenario,
        until,
        tr("Opening “{title}”", { title: tr(scenario.title) }),
      );
      if (t !== null)
        this.player.setPosition(this.core.position.head, Math.min(t, this.core.position.head));
      const label = tr("Scenario “{title}”", { title: tr(base.title) });
      this.core.state.set({ ...view });
      // Before the first machine there is nothing to undo, and a notice says why another machine could not be opened.
      if (moment === null) return;
      this.record(transaction, label, moment);
      // They are about the machine before, and their Undo would no longer undo what they report.
      for (const key of ["done", "refused"]) this.core.notices.dismiss(key);
    });
  }

  /** Runs this when nothing is under way: at once if that is so. */
  whenIdle(run: () => void): void {
    this.pending.flush();
    if (this.underWay === 0) return run();
    void this.enqueue(() => Promise.resolve(run()));
  }

  /** Rebuilds the machine of the state, if the worker does not have it any more. If the rebuild is cancelled, the scenario begins
   * again, and undo leads to the moment that was to be rebuilt. */
  async reopen(): Promise<void> {
    const isOpen = await this.enqueueAfterPending(async () => {
      const { effectFrom, isParked } = this.core.state.get();
      const moment = this.core.hasMachine || isParked ? null : this.currentMoment();
      if (moment === null) return;
      await this.rebuildMoment(moment, tr("Restoring your machine"));
      this.core.state.set({ effectFrom });
    });
    const { base, catalogue } = this.core.state.get();
    if (isOpen || this.core.hasMachine || base === null) return;
    await this.open(base, base, { milliseconds: warmUpMilliseconds(catalogue, base) }, null);
  }

  undo(): Promise<unknown> {
    return this.enqueueOperation(undoStep);
  }

  redo(): Promise<unknown> {
    return this.enqueueOperation(redoStep);
  }

  /** Starts a new run with the same knobs, after a run has reached its bound. */
  startNewRun(): Promise<boolean> {
    return this.enqueueAfterPending(() =>
      this.restart({}, tr("A new run"), this.pending.beginTransaction()),
    );
  }

  /** Rebuilds the shown run up to a cycle. Adds nothing to the history. */
  recover(until: number): Promise<boolean> {
    return this.enqueueAfterPending(async () => {
      const { base, scenario } = this.core.state.get();
      if (base === null || scenario === null) return;
      await this.rebuild(base, scenario, { cycles: until }, tr("Rebuilding the machine"));
    });
  }

  /** Changes the run to the scenario that `wanted` makes of it: the same machine with other traffic. If the run has only
   * one more intervention at its end, the machine takes it; else the machine is rebuilt. Adds nothing to the history. */
  changeTraffic(wanted: (current: Scenario) => Scenario): Promise<boolean> {
    return this.enqueue(async () => {
      const { engine, state, position } = this.core;
      const moment = this.currentMoment();
      if (moment === null) return;
      const scenario = wanted(moment.scenario);
      const added = addedIntervention(moment.scenario, scenario);
      if (added !== null && added.at >= position.head) {
        state.set({ scenario: (await engine.intervene(added.set, added.at)).scenario });
        return this.player.invalidate();
      }
      const given = { ...moment, scenario };
      await this.rebuildMoment(given, tr("Giving both machines the same packets"));
    });
  }

  currentMoment(): Moment | null {
    const { base, scenario } = this.core.state.get();
    const { t, head } = this.core.position;
    if (base === null || scenario === null) return null;
    return { base, scenario, head, t: Math.floor(Math.min(t, head)) };
  }

  private currentMomentWithView(): Moment | null {
    const moment = this.currentMoment();
    const { curves, question } = this.core.state.get();
    return moment && { ...moment, view: { curves, question } };
  }

  /** Adds work to the queue, after the pending changes. */
  private enqueueAfterPending(work: () => Promise<void>): Promise<boolean> {
    this.pending.flush();
    return this.enqueue(work);
  }

  /** Adds work to the queue. Resolves with whether it succeeded. */
  private enqueue(work: () => Promise<void>): Promise<boolean> {
    this.openClicks = null;
    this.underWay++;
    const ended = (isDone: boolean) => {
      this.underWay--;
      return isDone;
    };
    const failed = (error: unknown) => {
      reportChangeError(this.core, error);
      return ended(false);
    };
    const turn = this.queueTail.then(work).then(() => ended(true), failed);
    this.queueTail = turn;
    return turn;
  }

  private async applyPending(): Promise<void> {
    for (let change = this.pending.next(); change !== undefined; change = this.pending.next()) {
      try {
        await this.apply(change);
      } finally {
        this.pending.settle(change.set);
      }
    }
  }

  private async apply(change: PendingChange): Promise<void> {
    const { catalogue } = this.core.state.get();
    if (catalogue === null) return;
    if (needsRestart(catalogue, change.set) || this.player.showsEnd) {
      await this.restart(change.set, change.label, change.transaction);
    } else {
      const moment = this.currentMoment();
      if (moment === null) return;
      const isLive = this.player.isAtLiveEdge;
      if (!isLive) await this.branch(moment);
      // What another run gets too, both take in the same cycle. After a branch the other run is rebuilt from there.
      const isShared = isLive && this.core.shares(change.set);
      await this.intervene(change, moment, isShared);
    }
    this.core.notices.dismiss("refused");
  }

  private async intervene(change: PendingChange, moment: Moment, isShared: boolean): Promise<void> {
    const { engine, state, position, clock } = this.core;
    const live = this.player.isAtLiveEdge;
    const at = isShared ? Math.ceil(toCycles(clock.frontier, position.hertz)) : 0;
    const { scenario, head } = await engine.intervene(change.set, at);
    state.set({ scenario });
    position.head = Math.max(position.head, head);
    if (live && !state.get().playing) this.player.setPosition(head, head);
    else this.player.invalidate();
    this.record(change.transaction, change.label, moment);
    if (isSlowMotion(state.get().speed)) state.set({ effectFrom: head });
  }

  private async branch(moment: Moment): Promise<void> {
    const { position } = this.core;
    const truncated = truncatedAt(moment.scenario, moment.t);
    const when = formatMoment(moment.t, position.hertz);
    const label = tr("Going back to {when}", { when });
    await this.rebuild(moment.base, truncated, { cycles: moment.t }, label);
    reportBranch(this.core, when, () => void this.undo());
  }

  /** Starts a new run that replays a capture, with the current knobs. */
  replayCapture(capture: Capture, set: SettingValues): Promise<boolean> {
    const label = tr("Capture {file}", { file: capture.file });
    return this.enqueueAfterPending(() =>
      this.restart(set, label, this.pending.beginTransaction(), { capture }),
    );
  }

  /** Runs another program from the start, with the current knobs. Programs soon after each other are one undo step.
   * `keepsRun`: in the shown run, with its packets and up to the shown moment. */
  runProgram(program: KernelProgram, keepsRun: boolean): Promise<boolean> {
    return this.enqueueAfterPending(async () => {
      const transaction = this.pending.transactionFor("program");
      const moment = keepsRun ? this.currentMoment() : null;
      if (moment === null)
        return void (await this.beginAnew({}, tr("Program"), transaction, { program }));
      const again = { ...moment, scenario: withProgram(moment.scenario, program) };
      await this.rebuildMoment(again, tr("Building another machine"));
      this.record(transaction, tr("Program"), moment);
    });
  }

  private async restart(
    set: SettingValues,
    label: string,
    transaction: number,
    parts: Partial<Scenario> = {},
  ): Promise<void> {
    const hadEnded = this.player.showsEnd;
    const catalogue = await this.beginAnew(set, label, transaction, parts);
    if (catalogue === null) return;
    reportNewRun(this.core, { catalogue, set, label, hadEnded }, () => void this.undo());
  }

  /** Begins a run with the current knobs and these changes. */
  private async beginAnew(
    set: SettingValues,
    label: string,
    transaction: number,
    parts: Partial<Scenario>,
  ): Promise<Catalogue | null> {
    const moment = this.currentMoment();
    const { catalogue } = this.core.state.get();
    if (moment === null || catalogue === null) return null;
    // While playing, the last changes are a packet's time ahead of the shown time.
    const t = this.player.isAtLiveEdge ? Infinity : moment.t;
    const scenario = { ...restartedAt(catalogue, moment.scenario, t, set), ...parts };
    const until = { milliseconds: warmUpMilliseconds(catalogue, scenario) };
    await this.rebuild(moment.base, scenario, until, tr("Building another machine"));
    this.record(transaction, label, moment);
    return catalogue;
  }

  /** Adds one click on undo or redo. If a rebuild for the clicks before it is under way, cancels it, so that every click
   * counts and only the last moment is rebuilt. */
  private enqueueOperation(operation: HistoryOperation): Promise<unknown> {
    if (this.openClicks === null) {
      const clicks = [operation];
      const turn = this.enqueueAfterPending(() => this.runClicks(clicks));
      this.openClicks = clicks;
      return turn;
    }
    this.openClicks.push(operation);
    if (this.openClicks === this.runningClicks) this.core.state.get().replay?.cancel();
    return this.queueTail;
  }

  private async runClicks(clicks: HistoryOperation[]): Promise<void> {
    const currentMoment = this.currentMomentWithView();
    if (currentMoment === null) return;
    let batch = beginUndoBatch(this.core.state.get().history, currentMoment);
    this.runningClicks = clicks;
    try {
      while (clicks.length > 0) {
        batch = clicks.splice(0).reduce(extendUndoBatch, batch);
        if (batch.labels.length === 0) return;
        await this.openBatchTarget(batch).catch((error: unknown) => {
          if (!(error instanceof CancelledError) || clicks.length === 0) throw error;
        });
      }
    } finally {
      if (this.openClicks === clicks) this.openClicks = null;
      this.runningClicks = null;
    }
    reportUndo(this.core, batch);
  }

  private async openBatchTarget(batch: UndoBatch): Promise<void> {
    const { base, scenario, view } = batch.target;
    const { state } = this.core;
    const from = state.get().base;
    this.pending.beginTransaction();
    await this.rebuildMoment(batch.target, describeUndoBatch(batch, "present"));
    state.set({ history: batch.history, ...view });
    if (from?.id !== base.id) setView(this.core, { speed: initialSpeed(scenario, state.get()) });
  }

  /** Runs a scenario from its beginning to its head, and shows a moment. */
  private async rebuildMoment({ base, scenario, head, t }: Moment, label: string): Promise<void> {
    await this.rebuild(base, scenario, { cycles: head }, label);
    this.player.setPosition(this.core.position.head, Math.min(t, this.core.position.head));
  }

  /** Runs a scenario from its beginning. The old machine stays until the new one is ready. */
  private async rebuild(base: Scenario, scenario: Scenario, until: RunTarget, label: string) {
    const { engine, state, clock, position, follows, traceMegabytes } = this.core;
    const text = JSON.stringify(scenario);
    const loading = needCompressor(scenario);
    if (loading !== null) await loading;
    const onProgress = (done: number) =>
      state.set({ replay: { label, done, cancel: task.cancel } });
    const task = engine.open(text, until, traceMegabytes, onProgress);
    onProgress(0);
    try {
      const opened = await task.done;
      const { clock_hz: hertz } = opened.topology;
      const shown = Math.min(position.t, position.head);
      const sameRate = position.hertz === hertz;
      this.core.hasMachine = true;
      position.hertz = hertz;
      position.ended = opened.atBound;
      const known = JSON.stringify(state.get().topology) === JSON.stringify(opened.topology);
      if (!known) this.player.clearFrames();
      const stale = invalidatedView(state.get(), shown, opened.scenario, opened.head);
      const { range, selection, highlight, ...view } = stale;
      if (!follows) {
        state.set(known ? { selection, highlight } : { selection: null, highlight: null });
        if (range === null) clock.set({ range });
        if (!sameRate) clock.set({ viewWidth: 0, loop: null, loopMark: null });
        clock.set({ skip: null });
      }
      state.set({
        ...view,
        // A scenario from a file may leave fields out; the simulator completes them.
        base: base === scenario ? opened.scenario : base,
        scenario: opened.scenario,
        topology: known ? state.get().topology : opened.topology,
        effectFrom: null,
      });
      this.player.setPosition(opened.head, opened.head);
    } finally {
      state.set({ replay: null });
    }
  }

  private record(transaction: number, label: string, moment: Moment): void {
    const { state, now } = this.core;
    state.set({ history: record(state.get().history, transaction, label, moment, now()) });
  }
}
