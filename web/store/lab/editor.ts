// Changes to the run. At the live edge a knob is an intervention; in the past it starts a branch; a
// knob that needs another machine, or comes when the run has ended, restarts it; undo, redo and scenarios
// run what is to be again. One thing at a time, in order, the changes that wait (waiting.ts) before what is asked after them; undo clicks that
// wait are one way back.
import type { Until } from "../../engine/protocol";
import { CancelledError, RefusedError, sayProblem, TrapError } from "../../engine/problems";
import type { Capture, Scenario } from "../../engine/model";
import { formatMoment } from "../../charts/format";
import { forgotten } from "../history/run-diff";
import { back, forward, record, type History, type Moment } from "../history/history";
import { beginJourney, goOn, sayJourney, type Journey } from "../history/undo-batch";
import type { LabCore } from "./lab-state";
import { isSlowMotion } from "./playback";
import type { Player } from "./player";
import { anewWith, needsRestart, parameterOf, truncatedAt, type Values } from "../scenario/settings";
import { firstSpeed, warmMilliseconds } from "./initial-view";
import { Waiting, type Change } from "./pending-changes";
import { sayValue, withLabels } from "../scenario/setting-text";

/** A click on undo or redo. */
type Way = typeof back;

export class Editor {
  private readonly waiting: Waiting;
  private lane: Promise<unknown> = Promise.resolve();
  private ways: Way[] = [];
  private travelling = false;

  constructor(
    private readonly core: LabCore,
    private readonly player: Player,
  ) {
    this.waiting = new Waiting(core, () => void this.append(() => this.applyWaiting()));
  }

  /** Turns knobs; `label` names the undo step. Changes of the same gesture join it. */
  change(set: Values, label?: string): void {
    this.waiting.change(set, label);
  }

  /** The pointer is down on the page, or up again. */
  grasp(held: boolean): void {
    this.waiting.grasp(held);
  }

  /** Opens a scenario of the catalogue, or one from a link; it can be undone. False, as of all that answer so:
   * it was refused or given up, which has been told, and the machine is as it was. */
  open(base: Scenario, scenario: Scenario, until: Until, t: number | null): Promise<boolean> {
    return this.queue(async () => {
      const moment = this.moment();
      const gesture = this.waiting.beginGesture();
      await this.rebuild(base, scenario, until, `Opening “${scenario.title}”`);
      if (t !== null) this.player.standAt(this.core.clock.head, Math.min(t, this.core.clock.head));
      const label = `Scenario “${base.title}”`;
      if (moment !== null) this.record(gesture, label, moment);
    });
  }

  /** Stands at a moment again, without a trace in the history. */
  restore({ base, scenario, head, t }: Moment): Promise<boolean> {
    return this.queue(async () => {
      this.waiting.beginGesture();
      await this.rebuild(base, scenario, { cycles: head }, "Bringing your machine back");
      this.player.standAt(this.core.clock.head, t);
      this.core.state.set({ draft: {} });
    });
  }

  /** Undo goes back to this moment, and then on through this history. */
  remember(moment: Moment, history: History): void {
    const { state } = this.core;
    const { base } = state.get();
    state.set({ history });
    this.record(this.waiting.beginGesture(), `Scenario “${base?.title ?? ""}”`, moment);
  }

  undo(): Promise<unknown> {
    return this.travel(back);
  }

  redo(): Promise<unknown> {
    return this.travel(forward);
  }

  /** The same knobs in a new run: after the bound of a run is reached. */
  renew(): Promise<boolean> {
    return this.queue(() => this.restart({}, "A new run", this.waiting.beginGesture()));
  }

  /** Rebuilds the shown run up to a moment, without a trace in the history. */
  recover(until: number): Promise<boolean> {
    return this.queue(async () => {
      const { base, scenario } = this.core.state.get();
      if (base === null || scenario === null) return;
      await this.rebuild(base, scenario, { cycles: until }, "Rebuilding the machine");
    });
  }

  moment(): Moment | null {
    const { base, scenario } = this.core.state.get();
    const { clock } = this.core;
    if (base === null || scenario === null) return null;
    return { base, scenario, head: clock.head, t: Math.floor(Math.min(clock.t, clock.head)) };
  }

  /** Does a thing after all others, and after the changes that wait. */
  private queue(work: () => Promise<void>): Promise<boolean> {
    this.waiting.flush();
    return this.append(work);
  }

  /** Whether it was done. */
  private append(work: () => Promise<void>): Promise<boolean> {
    const failed = (error: unknown) => {
      this.tell(error);
      return false;
    };
    const turn = this.lane.then(work).then(() => true, failed);
    this.lane = turn;
    return turn;
  }

  private async applyWaiting(): Promise<void> {
    for (let change = this.waiting.next(); change !== undefined; change = this.waiting.next()) {
      try {
        await this.apply(change);
      } finally {
        this.waiting.settle(change.set);
      }
    }
  }

  private async apply(change: Change): Promise<void> {
    const { state } = this.core;
    const { catalogue } = state.get();
    if (catalogue === null) return;
    if (needsRestart(catalogue, change.set) || this.player.ended) {
      await this.restart(change.set, change.label, change.gesture);
    } else {
      const moment = this.moment();
      if (moment === null) return;
      if (!this.player.live) await this.branch(moment);
      await this.intervene(change, moment);
    }
    this.core.notices.dismiss("refused");
  }

  private async intervene(change: Change, moment: Moment): Promise<void> {
    const { engine, state, clock } = this.core;
    const live = this.player.live;
    const { scenario, head } = await engine.intervene(change.set);
    state.set({ scenario });
    clock.head = Math.max(clock.head, head);
    if (live && !state.get().playing) this.player.standAt(head, head);
    else this.player.invalidate();
    this.record(change.gesture, change.label, moment);
    if (isSlowMotion(state.get().speed)) state.set({ effectFrom: head });
  }

  private async branch(moment: Moment): Promise<void> {
    const { notices, clock } = this.core;
    const kept = truncatedAt(moment.scenario, moment.t);
    const when = formatMoment(moment.t, clock.hertz);
    await this.rebuild(moment.base, kept, { cycles: moment.t }, `Going back to ${when}`);
    notices.say({
      key: "done",
      tone: "done",
      title: `A new branch begins at ${when}`,
      text: ["What came after it has left. Undo brings it back exactly."],
      actions: [{ label: "Undo", run: () => void this.undo() }],
    });
  }

  /** Another capture to send: a new run, with the knobs as they stand. */
  send(capture: Capture, set: Values): Promise<boolean> {
    return this.queue(() =>
      this.restart(set, `Capture ${capture.file}`, this.waiting.beginGesture(), capture),
    );
  }

  private async restart(
    set: Values,
    label: string,
    gesture: number,
    capture?: Capture,
  ): Promise<void> {
    const { state, notices } = this.core;
    const moment = this.moment();
    const { catalogue } = state.get();
    if (moment === null || catalogue === null) return;
    const anew = anewWith(catalogue, moment.scenario, moment.t, set);
    const scenario = capture === undefined ? anew : { ...anew, capture };
    const built = this.player.ended ? "That run had ended: a new one" : "Built anew";
    const until = { milliseconds: warmMilliseconds(catalogue, scenario) };
    await this.rebuild(moment.base, scenario, until, "Building another machine");
    this.record(gesture, label, moment);
    const changed = Object.entries(set).map(([path, value]) => {
      const parameter = parameterOf(catalogue, path);
      return parameter === undefined ? path : `${parameter.label}: ${sayValue(parameter, value)}`;
    });
    notices.say({
      key: "done",
      tone: "done",
      title: changed.length > 0 ? `${built} with ${changed.join(", ")}` : "A new run",
      text: ["Time starts again from 0 with the same seed; your other knobs are kept."],
      actions: [{ label: "Undo", run: () => void this.undo() }],
    });
  }

  /** One more click on undo or redo. A way back that is being run already is given up for the longer one,
   * so that every click counts and only the last moment is waited for. */
  private travel(way: Way): Promise<unknown> {
    this.ways.push(way);
    if (!this.travelling) return this.queue(() => this.travelAll());
    this.core.state.get().replay?.cancel();
    return this.lane;
  }

  private async travelAll(): Promise<void> {
    const here = this.moment();
    // An earlier turn of the lane may have taken all clicks along.
    if (here === null || this.ways.length === 0) return;
    let journey = beginJourney(this.core.state.get().history, here);
    this.travelling = true;
    try {
      while (this.ways.length > 0) {
        journey = this.ways.splice(0).reduce(goOn, journey);
        if (journey.labels.length === 0) return;
        await this.stand(journey).catch((error: unknown) => {
          if (!(error instanceof CancelledError) || this.ways.length === 0) throw error;
        });
      }
    } finally {
      this.travelling = false;
      this.ways = [];
    }
    this.arrive(journey);
  }

  private async stand(journey: Journey): Promise<void> {
    const { base, scenario, head, t } = journey.moment;
    const { state } = this.core;
    const from = state.get().base;
    this.waiting.beginGesture();
    await this.rebuild(base, scenario, { cycles: head }, sayJourney(journey, "going"));
    this.player.standAt(this.core.clock.head, t);
    state.set({ history: journey.history, draft: {} });
    if (from?.id !== base.id) state.set({ speed: firstSpeed(scenario, state.get()) });
  }

  private arrive(journey: Journey): void {
    const { notices, clock } = this.core;
    const when = formatMoment(journey.moment.t, clock.hertz);
    notices.say({
      key: "done",
      tone: "done",
      title: sayJourney(journey, "gone"),
      text: [`You stand at ${when} again.`],
      actions: [],
    });
  }

  /** Runs a scenario from its beginning; the old machine stays until the new one stands. */
  private async rebuild(base: Scenario, scenario: Scenario, until: Until, label: string) {
    const { engine, state, clock, traceMegabytes } = this.core;
    const text = JSON.stringify(scenario);
    const tell = (done: number) => state.set({ replay: { label, done, cancel: task.cancel } });
    const task = engine.open(text, until, traceMegabytes, tell);
    tell(0);
    try {
      const opened = await task.done;
      const { clock_hz: hertz } = opened.topology;
      const sameClock = clock.hertz === hertz;
      clock.hertz = hertz;
      clock.ended = opened.atBound;
      const shown = Math.min(clock.t, clock.head);
      const known = JSON.stringify(state.get().topology) === JSON.stringify(opened.topology);
      if (!known) this.player.forget();
      state.set({
        ...forgotten(state.get(), shown, opened.scenario, opened.head),
        ...(sameClock ? {} : { viewWidth: 0 }),
        // One from a file may leave things out, or say them otherwise.
        base: base === scenario ? opened.scenario : base,
        scenario: opened.scenario,
        topology: known ? state.get().topology : opened.topology,
        effectFrom: null,
        skip: null,
        ...(known ? {} : { selection: null, highlight: null }),
      });
      this.player.standAt(opened.head, opened.head);
    } finally {
      state.set({ replay: null });
    }
  }

  private record(gesture: number, label: string, moment: Moment): void {
    const { state } = this.core;
    state.set({ history: record(state.get().history, gesture, label, moment) });
  }

  private tell(error: unknown): void {
    const { notices, state } = this.core;
    // A trap is told by recovery, when the machine stands again.
    if (error instanceof TrapError) return;
    state.set({ draft: {} });
    if (error instanceof CancelledError) {
      const text = ["The machine is as it was."];
      return notices.say({ key: "cancelled", tone: "done", title: "Given up", text, actions: [] });
    }
    const refused = error instanceof RefusedError;
    notices.say({
      key: "refused",
      tone: "bad",
      title: refused ? "The machine cannot be set that way" : "That did not work",
      text: refused
        ? withLabels(error.problems, state.get().catalogue).map(sayProblem)
        : [String(error)],
      actions: [],
    });
  }
}
