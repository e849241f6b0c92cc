// Changes on their way into the machine: what is turned is seen at once (the draft), and reaches the machine
// when it is time. A drag's changes that wait join into one.
import { createGestures, type Gestures } from "../history/transactions";
import type { LabCore } from "./lab-state";
import { parameterOf, type Values } from "../scenario/settings";

/** A drag reaches the running machine at most this often, in wall milliseconds... */
const CHANGE_MILLISECONDS = 100;
/** ...and not before this much simulated time has passed, unless it rests for so many wall milliseconds:
 * in slow motion a drag would else be hundreds of interventions that no packet meets. */
const CHANGE_SECONDS = 0.005;
const REST_MILLISECONDS = 150;

export interface Change {
  set: Values;
  key: string;
  label: string;
  gesture: number;
}

export class Waiting {
  private list: Change[] = [];
  /** When a change last reached the machine: its gesture, wall milliseconds, cycles. */
  private applied = { gesture: 0, at: -Infinity, head: -Infinity };
  private timer = 0;
  private readonly gestures: Gestures;

  /** `deliver` takes what waits, one by one (`next`). */
  constructor(
    private readonly core: LabCore,
    private readonly deliver: () => void,
  ) {
    this.gestures = createGestures(core.now);
  }

  /** Turns knobs; `label` names the undo step. Changes of the same gesture join it. */
  change(set: Values, label?: string): void {
    const { state } = this.core;
    const { catalogue, draft } = state.get();
    if (catalogue === null) return;
    const paths = Object.keys(set);
    const key = [...paths].sort().join(" ");
    const gesture = this.gestures.of(key);
    state.set({ draft: { ...draft, ...set }, gesture });
    const last = this.list.at(-1);
    if (last?.key === key) last.set = set;
    else {
      const name = parameterOf(catalogue, paths[0] ?? "")?.label ?? "Knobs";
      this.list.push({ set, key, label: label ?? name, gesture });
    }
    this.flushLater(gesture);
  }

  /** The pointer is down on the page, or up again. */
  grasp(held: boolean): void {
    this.gestures.grasp(held);
  }

  /** A change that is made otherwise than by knobs begins a gesture of its own. */
  beginGesture(): number {
    const gesture = this.gestures.begin();
    this.core.state.set({ gesture });
    return gesture;
  }

  /** What waits is delivered now. */
  flush(): void {
    this.timer++;
    if (this.list.length > 0) this.deliver();
  }

  next(): Change | undefined {
    return this.list.shift();
  }

  /** These reached the machine, or were refused: only what was turned since is still a draft. */
  settle(set: Values): void {
    const { state } = this.core;
    const rest = Object.entries(state.get().draft).filter(
      ([path, value]) => !(path in set) || set[path] !== value,
    );
    state.set({ draft: Object.fromEntries(rest) });
  }

  /** What waits is delivered now, or when it is time; a later call takes the place of this one. */
  private flushLater(gesture: number): void {
    const { now, later, clock } = this.core;
    const mine = ++this.timer;
    const wait = this.heldBack(gesture)
      ? REST_MILLISECONDS
      : Math.max(0, this.applied.at + CHANGE_MILLISECONDS - now());
    const flush = () => {
      if (mine !== this.timer) return;
      this.applied = { gesture, at: now(), head: clock.head };
      this.flush();
    };
    if (wait === 0) flush();
    else later(flush, wait);
  }

  /** Has the machine hardly moved since this gesture last reached it? */
  private heldBack(gesture: number): boolean {
    const { clock } = this.core;
    const moved = (clock.head - this.applied.head) / clock.hertz;
    return this.applied.gesture === gesture && moved >= 0 && moved < CHANGE_SECONDS;
  }
}
