// Changes on their way into the machine: what is turned is seen at once (the draft), and reaches the machine
// when it is time. A drag's changes that wait join into one.
import { createTransactions, type Transactions } from "../history/transactions";
import type { LabCore } from "./lab-state";
import { findParameter, type SettingValues } from "../scenario/settings";

/** A drag reaches the running machine at most this often, in wall milliseconds... */
const DELIVERY_MILLISECONDS = 100;
/** ...and not before this much simulated time has passed, unless it rests for so many wall milliseconds:
 * in slow motion a drag would else be hundreds of interventions that no packet meets. */
const DELIVERY_SIMULATED_SECONDS = 0.005;
const IDLE_MILLISECONDS = 150;

export interface PendingChange {
  set: SettingValues;
  key: string;
  label: string;
  transaction: number;
}

export class PendingChanges {
  private list: PendingChange[] = [];
  /** When a change last reached the machine: its gesture, wall milliseconds, cycles. */
  private lastDelivery = { gesture: 0, at: -Infinity, head: -Infinity };
  private timer = 0;
  private readonly transactions: Transactions;

  /** `deliver` takes what waits, one by one (`next`). */
  constructor(
    private readonly core: LabCore,
    private readonly deliver: () => void,
  ) {
    this.transactions = createTransactions(core.now);
  }

  /** Turns knobs; `label` names the undo step. Changes of the same gesture join it. */
  change(set: SettingValues, label?: string): void {
    const { state } = this.core;
    const { catalogue, pendingValues } = state.get();
    if (catalogue === null) return;
    const paths = Object.keys(set);
    const key = [...paths].sort().join(" ");
    const gesture = this.transactions.numberFor(key);
    state.set({ pendingValues: { ...pendingValues, ...set }, transaction: gesture });
    const last = this.list.at(-1);
    if (last?.key === key) last.set = set;
    else {
      const name = findParameter(catalogue, paths[0] ?? "")?.label ?? "Knobs";
      this.list.push({ set, key, label: label ?? name, transaction: gesture });
    }
    this.scheduleFlush(gesture);
  }

  /** The pointer is down on the page, or up again. */
  setDragging(held: boolean): void {
    this.transactions.setDragging(held);
  }

  /** A change that is made otherwise than by knobs begins a gesture of its own. */
  beginTransaction(): number {
    const gesture = this.transactions.begin();
    this.core.state.set({ transaction: gesture });
    return gesture;
  }

  /** What waits is delivered now. */
  flush(): void {
    this.timer++;
    if (this.list.length > 0) this.deliver();
  }

  next(): PendingChange | undefined {
    return this.list.shift();
  }

  /** These reached the machine, or were refused: only what was turned since is still a draft. */
  settle(set: SettingValues): void {
    const { state } = this.core;
    const rest = Object.entries(state.get().pendingValues).filter(
      ([path, value]) => !(path in set) || set[path] !== value,
    );
    state.set({ pendingValues: Object.fromEntries(rest) });
  }

  /** What waits is delivered now, or when it is time; a later call takes the place of this one. */
  private scheduleFlush(gesture: number): void {
    const { now, schedule, clock } = this.core;
    const mine = ++this.timer;
    const wait = this.isThrottled(gesture)
      ? IDLE_MILLISECONDS
      : Math.max(0, this.lastDelivery.at + DELIVERY_MILLISECONDS - now());
    const flush = () => {
      if (mine !== this.timer) return;
      this.lastDelivery = { gesture, at: now(), head: clock.head };
      this.flush();
    };
    if (wait === 0) flush();
    else schedule(flush, wait);
  }

  /** Has the machine hardly moved since this gesture last reached it? */
  private isThrottled(gesture: number): boolean {
    const { clock } = this.core;
    const moved = (clock.head - this.lastDelivery.head) / clock.hertz;
    return (
      this.lastDelivery.gesture === gesture && moved >= 0 && moved < DELIVERY_SIMULATED_SECONDS
    );
  }
}
