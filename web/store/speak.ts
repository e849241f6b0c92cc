// Which of the machine's diagnoses a screen reader is offered: those of the shown machine, not what is jumped
// over, and where a jump arrives the verdict there, also when it is the one from before.
import type { Diagnosis } from "../engine/model";
import type { Announcer } from "./announce";
import type { Lab } from "./lab";
import { isConcealed } from "./limits";
import { EFFECT_SECONDS } from "./playback";

/** "Settling" counts simulated time, which can be long to wait for. */
export const JUMP_WORDS = "Key E, Jump ahead, goes there at once.";

/** The part of the way that may be missing where a jump ends; one that is broken off misses more. */
const NEARLY = 0.1;

export function speakOfMachine(lab: Lab, announcer: Announcer): void {
  const shown = () => {
    const { limits } = lab.state.get();
    const { diagnosis } = lab.tick.get();
    return isConcealed(limits, "sentence") ? null : diagnosis;
  };
  const wordsOf = (one: Diagnosis) => words(one, lab.state.get().limits.cures);
  /** A jump on its way, or arrived and without a diagnosis of the moment there. */
  let jump: { until: number; seen: Diagnosis | null } | null = null;

  /** True when the jump has the word. */
  function followJump(): boolean {
    const { skip, topology } = lab.state.get();
    const { t } = lab.tick.get();
    const diagnosis = shown();
    if (skip !== null) jump = { until: skip.until, seen: diagnosis };
    if (skip !== null || jump === null) return skip !== null;
    // The first frame after it may have been asked for before it, or the machine could not come quite so far.
    const arrived = t >= jump.until - NEARLY * EFFECT_SECONDS * (topology?.clock_hz ?? 0);
    if (arrived && diagnosis !== null && diagnosis === jump.seen) return true;
    jump = null;
    if (!arrived) return false;
    if (diagnosis === null) announcer.tell("Arrived, 50 milliseconds later.");
    else announcer.answer(idOf(lab, diagnosis), `50 milliseconds later: ${wordsOf(diagnosis)}`);
    return true;
  }

  sayNewScenarios(lab, announcer);
  lab.state.subscribe(() => void (lab.state.get().skip !== null && followJump()));
  lab.tick.subscribe(() => {
    if (followJump()) return;
    const diagnosis = shown();
    // That nothing can be said yet is no news.
    if (diagnosis === null || diagnosis.id === "starting") return;
    announcer.offer(idOf(lab, diagnosis), wordsOf(diagnosis));
  });
}

/** By its title, before its verdict. A lesson names its own machines; the first one is there before anybody
 * listens. */
function sayNewScenarios(lab: Lab, announcer: Announcer): void {
  let opened: string | null = null;
  lab.state.subscribe(() => {
    const { base, limits } = lab.state.get();
    if (base === null || base.id === opened) return;
    if (opened !== null && limits.free === null) announcer.introduce(`${base.title}.`);
    opened = base.id;
  });
}

/** The same verdict on another machine is another one. */
function idOf(lab: Lab, diagnosis: Diagnosis): string {
  return `${lab.state.get().base?.id ?? ""} ${diagnosis.id}`;
}

/** The verdict, its reason, and what can be done. */
function words({ id, headline, sentence, cure }: Diagnosis, offered: boolean): string {
  const said = `${headline} ${sentence}`;
  if (id === "settling") return `${said} ${JUMP_WORDS}`;
  return cure !== null && offered ? `${said} Cure, key C: ${cure.label}.` : said;
}
