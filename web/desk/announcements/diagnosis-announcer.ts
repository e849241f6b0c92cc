// Chooses the diagnoses that a screen reader announces: those of the shown machine. It leaves out
// the diagnoses of the time that a jump skips. It announces the diagnosis at the end of a jump,
// even if that diagnosis has not changed. Of two compared machines it announces both headlines, with the letters of the
// machines.
import { msg, tr } from "../../i18n/i18n";
import type { ShownDiagnosis } from "../../i18n/model-texts";
import { endSentence } from "../../lib/format/sentence";
import type { Announcer } from "../../lib/announcer";
import { describeWithLetter, withEachMachine, type Comparison } from "../compare/comparison";
import { MACHINE_LETTERS } from "../../model/machine-letters";
import type { Machine, ShownMachine } from "../lab/machine";
import { isConcealed } from "../../model/limits";
import { EFFECT_SECONDS, hasEnded } from "../../model/playback";

/** Announced instead of a jump: at the end of a run there is no later time. */
export const RUN_ENDED = msg("This run has ended. Turn any knob to begin a new one.");

/** Says how to skip the diagnosis "settling". It lasts for some simulated time, which passes slowly
 * in slow motion, and does not pass while the machine is paused. */
export function describeJump({
  playing,
  hasEnded = false,
  isTyping = false,
  hasKeys = true,
  isJumping = false,
}: Omit<Situation, "offersCures"> & { hasKeys?: boolean; isJumping?: boolean }) {
  if (hasEnded) return tr(RUN_ENDED);
  if (isJumping) return tr("The lab is jumping there.");
  const still = playing ? "" : tr("The machine is paused. ");
  if (!hasKeys) return tr("{still}Press “Jump ahead” to go there at once.", { still });
  return tr("{still}Press {key} (Jump ahead) to go there at once.", {
    still,
    key: describeKey("E", isTyping),
  });
}

/** In a text field single keys are letters, not shortcuts. */
function describeKey(key: string, isTyping: boolean): string {
  return isTyping ? tr("{key} outside this field", { key }) : key;
}

/** A jump may end this far before its target, as a share of its length. A jump that ends earlier was interrupted. */
const TARGET_TOLERANCE = 0.1;
/** How many ticks to wait at the end of a jump: the machine may not reach the target exactly. */
const WAIT_TICKS_MAX = 20;

/** `isTyping`: whether a text field has the focus. */
export function announceDiagnoses(
  lab: ShownMachine,
  comparison: Pick<Comparison, "state" | "shownMachines">,
  announcer: Announcer,
  isTyping: () => boolean,
): void {
  const shownDiagnosis = () => {
    const { limits, base } = lab.state.get();
    const { diagnosis } = lab.tick.get();
    const isOfOther = limits.awaitsProgram === true && base?.program === undefined;
    return isOfOther || isConcealed(limits, "sentence") ? null : diagnosis;
  };
  const situation = (): Situation => {
    const { limits, playing } = lab.state.get();
    const isEnded = hasEnded(lab.tick.get());
    const { offersCures } = limits;
    return { offersCures, playing, hasEnded: isEnded, isTyping: isTyping() };
  };
  /** What is announced about the shown machines; null while one of them has no diagnosis yet. */
  const announcement = (): { id: string; text: string } | null => {
    const own = shownDiagnosis();
    // In the workshop the line above the program says why a kernel has stopped.
    const isTold = lab.kind === "workshop" && own?.id === "stopped";
    if (own === null || own.id === "starting" || isTold) return null;
    const machines = comparison.shownMachines();
    if (machines.length === 1)
      return { id: announcementId(lab, own), text: describeDiagnosis(own, situation()) };
    const compared = machines.map((one, index) => ({
      letter: MACHINE_LETTERS[index] ?? "",
      lab: one,
      isCurable: one === lab,
      diagnosis: one.tick.get().diagnosis,
    }));
    const known = compared.filter(isDiagnosed);
    if (known.length < compared.length) return null;
    const ids = known.map((one) => `${one.letter} ${announcementId(one.lab, one.diagnosis)}`);
    return { id: ids.join(", "), text: describeCompared(known, situation()) };
  };
  const offer = () => {
    const next = announcement();
    if (next !== null) announcer.offerDiagnosis(next.id, next.text);
  };
  /** A jump that is under way, or that has arrived but has no diagnosis of its target yet. */
  let jump: { until: number; seen: ShownDiagnosis | null; waited: number } | null = null;

  /** Announces the end of a jump. True while the jump keeps other diagnoses from being announced. */
  function followJump(): boolean {
    const { skip, topology } = lab.state.get();
    const { t } = lab.tick.get();
    const diagnosis = shownDiagnosis();
    if (skip !== null) jump = { until: skip.until, seen: diagnosis, waited: 0 };
    if (skip !== null || jump === null) return skip !== null;
    const near = t >= jump.until - TARGET_TOLERANCE * EFFECT_SECONDS * (topology?.clock_hz ?? 0);
    // The first frames after the jump were requested before its end, so their diagnosis is of an earlier moment.
    const stale = t < jump.until || (diagnosis !== null && diagnosis === jump.seen);
    if (near && stale && ++jump.waited < WAIT_TICKS_MAX) {
      if (t < jump.until) jump.seen = diagnosis;
      return true;
    }
    jump = null;
    if (!near) return false;
    const arrived = announcement();
    if (arrived === null) announcer.announce(tr("Arrived, 50 milliseconds later."));
    else
      announcer.announceDiagnosis(
        arrived.id,
        tr("50 milliseconds later: {describe}", { describe: arrived.text }),
      );
    return true;
  }

  if (lab.kind === "lab") announceScenarios(lab, announcer);
  lab.state.subscribe(() => void (lab.state.get().skip !== null && followJump()));
  lab.tick.subscribe(() => {
    if (!followJump()) offer();
  });
  withEachMachine(comparison, (machine) =>
    machine.tick.subscribe(() => {
      if (machine !== lab && jump === null && comparison.shownMachines().length > 1) offer();
    }),
  );
}

interface DiagnosedMachine {
  letter: string;
  lab: Machine;
  /** The key C applies the cure of this machine. */
  isCurable: boolean;
  diagnosis: ShownDiagnosis;
}

/** "Starting" says that there is no diagnosis yet. */
function isDiagnosed(
  machine: Omit<DiagnosedMachine, "diagnosis"> & { diagnosis: ShownDiagnosis | null },
): machine is DiagnosedMachine {
  return machine.diagnosis !== null && machine.diagnosis.id !== "starting";
}

/** The headlines of both machines, without their sentences: two sentences in one announcement are too long to compare. */
function describeCompared(machines: readonly DiagnosedMachine[], now: Situation): string {
  const headlines = machines.map(({ diagnosis: { headline } }, index) =>
    describeWithLetter(index, headline),
  );
  const isSettling = machines.some(({ diagnosis }) => diagnosis.id === "settling");
  const cured = machines.find(({ isCurable, diagnosis }) => isCurable && diagnosis.cure !== null);
  const cure =
    cured === undefined || !now.offersCures || isSettling
      ? ""
      : tr("Cure of {letter}, {key}: {label}.", {
          letter: cured.letter,
          key: describeKey(tr("key C"), now.isTyping ?? false),
          label: cured.diagnosis.cure?.label ?? "",
        });
  return [...headlines, isSettling ? describeJump(now) : "", cure].filter(Boolean).join(" ");
}

/** Announces a new scenario by its title, before its diagnosis. Leaves out the scenario that the
 * page opens with. Lessons introduce their machines themselves. */
function announceScenarios(lab: ShownMachine, announcer: Announcer): void {
  let opened: string | null = null;
  lab.state.subscribe(() => {
    const { base, playing } = lab.state.get();
    if (base === null || base.id === opened) return;
    const still = playing ? "" : ` ${tr("Paused.")}`;
    if (opened !== null) announcer.announceScenario(`${endSentence(tr(base.title))}${still}`);
    opened = base.id;
  });
}

/** Identifies a diagnosis together with its machine: the same diagnosis of another machine is announced again. */
function announcementId(lab: ShownMachine, diagnosis: ShownDiagnosis): string {
  return `${lab.state.get().base?.id ?? ""} ${diagnosis.id}`;
}

/** The headline, the sentence, and the cure if there is one. */
function describeDiagnosis(
  { id, headline, sentence, cure }: ShownDiagnosis,
  now: Situation,
): string {
  const said = `${headline} ${sentence}`;
  if (id === "settling") return `${said} ${describeJump(now)}`;
  if (cure === null || !now.offersCures) return said;
  return tr("{said} Cure, {key}: {label}.", {
    said,
    key: describeKey(tr("key C"), now.isTyping ?? false),
    label: cure.label,
  });
}

interface Situation {
  /** Whether the page offers cures. */
  offersCures: boolean;
  playing: boolean;
  hasEnded?: boolean;
  isTyping?: boolean;
}
