// Moves the shown time: one call an animation frame, at most one frame request in flight, the machine
// driven just far enough. Like live video: the right end is the machine's head, and pausing stops it;
// while playing it is a packet's time on the wire ahead, so that packets are seen coming in.
import type { FrameAnswer } from "../../engine/client";
import { FrameFlag } from "../../engine/protocol";
import type { Diagnosis } from "../../engine/model";
import { readFrame } from "../../frame/frame";
import { selectedPacket } from "../../frame/selection";
import type { LabCore } from "./lab-state";
import {
  cyclesPerFrame,
  EFFECT_SECONDS,
  EFFECT_SPEED,
  followRange,
  followWidthSeconds,
  isLive,
  leadCycles,
  motionSpan,
  recordsSteps,
  ceilToMillisecond,
  type Speed,
} from "./playback";

/** Wall time the worker may run the machine for one frame. */
const DRIVE_MILLISECONDS = 12;
/** Words and numbers are to be read: five times a second. */
const PUBLISH_MILLISECONDS = 200;
/** From one turn to the next: what one group of views has rendered is laid out and painted by the frame after,
 * which is to have nothing else to do. */
const STAGGER_MILLISECONDS = 30;
const DIAGNOSE_MILLISECONDS = 200;

export class Player {
  private lastFrameAt = 0;
  private publishedAt = -Infinity;
  private diagnosedAt = -Infinity;
  /** Which of the turns has the tick next; none when all have it. */
  private nextTickStore = Infinity;
  private handedOnAt = -Infinity;
  private isStepping = false;
  /** Paused at a moment that the machine has yet to reach. */
  private mustReachShownTime = false;
  /** A request while paused asks for a diagnosis too; playing, only now and then. */
  private diagnosis: Diagnosis | null = null;

  constructor(private readonly core: LabCore) {
    core.engine.onFrame((answer) => this.show(answer));
  }

  /** One animation frame; `now` in wall milliseconds. */
  animate(now: number): void {
    const { state, clock } = this.core;
    const { phase, playing, replay } = state.get();
    const wall = now - this.lastFrameAt;
    this.lastFrameAt = now;
    if (phase !== "ready") return;
    const moves = playing && replay === null;
    if (moves) this.advance(wall);
    if (moves || clock.needsFrame) this.request(now);
  }

  /** The picture no longer fits what is asked (a range, a selection, a seek): ask for a new one. */
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
    // The head stops too, the lead ahead of what is shown: nothing jumps.
    if (playing) this.moveTo(Math.floor(clock.t));
  }

  /** Shows another time that is already there. */
  seek(t: number): void {
    const { state, clock } = this.core;
    state.set({ playing: false, skip: null });
    this.moveTo(Math.max(0, Math.min(Math.round(t), clock.head)));
  }

  /** Another machine takes this one's place: what was shown of this one says nothing of that. */
  clearFrames(): void {
    const { frames, tick, staggeredTicks } = this.core;
    this.nextTickStore = staggeredTicks.length;
    this.publishedAt = -Infinity;
    frames.show(null);
    for (const turn of staggeredTicks) turn.set({ ...tick.get(), frame: null, diagnosis: null });
  }

  /** The machine was rebuilt and stands at `head`; shows `t`. */
  setPosition(head: number, t: number): void {
    this.core.clock.head = head;
    this.diagnosis = null;
    this.diagnosedAt = -Infinity;
    this.moveTo(t);
  }

  setSpeed(speed: Speed): void {
    this.core.state.set({ speed, skip: null, effectFrom: null, viewWidth: 0, range: null });
    this.invalidate();
  }

  skipToEffect(): void {
    const { state, clock } = this.core;
    const { playing, skip, effectFrom } = state.get();
    const later = (t: number) => t + EFFECT_SECONDS * clock.hertz;
    const seen = effectFrom === null ? 0 : ceilToMillisecond(later(effectFrom), clock.hertz);
    const until = Math.round(Math.max(later(clock.t), seen));
    // Asked for again on the way it goes further, and stands then if it stood before.
    const wasPlaying = skip?.wasPlaying ?? playing;
    state.set({ skip: { until, wasPlaying }, effectFrom: null, playing: true });
  }

  /** The next or previous boundary; at the live edge the machine runs on to it. */
  async step(boundary: "step" | "packet", direction: 1 | -1): Promise<number | null | undefined> {
    if (this.isStepping) return undefined;
    this.isStepping = true;
    try {
      if (this.core.state.get().playing) this.pause();
      const { clock, engine } = this.core;
      const t = Math.min(clock.t, clock.head);
      const { text, head } = await engine.ask({ what: "neighbour", t, boundary, direction });
      clock.head = head;
      const found = Number(text);
      if (!Number.isFinite(found)) return null;
      this.moveTo(found);
      return found;
    } finally {
      this.isStepping = false;
    }
  }

  get isAtLiveEdge(): boolean {
    const { clock } = this.core;
    return isLive(clock.t, clock.head, clock.hertz);
  }

  /** Nothing comes after what is shown. */
  get hasEnded(): boolean {
    return this.isAtLiveEdge && this.core.clock.ended;
  }

  private moveTo(t: number): void {
    const { clock } = this.core;
    clock.t = t;
    clock.serial++;
    this.invalidate();
  }

  private advance(wall: number): void {
    const { state, clock } = this.core;
    const { speed, skip } = state.get();
    if (skip !== null) {
      clock.t += cyclesPerFrame(wall, EFFECT_SPEED, clock.hertz);
      if (clock.t < skip.until) return;
      clock.t = skip.until;
      this.mustReachShownTime = !skip.wasPlaying;
      this.diagnosedAt = -Infinity; // what is said there is about there
      state.set({ skip: null, playing: skip.wasPlaying });
      this.invalidate();
      return;
    }
    clock.t = Number.isFinite(speed)
      ? clock.t + cyclesPerFrame(wall, speed, clock.hertz)
      : Infinity;
  }

  private request(now: number): void {
    const { state, clock, engine } = this.core;
    const { playing, speed, selection, columns, skip } = state.get();
    const shown = Math.floor(Math.min(clock.t, Number.MAX_SAFE_INTEGER));
    const until = this.driveUntil(shown);
    this.mustReachShownTime = false;
    const diagnose = !playing || now - this.diagnosedAt >= DIAGNOSE_MILLISECONDS;
    if (diagnose) this.diagnosedAt = now;
    clock.needsFrame = false;
    const { from, to } = this.rangeAt(Number.isFinite(clock.t) ? clock.t : clock.head);
    const pace = skip !== null ? EFFECT_SPEED : speed;
    engine.requestFrame({
      t: shown,
      from,
      to,
      width: columns,
      selectedPacket: selectedPacket(selection),
      motionSpan: motionSpan(pace, clock.hertz),
      flags: FrameFlag.columns | FrameFlag.spans | FrameFlag.depths,
      serial: clock.serial,
      drive: {
        until,
        budget: DRIVE_MILLISECONDS,
        tracing: recordsSteps(pace),
        diagnose,
      },
    });
  }

  /** How far the machine has to run for a frame of this time; 0 = it stands still. One that is being built stands
   * by the time it is asked: the shown time is not its own. */
  private driveUntil(shown: number): number {
    const { state, clock } = this.core;
    const { playing, replay } = state.get();
    if ((!playing && !this.mustReachShownTime) || replay !== null) return 0;
    const ahead = playing ? leadCycles(clock.hertz) : 0;
    const until = Math.min(shown + ahead, Number.MAX_SAFE_INTEGER);
    return until > clock.head ? until : 0;
  }

  private rangeAt(t: number): { from: number; to: number } {
    const { range, viewWidth, speed, skip } = this.core.state.get();
    if (range !== null) return range;
    const { hertz } = this.core.clock;
    const pace = skip !== null ? EFFECT_SPEED : speed;
    return followRange(t, viewWidth || followWidthSeconds(pace) * hertz);
  }

  private show(answer: FrameAnswer): void {
    const { clock, frames, state } = this.core;
    const frame = readFrame(answer.frame);
    if (answer.request.serial === clock.serial) {
      clock.head = frame.head;
      clock.ended = answer.atBound;
      // The machine stood still at a bound, or could not run that fast: time is what it reached.
      if (answer.request.t > frame.t) clock.t = frame.t;
    }
    if (answer.diagnosis !== null) this.diagnosis = JSON.parse(answer.diagnosis) as Diagnosis;
    frames.show(frame);
    // At the bound the shown time still comes up to the head.
    if (answer.atBound && state.get().playing && clock.t >= clock.head) this.pause();
    this.publish(answer);
  }

  private publish(answer: FrameAnswer): void {
    const { state, tick, staggeredTicks, frames, now } = this.core;
    const { playing } = state.get();
    const time = now();
    // Everybody gets the tick before there is another: also where frames come slowly.
    if (playing && this.nextTickStore < staggeredTicks.length) {
      if (time - this.handedOnAt >= STAGGER_MILLISECONDS) this.handOnTick(1);
      return;
    }
    if (playing && time - this.publishedAt < PUBLISH_MILLISECONDS) return;
    this.publishedAt = time;
    const frame = frames.current;
    if (frame === null) return;
    const { t, head, from, to } = frame;
    const { diagnosis } = this;
    this.expireEffect(t);
    this.nextTickStore = 1;
    this.handedOnAt = time;
    tick.set({ t, head, frame, diagnosis, atBound: answer.atBound, range: { from, to } });
    if (!playing) this.handOnTick(Infinity);
  }

  /** What a change does has been seen when so much time has passed as the jump to it would take; or never will
   * be, when no time is left. */
  private expireEffect(t: number): void {
    const { state, clock } = this.core;
    const { effectFrom } = state.get();
    if (effectFrom === null) return;
    if (!this.hasEnded && t < effectFrom + EFFECT_SECONDS * clock.hertz) return;
    state.set({ effectFrom: null });
  }

  /** Gives the tick to so many more of the turns. */
  private handOnTick(count: number): void {
    const { tick, staggeredTicks, now } = this.core;
    this.handedOnAt = now();
    const given = staggeredTicks.slice(this.nextTickStore, this.nextTickStore + count);
    this.nextTickStore += given.length;
    for (const turn of given) turn.set(tick.get());
  }
}
