// Changes to the run. At the live edge a knob is an intervention; in the past it starts a branch; a
// knob that needs another machine restarts it; undo, redo and scenarios run what is to be again. One
// thing at a time, in order; a drag's changes that wait join into one.
import type { Until } from "../engine/protocol";
import { CancelledError, RefusedError, sayProblem, TrapError } from "../engine/problems";
import type { Scenario } from "../engine/model";
import { formatMoment } from "../charts/format";
import { back, forward, record, type Moment } from "./history";
import type { LabCore } from "./lab-state";
import { isSlowMotion } from "./playback";
import type { Player } from "./player";
import {
  needsRestart,
  parameterOf,
  restartedWith,
  truncatedAt,
  valuesAt,
  type Values,
} from "./settings";
import { sayValue, withLabels } from "./words";

/** A fresh machine runs this long before it is shown, so that its rates mean something. */
export const WARM_MILLISECONDS = 200;
/** A drag reaches the running machine at most this often, in wall milliseconds. */
const CHANGE_MILLISECONDS = 100;

interface Change {
  set: Values;
  key: string;
  label: string;
}

export class Editor {
  private waiting: Change[] = [];
  private lane: Promise<void> = Promise.resolve();
  private applied = -Infinity;
  private timer = false;

  constructor(
    private readonly core: LabCore,
    private readonly player: Player,
  ) {}

  /** Turns knobs; `label` names the undo step. Changes of the same knobs soon after join it. */
  change(set: Values, label?: string): void {
    const { state, now, later } = this.core;
    const { catalogue, draft } = state.get();
    if (catalogue === null) return;
    const paths = Object.keys(set);
    const key = [...paths].sort().join(" ");
    state.set({ draft: { ...draft, ...set } });
    const last = this.waiting.at(-1);
    if (last?.key === key) last.set = set;
    else {
      const name = parameterOf(catalogue, paths[0] ?? "")?.label ?? "Knobs";
      this.waiting.push({ set, key, label: label ?? name });
    }
    if (this.timer) return;
    this.timer = true;
    const wait = Math.max(0, this.applied + CHANGE_MILLISECONDS - now());
    const flush = () => {
      this.timer = false;
      this.applied = this.core.now();
      void this.queue(() => this.applyWaiting());
    };
    if (wait === 0) flush();
    else later(flush, wait);
  }

  /** Opens a scenario of the catalogue, or one from a link; it can be undone. */
  open(base: Scenario, scenario: Scenario, until: Until, t: number | null): Promise<void> {
    return this.queue(async () => {
      const moment = this.moment();
      await this.rebuild(base, scenario, until, `Opening “${scenario.title}”`);
      if (t !== null) this.player.standAt(this.core.clock.head, Math.min(t, this.core.clock.head));
      if (moment !== null) this.remember("scenario", `Scenario “${base.title}”`, moment);
    });
  }

  undo(): Promise<void> {
    return this.travel(back, "Undone");
  }

  redo(): Promise<void> {
    return this.travel(forward, "Done again");
  }

  /** The same knobs in a new run: after the bound of a run is reached. */
  renew(): Promise<void> {
    return this.queue(() => this.restart({}, "A new run", "new run"));
  }

  /** Rebuilds the shown run up to a moment, without a trace in the history. */
  recover(until: number): Promise<void> {
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

  private queue(work: () => Promise<void>): Promise<void> {
    const turn = this.lane.then(work).catch((error: unknown) => this.tell(error));
    this.lane = turn;
    return turn;
  }

  private async applyWaiting(): Promise<void> {
    for (let change = this.waiting.shift(); change !== undefined; change = this.waiting.shift()) {
      try {
        await this.apply(change);
      } finally {
        this.settleDraft(change.set);
      }
    }
  }

  private async apply(change: Change): Promise<void> {
    const { state } = this.core;
    const { catalogue } = state.get();
    if (catalogue === null) return;
    if (needsRestart(catalogue, change.set)) {
      return this.restart(change.set, change.label, change.key);
    }
    const moment = this.moment();
    if (moment === null) return;
    if (!this.player.live) await this.branch(moment);
    await this.intervene(change, moment);
  }

  private async intervene(change: Change, moment: Moment): Promise<void> {
    const { engine, state, clock } = this.core;
    const live = this.player.live;
    const { scenario, head } = await engine.intervene(change.set);
    state.set({ scenario });
    clock.head = Math.max(clock.head, head);
    if (live && !state.get().playing) this.player.standAt(head, head);
    else this.player.invalidate();
    this.remember(change.key, change.label, moment);
    if (isSlowMotion(state.get().speed)) state.set({ effectFrom: head });
  }

  private async branch(moment: Moment): Promise<void> {
    const { notices, clock } = this.core;
    const kept = truncatedAt(moment.scenario, moment.t);
    const when = formatMoment(moment.t, clock.hertz);
    await this.rebuild(moment.base, kept, { cycles: moment.t }, `Going back to ${when}`);
    notices.say({
      key: "branch",
      tone: "done",
      title: `A new branch begins at ${when}`,
      text: ["What came after it has left. Undo brings it back exactly."],
      actions: [{ label: "Undo", run: () => void this.undo() }],
    });
  }

  private async restart(set: Values, label: string, key: string): Promise<void> {
    const { state, notices } = this.core;
    const moment = this.moment();
    const { catalogue } = state.get();
    if (moment === null || catalogue === null) return;
    const values = { ...valuesAt(catalogue, moment.scenario, moment.t), ...set };
    const scenario = restartedWith(catalogue, moment.scenario, values);
    const until = { milliseconds: WARM_MILLISECONDS };
    await this.rebuild(moment.base, scenario, until, "Building another machine");
    this.remember(key, label, moment);
    const changed = Object.entries(set).map(([path, value]) => {
      const parameter = parameterOf(catalogue, path);
      return parameter === undefined ? path : `${parameter.label}: ${sayValue(parameter, value)}`;
    });
    notices.say({
      key: "restart",
      tone: "done",
      title: changed.length > 0 ? `Built anew with ${changed.join(", ")}` : "A new run",
      text: ["Time starts again from 0 with the same seed; your other knobs are kept."],
      actions: [{ label: "Undo", run: () => void this.undo() }],
    });
  }

  private travel(way: typeof back, done: string): Promise<void> {
    return this.queue(async () => {
      const { state, notices, clock } = this.core;
      const here = this.moment();
      const found = here === null ? null : way(state.get().history, here);
      if (found === null) return;
      const { moment, label } = found.entry;
      const { base, scenario, head, t } = moment;
      await this.rebuild(base, scenario, { cycles: head }, `Going back to ${label}`);
      this.player.standAt(this.core.clock.head, t);
      state.set({ history: found.history, effectFrom: null, draft: {} });
      const when = formatMoment(t, clock.hertz);
      const title = `${done}: ${label}`;
      notices.say({
        key: "undo",
        tone: "done",
        title,
        text: [`You stand at ${when} again.`],
        actions: [],
      });
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
      clock.hertz = opened.topology.clock_hz;
      const known = JSON.stringify(state.get().topology) === JSON.stringify(opened.topology);
      state.set({
        base,
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

  private remember(key: string, label: string, moment: Moment): void {
    const { state, now } = this.core;
    state.set({ history: record(state.get().history, key, label, moment, now()) });
  }

  private settleDraft(set: Values): void {
    const { state } = this.core;
    const rest = Object.entries(state.get().draft).filter(
      ([path, value]) => !(path in set) || set[path] !== value,
    );
    state.set({ draft: Object.fromEntries(rest) });
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
