// Which of the machine's diagnoses a screen reader is offered: those of the shown machine, not what is jumped
// over, and where a jump arrives the verdict there, also when it is the one from before.
import type { Diagnosis } from "../../engine/model";
import type { Announcer } from "./announcer";
import type { Lab } from "../lab/lab";
import { isConcealed } from "../lab/limits";
import { EFFECT_SECONDS, hasEnded } from "../lab/playback";

/** At the end of a run there is nothing to jump to. */
export const RUN_ENDED = "This run has ended: any knob that is turned begins a new one.";

/** "Settling" counts simulated time, which can be long to wait for, or stand still. */
export function describeJump({
  playing,
  hasEnded = false,
  isTyping = false,
}: Omit<Situation, "offersCures">) {
  if (hasEnded) return RUN_ENDED;
  const still = playing ? "" : "The machine is paused. ";
  return `${still}${describeKey("Key E", isTyping)}, Jump ahead, goes there at once.`;
}

/** Where something is typed, single keys are letters. */
function describeKey(key: string, typing: boolean): string {
  return typing ? `${key} outside this field` : key;
}

/** The part of the way that may be missing where a jump ends; one that is broken off misses more. */
const TARGET_TOLERANCE = 0.1;
/** So many frames are waited for where it ends: the machine may not be able to come quite so far. */
const WAIT_TICKS_MAX = 20;

/** `typing`: whether a text field has the focus. */
export function announceDiagnoses(lab: Lab, announcer: Announcer, typing: () => boolean): void {
  const shown = () => {
    const { limits } = lab.state.get();
    const { diagnosis } = lab.tick.get();
    return isConcealed(limits, "sentence") ? null : diagnosis;
  };
  const wordsOf = (one: Diagnosis) => {
    const { limits, playing } = lab.state.get();
    const ended = hasEnded(lab.tick.get());
    return describeDiagnosis(one, {
      offersCures: limits.offersCures,
      playing,
      hasEnded: ended,
      isTyping: typing(),
    });
  };
  /** A jump on its way, or arrived and without a diagnosis of the moment there. */
  let jump: { until: number; seen: Diagnosis | null; waited: number } | null = null;

  /** True when the jump has the word. */
  function followJump(): boolean {
    const { skip, topology } = lab.state.get();
    const { t } = lab.tick.get();
    const diagnosis = shown();
    if (skip !== null) jump = { until: skip.until, seen: diagnosis, waited: 0 };
    if (skip !== null || jump === null) return skip !== null;
    const near = t >= jump.until - TARGET_TOLERANCE * EFFECT_SECONDS * (topology?.clock_hz ?? 0);
    // A frame or two after it were asked for before it: their diagnosis is of a moment on the way.
    const stale = t < jump.until || (diagnosis !== null && diagnosis === jump.seen);
    if (near && stale && ++jump.waited < WAIT_TICKS_MAX) {
      if (t < jump.until) jump.seen = diagnosis;
      return true;
    }
    jump = null;
    if (!near) return false;
    if (diagnosis === null) announcer.announce("Arrived, 50 milliseconds later.");
    else
      announcer.announceDiagnosis(
        announcementId(lab, diagnosis),
        `50 milliseconds later: ${wordsOf(diagnosis)}`,
      );
    return true;
  }

  announceScenarios(lab, announcer);
  lab.state.subscribe(() => void (lab.state.get().skip !== null && followJump()));
  lab.tick.subscribe(() => {
    if (followJump()) return;
    const diagnosis = shown();
    // That nothing can be said yet is no news.
    if (diagnosis === null || diagnosis.id === "starting") return;
    announcer.offerDiagnosis(announcementId(lab, diagnosis), wordsOf(diagnosis));
  });
}

/** By its title, before its verdict. A lesson names its own machines; the first one is there before anybody
 * listens. */
function announceScenarios(lab: Lab, announcer: Announcer): void {
  let opened: string | null = null;
  lab.state.subscribe(() => {
    const { base, limits, playing } = lab.state.get();
    if (base === null || base.id === opened) return;
    const still = playing ? "" : " Paused.";
    if (opened !== null && limits.unlocked === null)
      announcer.announceScenario(`${base.title}.${still}`);
    opened = base.id;
  });
}

/** The same verdict on another machine is another one. */
function announcementId(lab: Lab, diagnosis: Diagnosis): string {
  return `${lab.state.get().base?.id ?? ""} ${diagnosis.id}`;
}

/** The verdict, its reason, and what can be done. */
function describeDiagnosis({ id, headline, sentence, cure }: Diagnosis, now: Situation): string {
  const said = `${headline} ${sentence}`;
  if (id === "settling") return `${said} ${describeJump(now)}`;
  if (cure === null || !now.offersCures) return said;
  return `${said} Cure, ${describeKey("key C", now.isTyping ?? false)}: ${cure.label}.`;
}

interface Situation {
  /** Cures are offered. */
  offersCures: boolean;
  playing: boolean;
  hasEnded?: boolean;
  isTyping?: boolean;
}
