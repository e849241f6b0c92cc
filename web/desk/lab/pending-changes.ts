// Knob changes on their way to the machine. The page shows a change at once (`pendingValues`); it reaches the machine
// a little later. Waiting changes of one drag are joined into one.
import { tr } from "../../i18n/i18n";
import { createTransactions, type Transactions } from "../history/transactions";
import type { LabCore } from "./lab-state";
import { findParameter, type SettingValues } from "../../model/scenario/settings";

/** A drag changes the running machine at most once in this time, in wall milliseconds. */
const DELIVERY_MILLISECONDS = 100;
/** A drag also waits until this much simulated time has passed. Otherwise a drag in slow motion
 * would become hundreds of interventions that affect no packet. */
const DELIVERY_SIMULATED_SECONDS = 0.005;
/** If the drag pauses for this many wall milliseconds, the change does not wait for simulated
 * time. */
const IDLE_MILLISECONDS = 150;

export interface PendingChange {
  set: SettingValues;
  key: string;
  label: string;
  transaction: number;
}

export class PendingChanges {
  private list: PendingChange[] = [];
  /** When a change last reached the machine: its transaction, wall milliseconds, cycles. */
  private lastDelivery = { transaction: 0, at: -Infinity, head: -Infinity };
  private timer = 0;
  private readonly transactions: Transactions;

  /** `deliver` takes the waiting changes one by one, with `next`. */
  constructor(
    private readonly core: LabCore,
    private readonly deliver: () => void,
  ) {
    this.transactions = createTransactions(core.now);
  }

  /** Turns knobs; `label` names the undo step. Changes of the same transaction join it. */
  change(set: SettingValues, label?: string): void {
    const { state } = this.core;
    const { catalogue, pendingValues } = state.get();
    if (catalogue === null) return;
    const paths = Object.keys(set);
    const key = [...paths].sort().join(" ");
    const transaction = this.transactions.numberFor(key);
    state.set({ pendingValues: { ...pendingValues, ...set }, transaction });
    const last = this.list.at(-1);
    if (last?.key === key) last.set = set;
    else {
      const name = findParameter(catalogue, paths[0] ?? "")?.label ?? tr("Knobs");
      this.list.push({ set, key, label: label ?? name, transaction });
    }
    this.scheduleFlush(transaction);
  }

  /** Tells whether the pointer is down on the page. */
  setDragging(held: boolean): void {
    this.transactions.setDragging(held);
  }

  /** Begins a new transaction, for a change that is not made by knobs. */
  beginTransaction(): number {
    const transaction = this.transactions.begin();
    this.core.state.set({ transaction });
    return transaction;
  }

  /** The transaction of a change that is not made by knobs, and that joins one of its kind made a moment ago. */
  transactionFor(kind: string): number {
    const transaction = this.transactions.numberFor(kind);
    this.core.state.set({ transaction });
    return transaction;
  }

  /** Delivers the waiting changes now. */
  flush(): void {
    this.timer++;
    if (this.list.length > 0) this.deliver();
  }

  next(): PendingChange | undefined {
    return this.list.shift();
  }

  /** Removes values that have reached the machine or were refused. Values turned since stay pending. */
  settle(set: SettingValues): void {
    const { state } = this.core;
    const stillPending = Object.entries(state.get().pendingValues).filter(
      ([path, value]) => !(path in set) || set[path] !== value,
    );
    state.set({ pendingValues: Object.fromEntries(stillPending) });
  }

  /** Delivers the waiting changes when the time has come. A later call replaces this one. */
  private scheduleFlush(transaction: number): void {
    const { now, schedule, position } = this.core;
    const ours = ++this.timer;
    const delay = this.isThrottled(transaction)
      ? IDLE_MILLISECONDS
      : Math.max(0, this.lastDelivery.at + DELIVERY_MILLISECONDS - now());
    const flush = () => {
      if (ours !== this.timer) return;
      this.lastDelivery = { transaction, at: now(), head: position.head };
      this.flush();
    };
    if (delay === 0) flush();
    else schedule(flush, delay);
  }

  /** Whether the machine has hardly moved since a change of this transaction last reached it. */
  private isThrottled(transaction: number): boolean {
    const { position } = this.core;
    const moved = (position.head - this.lastDelivery.head) / position.hertz;
    return (
      this.lastDelivery.transaction === transaction &&
      moved >= 0 &&
      moved < DELIVERY_SIMULATED_SECONDS
    );
  }
}
