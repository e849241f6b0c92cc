// Moves the shown time, once in every animation frame, and runs the machine just far enough. At most one frame
// request is in flight. It works like live video: the right end is the machine's head, and pausing stops it. While
// playing, the head is ahead by a packet's time on the wire, so that one can see packets arrive.
import type { FrameAnswer } from "../../engine/client";
import { FrameFlag, type Boundary } from "../../engine/protocol";
import { readDiagnosis } from "../../i18n/model-texts";
import { readFrame } from "../../frame/frame";
import { selectedPacket } from "../../frame/selection";
import type { LabCore, Tick } from "./lab-state";
import { advanceInLoop, loopBetween, type Loop } from "./loop";
import {
  cyclesPerFrame,
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
  ceilToMillisecond,
  isOwnTurn,
  isDiagnosisDue,
  STAGGER_MILLISECONDS,
  type Speed,
} from "../../model/playback";

/** Wall time the worker may run the machine for one frame. */
const RUN_BUDGET_MILLISECONDS = 12;
/** The same while a person waits for a time that the machine has not reached. */
const GO_TO_BUDGET_MILLISECONDS = 50;
const COUNT_CODE_MILLISECONDS = 200;

export class Player {
  private lastFrameAt = 0;
  private codeCountedAt = -Infinity;
  private pageWithoutSpans = { serial: -1, width: Infinity };
  /** The index of the next store that gets the tick; past the end when all have it. */
  private nextTickStore = Infinity;
  private isStepping = false;
  /** The time to show while paused, until the machine has run on to it. The machine may need several requests for that,
   * and a request that waits may be replaced by another one. */
  private wantedTime: number | null = null;
  /** The last diagnosis. Every request asks for one while paused; while playing, only some do. */
  private diagnosis: Tick["diagnosis"] = null;
  /** Whether the picture shows counts of a window that the other views have not got yet. */
  private isTickDue = true;

  constructor(private readonly core: LabCore) {
    core.engine.onFrame((answer) => this.show(answer));
  }

  /** Advances by one animation frame; `now` in wall milliseconds. */
  animate(now: number): void {
    const { state, clock, coupling } = this.core;
    const { phase, playing, replay } = state.get();
    const wall = now - this.lastFrameAt;
    this.lastFrameAt = now;
    if (phase !== "ready") return;
    if (playing) this.wantedTime = null;
    if (this.wantedTime !== null) this.runToWantedTime(this.wantedTime);
    const moves = playing && replay === null && !(coupling?.isWaiting() ?? false);
    const sharedTime = coupling?.shownTime() ?? null;
    if (sharedTime !== null) this.followTime(sharedTime, moves);
    else if (moves) this.advance(wall);
    if (moves || clock.needsFrame) this.request(now);
  }

  /** Requests a new frame, because a range, a selection or the time has changed. */
  invalidate(): void {
    this.core.clock.needsFrame = true;
  }

  play(): void {
    this.core.state.set({ playing: true });
  }

  pause(): void {
    const { state, clock } = this.core;
    const { playing } = state.get();
    state.set({ playing: false, skip: null });
    // The head stops too and keeps its lead, so that nothing jumps.
    if (playing) this.moveTo(Math.floor(clock.t));
  }

  /** Pauses and shows another time, at most the head. */
  seek(t: number): void {
    const { state, clock } = this.core;
    // The live edge is outside of every loop, so the loop ends.
    const loop = Number.isFinite(t) ? state.get().loop : null;
    state.set({ playing: false, skip: null, loop });
    this.moveTo(Math.max(0, Math.min(Math.round(t), clock.head)));
  }

  /** Pauses and shows a time. If it is later than the head, the machine runs on to it, in many animation frames. */
  goTo(t: number): void {
    const { clock } = this.core;
    this.seek(t);
    if (t > clock.head && !clock.ended) this.wantedTime = Math.round(t);
  }

  /** Plays a range round and round; null ends the loop. */
  setLoop(loop: Loop | null): void {
    const { state, clock } = this.core;
    const isOutside = loop !== null && (clock.t < loop.from || clock.t > loop.to);
    if (isOutside) this.seek(loop.from);
    state.set({
      loop,
      loopMark: null,
      ...(loop === null ? {} : { playing: true, skip: null, effectFrom: null }),
    });
    this.invalidate();
  }

  /** Marks the shown time as an end of a loop. With both marks the loop begins. */
  markLoop(end: "from" | "to"): Loop | null {
    const { state, clock } = this.core;
    const t = Math.floor(Math.min(clock.t, clock.head));
    const { loop, loopMark } = state.get();
    const other = end === "from" ? (loop?.to ?? null) : (loop?.from ?? null);
    const next = loopBetween(loopMark ?? other, t);
    if (next === null) state.set({ loopMark: t });
    else this.setLoop(next);
    this.invalidate();
    return next;
  }

  /** Clears the shown frame and diagnosis, before another machine is shown. */
  clearFrames(): void {
    const { frames, tick, staggeredTicks } = this.core;
    this.nextTickStore = staggeredTicks.length;
    this.isTickDue = true;
    frames.show(null);
    for (const store of staggeredTicks) store.set({ ...tick.get(), frame: null, diagnosis: null });
  }

  /** Sets the head of a rebuilt machine, and shows `t`. */
  setPosition(head: number, t: number): void {
    this.core.clock.head = head;
    this.diagnosis = null;
    this.core.clock.diagnosedAt = -Infinity;
    this.moveTo(t);
  }

  setSpeed(speed: Speed): void {
    this.core.state.set({ speed, skip: null, effectFrom: null, viewWidth: 0, range: null });
    this.invalidate();
  }

  skipToEffect(): void {
    const { state, clock, coupling } = this.core;
    const { playing, skip, effectFrom } = state.get();
    const afterEffect = (t: number) => t + EFFECT_SECONDS * clock.hertz;
    const changes = [effectFrom, coupling?.otherEffectFrom() ?? null];
    const effectsSeen = changes.map((from) =>
      from === null ? 0 : ceilToMillisecond(afterEffect(from), clock.hertz),
    );
    const until = Math.round(Math.max(afterEffect(clock.t), ...effectsSeen));
    // A second request during the skip extends it. It still pauses at the end if the lab was paused before.
    const wasPlaying = skip?.wasPlaying ?? playing;
    state.set({ skip: { until, wasPlaying }, effectFrom: null, playing: true, loop: null });
  }

  /** Goes to the next or previous boundary. At the live edge, the machine runs on to the next one. */
  async step(boundary: Boundary, direction: 1 | -1): Promise<number | null | undefined> {
    if (this.isStepping) return undefined;
    this.isStepping = true;
    try {
      if (this.core.state.get().playing) this.pause();
      const { clock, engine, coupling } = this.core;
      const t = Math.min(clock.t, clock.head);
      const wasLive = this.isAtLiveEdge;
      const [{ text, head }, other] = await Promise.all([
        engine.ask({ what: "neighbour", t, boundary, direction }),
        coupling?.otherNeighbour(t, boundary, direction) ?? null,
      ]);
      clock.head = head;
      const candidates = [Number(text), other ?? NaN].filter(Number.isFinite);
      if (candidates.length === 0) {
        // The machine has run on and found nothing: the live edge stays shown, and a new search goes on from there.
        if (wasLive && direction === 1) this.moveTo(head);
        return null;
      }
      const found = direction === 1 ? Math.min(...candidates) : Math.max(...candidates);
      this.showWhenReached(found);
      return found;
    } finally {
      this.isStepping = false;
    }
  }

  get isAtLiveEdge(): boolean {
    const { clock } = this.core;
    return isLive(clock.t, clock.head, clock.hertz);
  }

  /** Whether the run has ended and its end is shown. */
  get hasEnded(): boolean {
    return this.isAtLiveEdge && this.core.clock.ended;
  }

  private moveTo(t: number): void {
    const { clock } = this.core;
    this.wantedTime = null;
    clock.t = t;
    clock.serial++;
    this.invalidate();
  }

  /** Shows a time while paused. If it is later than the head, the machine runs on to it. */
  private showWhenReached(t: number): void {
    this.moveTo(t);
    if (t > this.core.clock.head) this.wantedTime = t;
  }

  /** Runs on towards a time that the machine has not reached. */
  private runToWantedTime(wanted: number): void {
    const { clock } = this.core;
    if (clock.head < wanted && !clock.ended) {
      clock.t = wanted;
      return this.invalidate();
    }
    this.wantedTime = null;
    const reached = Math.min(wanted, clock.head);
    if (clock.t !== reached) this.moveTo(reached);
  }

  /** Shows the time of the coupled machine. Paused, the machine runs until it has reached that time. */
  private followTime(t: number, moves: boolean): void {
    const { clock, state } = this.core;
    if (moves) {
      clock.t = t;
      return;
    }
    const target = clock.ended ? Math.min(Math.round(t), clock.head) : Math.round(t);
    if (clock.t === target || state.get().replay !== null) return;
    this.showWhenReached(target);
  }

  private advance(wall: number): void {
    const { state, clock } = this.core;
    const { speed, skip, loop } = state.get();
    if (skip !== null) {
      clock.t += cyclesPerFrame(wall, EFFECT_SPEED, clock.hertz);
      if (clock.t < skip.until) return;
      clock.diagnosedAt = -Infinity; // asks for a diagnosis of the new time
      state.set({ skip: null, playing: skip.wasPlaying });
      if (skip.wasPlaying) this.moveTo(skip.until);
      else this.showWhenReached(skip.until);
      return;
    }
    if (loop !== null) {
      const end = clock.ended ? clock.head : loop.to;
      const t = advanceInLoop(clock.t, loop, wall, speed, clock.hertz, end);
      // Frames that were requested before the turn must not move the time back.
      if (t < clock.t) clock.serial++;
      clock.t = t;
      return;
    }
    clock.t = Number.isFinite(speed)
      ? clock.t + cyclesPerFrame(wall, speed, clock.hertz)
      : Infinity;
  }

  private request(now: number): void {
    const { state, clock, engine, coupling } = this.core;
    const { playing, speed, selection, columns, skip } = state.get();
    const budget = this.wantedTime === null ? RUN_BUDGET_MILLISECONDS : GO_TO_BUDGET_MILLISECONDS;
    const shown = Math.floor(Math.min(clock.t, Number.MAX_SAFE_INTEGER));
    const until = this.runUntil(shown);
    clock.drivenUntil = Math.max(until, clock.head);
    const diagnose = !playing || isDiagnosisDue(now, clock.diagnosedAt, coupling);
    if (diagnose) clock.diagnosedAt = now;
    clock.needsFrame = false;
    const { from, to } = this.rangeAt(Number.isFinite(clock.t) ? clock.t : clock.head);
    const currentSpeed = skip !== null ? EFFECT_SPEED : speed;
    engine.requestFrame({
      t: shown,
      from,
      to,
      width: columns,
      selectedPacket: selectedPacket(selection),
      motionSpan: motionSpan(currentSpeed, clock.hertz),
      flags: FrameFlag.columns | this.spanFlag(to - from) | FrameFlag.depths | this.codeFlags(now),
      serial: clock.serial,
      runOptions: {
        until,
        budget,
        tracing: recordsSteps(currentSpeed),
        diagnose,
      },
    });
  }

  /** The flag for spans. After a page with too many spans, the next pages of a playing timeline have none: otherwise each
   * page would begin with spans and then lose them. */
  private spanFlag(width: number): number {
    const { serial, width: tooWide } = this.pageWithoutSpans;
    if (!this.core.state.get().playing) this.pageWithoutSpans.width = Infinity;
    else if (serial === this.core.clock.serial && width >= tooWide) return 0;
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
    const { state, clock, coupling } = this.core;
    const { playing, replay } = state.get();
    if ((!playing && this.wantedTime === null) || replay !== null) return 0;
    const ahead = playing ? leadCycles(clock.hertz) : 0;
    const limit = coupling?.runLimit() ?? Infinity;
    const until = Math.min(shown + ahead, limit, Number.MAX_SAFE_INTEGER);
    return until > clock.head ? until : 0;
  }

  private rangeAt(t: number): { from: number; to: number } {
    const { range, viewWidth, speed, skip, playing, loop } = this.core.state.get();
    if (range !== null) return range;
    const { hertz } = this.core.clock;
    const currentSpeed = skip !== null ? EFFECT_SPEED : speed;
    const width = viewWidth || followWidthSeconds(currentSpeed) * hertz;
    if (!playing && skip === null) return followRange(t, width);
    if (!skip && loop && loop.to - loop.from <= width) return loopRange(loop, width);
    return pageRange(t, width, currentSpeed, hertz);
  }

  private show(answer: FrameAnswer): void {
    const { clock, frames, state } = this.core;
    const frame = readFrame(answer.frame);
    if (answer.request.serial === clock.serial) {
      clock.head = frame.head;
      clock.ended = answer.atBound;
      // If the machine has reached its bound, or could not run that fast, shows the time that it has reached.
      if (answer.request.t > frame.t) clock.t = frame.t;
    }
    if (!frame.spansComplete)
      this.pageWithoutSpans = { serial: clock.serial, width: frame.to - frame.from };
    if (answer.diagnosis !== null) this.diagnosis = readDiagnosis(answer.diagnosis);
    this.isTickDue ||= answer.diagnosis !== null;
    frames.show(frame);
    // At the bound, playing goes on until the shown time reaches the head.
    const { playing, loop } = state.get();
    if (answer.atBound && playing && loop === null && clock.t >= clock.head) this.pause();
    this.publish(answer);
  }

  private publish(answer: FrameAnswer): void {
    const { state, tick, staggeredTicks, frames, clock, coupling, now } = this.core;
    const { playing } = state.get();
    const wallNow = now();
    const mayRender =
      coupling === null || isOwnTurn(wallNow, clock.renderedAt, coupling.otherRenderedAt());
    // Every group gets this tick before the next tick is published, even if frames come slowly.
    if (playing && this.nextTickStore < staggeredTicks.length) {
      if (wallNow - clock.renderedAt >= STAGGER_MILLISECONDS && mayRender) this.passTickOn(1);
      return;
    }
    if (playing && !(this.isTickDue && mayRender)) return;
    const frame = frames.current;
    if (frame === null) return;
    const { t, head, from, to } = frame;
    const { diagnosis } = this;
    this.isTickDue = false;
    this.expireEffect(t);
    this.nextTickStore = 1;
    clock.renderedAt = wallNow;
    tick.set({ t, head, frame, diagnosis, atBound: answer.atBound, range: { from, to } });
    if (!playing) this.passTickOn(Infinity);
  }

  /** Withdraws the offer to skip to an effect when the shown time has reached the effect, or when the run has ended. */
  private expireEffect(t: number): void {
    const { state, clock } = this.core;
    const { effectFrom } = state.get();
    if (effectFrom === null) return;
    if (!this.hasEnded && t < effectFrom + EFFECT_SECONDS * clock.hertz) return;
    state.set({ effectFrom: null });
  }

  /** Passes the tick on to the next stores. */
  private passTickOn(count: number): void {
    const { tick, staggeredTicks, clock, now } = this.core;
    clock.renderedAt = now();
    const receivers = staggeredTicks.slice(this.nextTickStore, this.nextTickStore + count);
    this.nextTickStore += receivers.length;
    for (const store of receivers) store.set(tick.get());
  }
}
