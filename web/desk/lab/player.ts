// Shows the clock's time of one machine: requests a frame in every animation frame, and runs the machine just far enough. At
// most one frame request is in flight. It works like live video: the right end is the machine's head, and pausing stops it.
// While playing, the head is ahead by a packet's time on the wire, so that one can see packets arrive. This is the door
// between the clock, which has nanoseconds, and the machine, which has cycles.
import type { FrameAnswer } from "../../engine/client";
import { FrameFlag, type Boundary, type RunOptions } from "../../engine/protocol";
import { diagnoseStop, readDiagnosis } from "../../i18n/model-texts";
import { readFrame } from "../../frame/frame";
import { selectedPacket } from "../../frame/selection";
import type { ClockRun } from "../clock/clock";
import { toCycles, toNanoseconds } from "../clock/nanoseconds";
import type { LabCore, Tick } from "./lab-state";
import {
  EFFECT_SECONDS,
  EFFECT_SPEED,
  followRange,
  loopRange,
  pageRange,
  followWidthSeconds,
  isLive,
  leadCycles,
  motionSpan,
  recordsSteps,
  isOwnTurn,
  STAGGER_MILLISECONDS,
} from "../../model/playback";

/** Wall time the worker may run the machine for one frame. */
const RUN_BUDGET_MILLISECONDS = 12;
/** The same while a person waits for a time that the machine has not reached. */
const GO_TO_BUDGET_MILLISECONDS = 50;
const COUNT_CODE_MILLISECONDS = 200;

export class Player implements ClockRun {
  private codeCountedAt = -Infinity;
  private pageWithoutSpans = { serial: -1, width: Infinity };
  /** The index of the next store that gets the tick; past the end when all have it. */
  private nextTickStore = Infinity;
  /** The last diagnosis. Every request asks for one while paused; while playing, only some do. */
  private diagnosis: Tick["diagnosis"] = null;
  /** Comes with the diagnosis. */
  private told: Tick["told"] = [];
  /** Whether the picture shows counts of a window that the other views have not got yet. */
  private isTickDue = true;
  renderedAt = -Infinity;
  /** Up to where the shown time was looked for breakpoints, in cycles. */
  private searchedUntil = 0;
  /** The editor sets it. */
  afterChanges: ClockRun["afterChanges"] = (run) => run();

  constructor(private readonly core: LabCore) {
    core.engine.onFrame((answer) => this.show(answer));
  }

  get hertz(): number {
    return this.core.position.hertz;
  }

  get head(): number {
    return this.nanoseconds(this.core.position.head);
  }

  get frontier(): number {
    const { drivenUntil, head } = this.core.position;
    return this.nanoseconds(Math.max(drivenUntil, head));
  }

  get hasEnded(): boolean {
    return this.core.position.ended;
  }

  get isReady(): boolean {
    return this.core.state.get().phase === "ready";
  }

  get isRebuilding(): boolean {
    return this.core.state.get().replay !== null;
  }

  get needsFrame(): boolean {
    return this.core.position.needsFrame || this.isBehind;
  }

  get effectFrom(): number | null {
    const { effectFrom } = this.core.state.get();
    return effectFrom === null ? null : this.nanoseconds(effectFrom);
  }

  get isAtLiveEdge(): boolean {
    const { t, head, hertz } = this.core.position;
    return isLive(t, head, hertz);
  }

  /** Whether the run has ended and its end is shown. */
  get showsEnd(): boolean {
    return this.isAtLiveEdge && this.core.position.ended;
  }

  /** A run that follows a paused clock has not reached its time. */
  private get isBehind(): boolean {
    const { follows, state, position } = this.core;
    const { playing, replay } = state.get();
    if (!follows || playing || replay !== null || position.ended) return false;
    return Math.floor(position.t) > position.head;
  }

  dismissEffect(): void {
    this.core.state.set({ effectFrom: null });
  }

  /** Requests a new frame, because a range, a selection or the time has changed. */
  invalidate(): void {
    this.core.position.needsFrame = true;
  }

  timeMoved(): void {
    const { position } = this.core;
    position.serial++;
    this.searchedUntil = Math.floor(Math.min(position.t, position.head));
    this.invalidate();
  }

  async neighbour(boundary: Boundary, direction: 1 | -1): Promise<number | null> {
    const { engine, position } = this.core;
    const t = Math.floor(Math.min(position.t, position.head));
    const { text, head } = await engine.ask({ what: "neighbour", t, boundary, direction });
    position.head = head;
    const found = Number(text);
    return Number.isFinite(found) ? this.nanoseconds(found) : null;
  }

  /** Clears the shown frame and diagnosis, before another machine is shown. */
  clearFrames(): void {
    const { frames, tick, staggeredTicks } = this.core;
    this.nextTickStore = staggeredTicks.length;
    this.isTickDue = true;
    frames.show(null);
    for (const store of staggeredTicks) store.set({ ...tick.get(), frame: null, diagnosis: null });
  }

  /** Sets the head of a rebuilt machine, and shows cycle `t`, unless another run decides on the time. */
  setPosition(head: number, t: number): void {
    const { clock, position, follows } = this.core;
    position.head = head;
    this.diagnosis = null;
    this.told = [];
    clock.diagnoseNext();
    if (follows) this.timeMoved();
    else clock.moveTo(this.nanoseconds(t));
  }

  request(now: number, diagnose: boolean): void {
    const { state, position, engine } = this.core;
    const { playing, speed, selection, columns, skip } = state.get();
    const shown = Math.floor(Math.min(position.t, Number.MAX_SAFE_INTEGER));
    const until = this.runUntil(shown);
    position.drivenUntil = Math.max(until, position.head);
    position.needsFrame = false;
    const { from, to } = this.rangeAt(Number.isFinite(position.t) ? position.t : position.head);
    const currentSpeed = skip !== null ? EFFECT_SPEED : speed;
    const stop = this.stopWhilePlaying();
    engine.requestFrame({
      t: shown,
      from,
      to,
      width: columns,
      selectedPacket: selectedPacket(selection),
      motionSpan: motionSpan(currentSpeed, position.hertz),
      flags: FrameFlag.columns | this.spanFlag(to - from) | FrameFlag.depths | this.codeFlags(now),
      serial: position.serial,
      runOptions: {
        until,
        budget: playing ? RUN_BUDGET_MILLISECONDS : GO_TO_BUDGET_MILLISECONDS,
        // Breakpoints are found in the trace.
        tracing: recordsSteps(currentSpeed) || stop !== null,
        diagnose,
        ...(stop === null ? {} : { stop }),
      },
    });
  }

  private stopWhilePlaying(): RunOptions["stop"] | null {
    const { playing, breakpoints } = this.core.state.get();
    if (!playing || breakpoints === null) return null;
    return { at: breakpoints, from: this.searchedUntil };
  }

  private nanoseconds(cycles: number): number {
    return toNanoseconds(cycles, this.core.position.hertz);
  }

  /** The flag for spans. After a page with too many spans, the next pages of a playing timeline have none: otherwise each
   * page would begin with spans and then lose them. */
  private spanFlag(width: number): number {
    const { serial, width: tooWide } = this.pageWithoutSpans;
    if (!this.core.state.get().playing) this.pageWithoutSpans.width = Infinity;
    else if (serial === this.core.position.serial && width >= tooWide) return 0;
    return FrameFlag.spans;
  }

  /** The flags for the open code view: call stacks in every frame; counts in every frame while paused, and five times a
   * second while playing. */
  private codeFlags(now: number): number {
    const { playing, showsCode } = this.core.state.get();
    if (!showsCode) return 0;
    if (playing && now - this.codeCountedAt < COUNT_CODE_MILLISECONDS) return FrameFlag.callStacks;
    this.codeCountedAt = now;
    return FrameFlag.callStacks | FrameFlag.codeLines;
  }

  /** How far the machine has to run for a frame of this time; 0: not at all. A machine that is being rebuilt does not
   * run: the shown time belongs to the one before. */
  private runUntil(shown: number): number {
    const { state, position, clock } = this.core;
    const { playing, replay } = state.get();
    if ((!playing && !clock.isWaiting && !this.isBehind) || replay !== null) return 0;
    const ahead = playing ? leadCycles(position.hertz) : 0;
    const limit = Math.round(toCycles(clock.limitFor(this), position.hertz));
    const until = Math.min(shown + ahead, limit, Number.MAX_SAFE_INTEGER);
    return until > position.head ? until : 0;
  }

  private rangeAt(t: number): { from: number; to: number } {
    const { range, viewWidth, speed, skip, playing, loop } = this.core.state.get();
    if (range !== null) return range;
    const { hertz } = this.core.position;
    const currentSpeed = skip !== null ? EFFECT_SPEED : speed;
    const width = viewWidth || followWidthSeconds(currentSpeed) * hertz;
    if (!playing && skip === null) return followRange(t, width);
    if (!skip && loop && loop.to - loop.from <= width) return loopRange(loop, width);
    return pageRange(t, width, currentSpeed, hertz);
  }

  private show(answer: FrameAnswer): void {
    const { clock, position, frames, state, follows } = this.core;
    const frame = readFrame(answer.frame);
    // How far the machine is does not depend on the shown time: an answer to an older request counts too.
    position.head = frame.head;
    position.ended = answer.atBound;
    if (answer.request.serial === position.serial) {
      // If the machine has reached its bound, or could not run that fast, the clock shows the time that it has reached.
      const { playing, breakpointStops } = state.get();
      if (answer.stoppedAt !== null && playing) {
        clock.seek(this.nanoseconds(frame.t));
        state.set({ breakpointStops: breakpointStops + 1 });
      } else if (answer.request.t > frame.t && !follows)
        clock.fallBackTo(this.nanoseconds(frame.t));
      this.searchedUntil = Math.max(this.searchedUntil, frame.t);
    }
    if (!frame.spansComplete)
      this.pageWithoutSpans = { serial: position.serial, width: frame.to - frame.from };
    if (answer.diagnosis !== null) this.diagnosis = readDiagnosis(answer.diagnosis);
    this.told = answer.told ?? this.told;
    this.isTickDue ||= answer.diagnosis !== null;
    frames.show(frame);
    // At the bound, playing goes on until the shown time reaches the head.
    const { playing, loop } = state.get();
    const isOver = answer.atBound && position.t >= position.head;
    if (isOver && playing && loop === null && !follows) clock.pause();
    this.publish(answer);
  }

  private publish(answer: FrameAnswer): void {
    const { state, tick, staggeredTicks, frames, clock, now } = this.core;
    const { playing } = state.get();
    const wallNow = now();
    const others = clock.othersRenderedAt(this);
    const mayRender = others === null || isOwnTurn(wallNow, this.renderedAt, others);
    // Every group gets this tick before the next tick is published, even if frames come slowly.
    if (playing && this.nextTickStore < staggeredTicks.length) {
      if (wallNow - this.renderedAt >= STAGGER_MILLISECONDS && mayRender) this.passTickOn(1);
      return;
    }
    if (playing && !(this.isTickDue && mayRender)) return;
    const frame = frames.current;
    if (frame === null) return;
    const { t, head, from, to } = frame;
    const { told } = this;
    this.isTickDue = false;
    this.expireEffect(t);
    this.nextTickStore = 1;
    this.renderedAt = wallNow;
    const { atBound, fault } = answer;
    const diagnosis = fault !== null && t >= head ? diagnoseStop(fault) : this.diagnosis;
    tick.set({ t, head, frame, diagnosis, atBound, fault, told, range: { from, to } });
    if (!playing) this.passTickOn(Infinity);
  }

  /** Withdraws the offer to skip to an effect when the shown time has reached the effect, or when the run has ended. */
  private expireEffect(t: number): void {
    const { effectFrom } = this.core.state.get();
    if (effectFrom === null) return;
    if (!this.showsEnd && t < effectFrom + EFFECT_SECONDS * this.core.position.hertz) return;
    this.dismissEffect();
  }

  /** Passes the tick on to the next stores. */
  private passTickOn(count: number): void {
    const { tick, staggeredTicks, now } = this.core;
    this.renderedAt = now();
    const receivers = staggeredTicks.slice(this.nextTickStore, this.nextTickStore + count);
    this.nextTickStore += receivers.length;
    for (const store of receivers) store.set(tick.get());
  }
}
