// The clock of a desk. It moves the shown time once in every animation frame, for one machine or for two that are compared,
// and each run shows that time. The first run decides on the time: where playing stops, how far one can seek, and when a
// machine is opened. A run that was added later follows. All times are simulated nanoseconds.
import type { Boundary } from "../../engine/protocol";
import type { TimeRange } from "../../frame/timescale";
import { createStore, type ReadableStore } from "../../lib/store";
import {
  ceilToMillisecond,
  EFFECT_SECONDS,
  EFFECT_SPEED,
  nanosecondsPerFrame,
  PUBLISH_MILLISECONDS,
  WATCH_PACKETS,
  type Speed,
} from "../../model/playback";
import { advanceInLoop, loopBetween } from "./loop";
import { NANOSECONDS, toCycles, toNanoseconds } from "./nanoseconds";

/** A skip to a knob's effect: fifty simulated milliseconds in two seconds, then the speed from before. */
export interface Skip {
  until: number;
  wasPlaying: boolean;
}

export interface ClockState {
  playing: boolean;
  speed: Speed;
  skip: Skip | null;
  /** The range that plays round and round. */
  loop: TimeRange | null;
  /** The first mark of a loop whose other mark is not set yet. */
  loopMark: number | null;
  /** The timeline's range when it does not follow the shown time. */
  range: TimeRange | null;
  /** The timeline's width while it follows the shown time; 0: the speed decides. */
  viewWidth: number;
}

/** A run as the clock sees it. */
export interface ClockRun {
  readonly hertz: number;
  /** How far the machine has run. */
  readonly head: number;
  /** How far the machine has been asked to run. */
  readonly frontier: number;
  /** The run has reached its bound: the head moves no further. */
  readonly hasEnded: boolean;
  readonly isAtLiveEdge: boolean;
  /** The machine is open. */
  readonly isReady: boolean;
  readonly isRebuilding: boolean;
  readonly needsFrame: boolean;
  /** When a knob moved in slow motion; null when no effect is to be seen. */
  readonly effectFrom: number | null;
  /** When its views last rendered, in wall milliseconds. */
  readonly renderedAt: number;
  dismissEffect(): void;
  /** Requests a frame of the clock's time; `now` in wall milliseconds. */
  request(now: number, withDiagnosis: boolean): void;
  invalidate(): void;
  /** Another time is shown: frames that were requested before do not count. */
  timeMoved(): void;
  /** The nearest boundary before or after the shown time; null when there is none. */
  neighbour(boundary: Boundary, direction: 1 | -1): Promise<number | null>;
  /** Runs this when all changes so far have reached the machine. */
  afterChanges(run: () => void): void;
}

/** How far a run may be ahead of another, in nanoseconds. This matters only at the speed "as fast as possible": at every other
 * speed both run to the same time in each animation frame. */
const AHEAD = 0.05 * NANOSECONDS;

export const INITIAL_TIME: ClockState = {
  playing: true,
  speed: WATCH_PACKETS,
  skip: null,
  loop: null,
  loopMark: null,
  range: null,
  viewWidth: 0,
};

export class Clock {
  private readonly store = createStore(INITIAL_TIME);
  readonly state: ReadableStore<ClockState> = this.store;
  private readonly holds = new Set<symbol>();
  /** Whether it plays, or will play as soon as nothing holds it. */
  private plays: boolean;
  private readonly runs: ClockRun[] = [];
  private t = 0;
  private lastFrameAt = 0;
  /** When diagnoses were last requested, in wall milliseconds: of all runs at once, so that their numbers have one window. */
  private diagnosedAt = -Infinity;
  /** The time to show while paused, until the first run has reached it. A machine may need several requests for that, and a
   * request that waits may be replaced by another one. */
  private wanted: number | null = null;
  private isStepping = false;

  /** `reducesMotion`: whether the person has asked for less motion. */
  constructor(private readonly reducesMotion: () => boolean = () => false) {
    this.plays = this.mayStart;
    this.set({});
  }

  /** Whether a machine that a page shows may play before a person has pressed Play. No other place decides that. */
  get mayStart(): boolean {
    return !this.reducesMotion();
  }

  /** The shown time. While playing as fast as possible it is Infinity, and the first run shows its head. */
  get time(): number {
    return this.t;
  }

  /** The shown time for a run that follows. */
  get followedTime(): number {
    return Number.isFinite(this.t) ? this.t : this.first.head;
  }

  /** Whether it plays, or will play as soon as nothing holds it. */
  get willPlay(): boolean {
    return this.plays;
  }

  /** The runs have to reach a time while the clock is paused. */
  get isWaiting(): boolean {
    return this.wanted !== null;
  }

  private get first(): ClockRun {
    const [first] = this.runs;
    if (first === undefined) throw new Error("a clock has a run from the start");
    return first;
  }

  /** Adds a run. Does nothing when it is there already. */
  add(run: ClockRun): void {
    if (this.runs.includes(run)) return;
    this.runs.push(run);
    run.timeMoved();
  }

  remove(run: ClockRun): void {
    const at = this.runs.indexOf(run);
    if (at >= 0) this.runs.splice(at, 1);
  }

  /** Advances by one animation frame; `now` in wall milliseconds. */
  animate(now: number): void {
    const wall = now - this.lastFrameAt;
    this.lastFrameAt = now;
    if (!this.first.isReady) return;
    if (this.state.get().playing) this.wanted = null;
    if (this.wanted !== null) this.runToWanted(this.wanted);
    const moves = this.state.get().playing && !this.runs.some(({ isRebuilding }) => isRebuilding);
    if (moves) this.advance(wall);
    const asking = this.runs.filter((run) => run.isReady && (moves || run.needsFrame));
    const isDue = !this.state.get().playing || now - this.diagnosedAt >= PUBLISH_MILLISECONDS;
    if (isDue && asking.length > 0) this.diagnosedAt = now;
    for (const run of asking) run.request(now, isDue);
  }

  /** Requests new frames, because a range or a selection has changed. */
  invalidate(): void {
    for (const run of this.runs) run.invalidate();
  }

  /** Sets some of its values, as a link says them. While something holds the clock it does not play. */
  set(changes: Partial<ClockState>): void {
    this.plays = changes.playing ?? this.plays;
    this.store.set({ ...changes, playing: this.plays && this.holds.size === 0 });
  }

  /** Plays, because a person wants that. */
  play(): void {
    this.set({ playing: true });
  }

  /** Plays, because a page shows a machine. Where it may not, nothing changes: it may play already. */
  start(): void {
    if (this.mayStart) this.play();
  }

  /** Forgets what was shown, and starts at a speed. */
  reset(speed: Speed): void {
    this.set({ ...INITIAL_TIME, speed, playing: this.mayStart });
  }

  pause(): void {
    this.stand({ playing: false, skip: null });
  }

  /** Pauses while nobody sees the machines, or while something needs one moment. Call the returned function to end that: then
   * it plays on, unless it was paused meanwhile or something else still holds it. */
  hold(): () => void {
    const hold = Symbol("hold");
    this.holds.add(hold);
    this.stand({});
    return () => {
      this.holds.delete(hold);
      this.set({});
    };
  }

  /** Pauses and shows another time, at most the head. */
  seek(t: number): void {
    // The live edge is outside of every loop, so the loop ends.
    const loop = Number.isFinite(t) ? this.state.get().loop : null;
    this.set({ playing: false, skip: null, loop });
    this.moveTo(Math.max(0, Math.min(t, this.first.head)));
  }

  /** Pauses and shows a time. If it is later than the head, the machines run on to it, in many animation frames. */
  goTo(t: number): void {
    this.seek(t);
    if (t > this.first.head && !this.first.hasEnded) this.wanted = t;
  }

  /** Plays a range round and round; null ends the loop. */
  setLoop(loop: TimeRange | null): void {
    const isOutside = loop !== null && (this.t < loop.from || this.t > loop.to);
    if (isOutside) this.seek(loop.from);
    this.set({
      loop,
      loopMark: null,
      ...(loop === null ? {} : { playing: true, skip: null }),
    });
    if (loop !== null) this.dismissEffects();
    this.invalidate();
  }

  /** Marks the shown time as an end of a loop. With both marks the loop begins. */
  markLoop(end: "from" | "to"): TimeRange | null {
    const t = this.wholeCycle(Math.min(this.t, this.first.head), Math.floor);
    const { loop, loopMark } = this.state.get();
    const other = end === "from" ? (loop?.to ?? null) : (loop?.from ?? null);
    const next = loopBetween(loopMark ?? other, t);
    if (next === null) this.set({ loopMark: t });
    else this.setLoop(next);
    this.invalidate();
    return next;
  }

  setSpeed(speed: Speed): void {
    this.set({ speed, skip: null, viewWidth: 0, range: null });
    this.dismissEffects();
    this.invalidate();
  }

  /** Sets the timeline to a range. After a zoom around the shown time, a timeline that follows still follows. */
  setRange(range: TimeRange, isAroundShownTime: boolean): void {
    const follows = this.state.get().range === null && isAroundShownTime;
    this.set(follows ? { viewWidth: range.to - range.from } : { range });
    this.invalidate();
  }

  follow(): void {
    const { range } = this.state.get();
    if (range !== null) this.set({ range: null, viewWidth: range.to - range.from });
    this.invalidate();
  }

  /** Shows 50 simulated milliseconds in two seconds, when all changes so far have reached the machines. */
  skipToEffect(): void {
    const skip = () => this.skipNow();
    this.runs.reduceRight<() => void>((next, run) => () => run.afterChanges(next), skip)();
  }

  /** Goes to the next or previous boundary, the nearest one of all runs. At the live edge, the machines run on to it. */
  async step(boundary: Boundary, direction: 1 | -1): Promise<number | null | undefined> {
    if (this.isStepping) return undefined;
    this.isStepping = true;
    try {
      if (this.plays) this.pause();
      const wasLive = this.first.isAtLiveEdge;
      const asked = await Promise.all(this.runs.map((run) => run.neighbour(boundary, direction)));
      const boundaries = asked.filter((t) => t !== null);
      if (boundaries.length === 0) {
        // The machine has run on and found nothing: the live edge stays shown, and a new search goes on from there.
        if (wasLive && direction === 1) this.moveTo(this.first.head);
        return null;
      }
      const nearest = direction === 1 ? Math.min(...boundaries) : Math.max(...boundaries);
      this.showWhenReached(nearest);
      return nearest;
    } finally {
      this.isStepping = false;
    }
  }

  /** Shows another time. */
  moveTo(t: number): void {
    this.wanted = null;
    this.t = t;
    for (const run of this.runs) run.timeMoved();
  }

  /** The machine has not reached the shown time: shows the time that it has reached. */
  fallBackTo(t: number): void {
    this.t = t;
  }

  /** The next request is for a diagnosis too. */
  diagnoseNext(): void {
    this.diagnosedAt = -Infinity;
  }

  /** How far a run may run. */
  limitFor(run: ClockRun): number {
    const others = this.othersThan(run).filter(({ isReady, hasEnded }) => isReady && !hasEnded);
    return Math.min(Infinity, ...others.map(({ head }) => head + AHEAD));
  }

  /** The earliest time at which every run can still take a change. */
  get frontier(): number {
    return Math.max(...this.runs.map(({ frontier }) => frontier));
  }

  /** When the views of another run last rendered, in wall milliseconds; null when there is no other. */
  othersRenderedAt(run: ClockRun): number | null {
    const others = this.othersThan(run);
    return others.length === 0 ? null : Math.max(...others.map(({ renderedAt }) => renderedAt));
  }

  private othersThan(run: ClockRun): ClockRun[] {
    return this.runs.filter((one) => one !== run);
  }

  /** Sets values with which it does not play. The heads stop too and keep their lead, so that nothing jumps. */
  private stand(changes: Partial<ClockState>): void {
    const { playing } = this.state.get();
    this.set(changes);
    if (playing) this.moveTo(this.wholeCycle(this.t, Math.floor));
  }

  private dismissEffects(): void {
    for (const run of this.runs) run.dismissEffect();
  }

  private skipNow(): void {
    const afterEffect = (t: number) => t + EFFECT_SECONDS * NANOSECONDS;
    const { playing, skip } = this.state.get();
    const effectsSeen = this.runs.map(({ effectFrom }) =>
      effectFrom === null ? 0 : ceilToMillisecond(afterEffect(effectFrom)),
    );
    const until = this.wholeCycle(Math.max(afterEffect(this.t), ...effectsSeen), Math.ceil);
    // A second request during the skip extends it. It still pauses at the end if the lab was paused before.
    const wasPlaying = skip?.wasPlaying ?? playing;
    this.set({ skip: { until, wasPlaying }, playing: true, loop: null });
    this.dismissEffects();
  }

  private advance(wall: number): void {
    const { speed, skip, loop } = this.state.get();
    if (skip !== null) {
      this.t += nanosecondsPerFrame(wall, EFFECT_SPEED);
      if (this.t < skip.until) return;
      this.diagnoseNext();
      this.set({ skip: null, playing: skip.wasPlaying });
      if (skip.wasPlaying) this.moveTo(skip.until);
      else this.showWhenReached(skip.until);
      return;
    }
    if (loop !== null) {
      const end = this.first.hasEnded ? this.first.head : loop.to;
      const t = advanceInLoop(this.t, loop, wall, speed, end);
      // Frames that were requested before the turn must not move the time back.
      if (t < this.t) this.moveTo(t);
      else this.t = t;
      return;
    }
    this.t = Number.isFinite(speed) ? this.t + nanosecondsPerFrame(wall, speed) : Infinity;
  }

  /** Shows a time while paused. If it is later than the head, the machines run on to it. */
  private showWhenReached(t: number): void {
    this.moveTo(t);
    if (t > this.first.head) this.wanted = t;
  }

  /** Runs on towards a time that the first machine has not reached. */
  private runToWanted(wanted: number): void {
    const { head, hertz, hasEnded } = this.first;
    const isReached = toCycles(head, hertz) >= Math.floor(toCycles(wanted, hertz));
    if (!isReached && !hasEnded) {
      this.t = wanted;
      return this.invalidate();
    }
    const reached = isReached ? wanted : head;
    this.wanted = null;
    if (this.t !== reached) this.moveTo(reached);
  }

  /** A time between two cycles of the first run, rounded to one of them. */
  private wholeCycle(t: number, round: (cycles: number) => number): number {
    const { hertz } = this.first;
    return toNanoseconds(round(toCycles(t, hertz)), hertz);
  }
}
