// The machines that the print of a slide shows: the slide's machine as it begins and after its last cue, or the two machines
// that it compares. Pure.
import type { Catalogue, Scenario } from "../../generated/model";
import { findMachineStep, type Lesson, type Settings } from "../../lesson/lesson";
import { compareScenario } from "../../desk/lesson/compared-machine";
import { withTrafficOf } from "../../model/shared-traffic";
import { machineScenario } from "../../desk/lesson/step-machine";
import { tr } from "../../i18n/i18n";

export interface SlideMachine {
  /** What distinguishes it from the other machine of the slide; empty for a slide with one machine. */
  label: string;
  scenario: Scenario;
  /** How long it runs before the picture, in simulated milliseconds. */
  run: number;
  /** The width of the timeline in simulated seconds; null: as the lab opens it. */
  span: number | null;
}

/** Empty for a slide of text alone. */
export function machinesOfSlide(
  lecture: Lesson,
  slide: number,
  catalogue: Catalogue,
): SlideMachine[] {
  const step = lecture.steps[slide];
  if (step === undefined || (step.shown.length === 0 && step.compare === null)) return [];
  const { spec } = findMachineStep(lecture, slide);
  const { run, span } = spec;
  const machine = (label: string, scenario: Scenario | null | undefined): SlideMachine[] =>
    scenario === null || scenario === undefined ? [] : [{ label, scenario, run, span }];
  const first = machineScenario(lecture, catalogue, spec);
  if (step.compare !== null) {
    const second = compareScenario(lecture, catalogue, step.compare);
    const { label, labelA, shared } = step.compare;
    return [
      ...machine(`A: ${labelA || tr("The machine")}`, first),
      ...machine(
        `B: ${label || tr("The other machine")}`,
        first && second && withTrafficOf(catalogue, first, second, { alsoShared: shared }),
      ),
    ];
  }
  const last = step.cues.at(-1);
  if (last === undefined) return machine("", first);
  const set = step.cues.reduce<Settings>((all, cue) => ({ ...all, ...cue.set }), spec.set);
  return [
    ...machine(tr("At first"), first),
    ...machine(last.label, machineScenario(lecture, catalogue, { ...spec, set })),
  ];
}
