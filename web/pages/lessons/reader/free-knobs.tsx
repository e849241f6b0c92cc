// The knobs that the learner may turn in a step, with their descriptions. While the text is folded,
// the knobs have no descriptions (`bare`).
import { tr } from "../../../i18n/i18n";
import type { Parameter, Value } from "../../../generated/model";
import { areUnlocked } from "../../../model/limits";
import { useStore } from "../../../lib/store";
import {
  catalogueForMachine,
  findParameter,
  isApplicable,
  type SettingValues,
} from "../../../model/scenario/settings";
import { knobPath } from "../../../model/program-knobs";
import { asksForProgram, type Step } from "../../../lesson/lesson";
import { expandPaths } from "../../../lesson/settings";
import { neededSwitch, rangeBesideOthers, unmetSwitch } from "../../../cards/knobs/knob-text";
import { Knob } from "../../../cards/knobs/knob";
import { useKnobValues } from "../../../cards/knobs";
import { ProgramKnobSliders, useProgramKnobs } from "../../../cards/knobs/program-knobs";
import { Disclosure } from "../../../ui/disclosure";
import { LoadButtons } from "../../../cards/tasks/load-buttons";
import type { LessonContext } from "../../../desk/lesson-context";

interface FreeKnobsProps {
  context: LessonContext;
  step: Step;
  bare?: boolean;
}

export function FreeKnobs({ context, step, bare = false }: FreeKnobsProps) {
  const { lab } = context.services;
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const ready = useStore(context.lessonMachine.store, ({ machine }) => machine !== "");
  const values = useKnobValues(lab);
  const limits = useStore(lab.state, (state) => state.limits);
  const ofProgram = useProgramKnobs(lab).filter(({ name }) => {
    const isNamed = areUnlocked({ unlocked: step.free }, [knobPath(name)]);
    // The card of the task has them too (program-task.tsx); here they are in sight beside the machine.
    return ready && (isNamed || (bare && asksForProgram(step)));
  });
  if (catalogue === null || step.free.length + step.cues.length + ofProgram.length === 0)
    return null;
  const isWithoutEffect = (parameter: Parameter) =>
    ready && unmetSwitch(catalogue, parameter, values) !== null;
  /** The page says nothing about a switch that is on and stays on. */
  const requirement = (parameter: Parameter) => {
    const needed = neededSwitch(catalogue, parameter, values);
    if (needed === null || areUnlocked(limits, Object.keys(needed.set))) return needed;
    return isWithoutEffect(parameter) ? { ...needed, action: "" } : null;
  };
  // Loads alone need no frame.
  if (step.free.length === 0 && !bare) return <LoadButtons context={context} loads={step.cues} />;
  const parameters = expandPaths(step.free, catalogue).flatMap((path) => {
    const parameter = findParameter(catalogueForMachine(catalogue, values), path);
    // Of a whole group, only the knobs that the kernel has are shown.
    const isShown =
      step.free.includes(path) ||
      (parameter && (isApplicable(catalogue, parameter, values) || isWithoutEffect(parameter)));
    return parameter !== undefined && isShown ? [parameter] : [];
  });
  const isFolded = (one: Parameter) =>
    !step.free.includes(one.path) && (isSwitchedOff(one.path, values) || isWithoutEffect(one));
  const folded = parameters.filter(isFolded);
  const knob = (parameter: Parameter) => (
    <Knob
      key={parameter.path}
      parameter={offering(parameter, step.choices?.[parameter.path], values[parameter.path])}
      beside={rangeBesideOthers(catalogue, parameter, values)}
      requirement={requirement(parameter)}
      isWithoutEffect={isWithoutEffect(parameter)}
      value={ready ? values[parameter.path] : undefined}
      base={lab.baseValue(parameter.path)}
      details={bare ? "none" : "all"}
      onChange={lab.change}
      onReset={lab.reset}
    />
  );
  return (
    <section
      className={bare ? "free-knobs free-knobs-bare" : "free-knobs"}
      aria-label={tr("Knobs of this step")}
    >
      {!bare && <h3 className="free-knobs-title">{tr("Turn it yourself")}</h3>}
      <LoadButtons context={context} loads={step.cues} />
      {parameters.filter((one) => !isFolded(one)).map(knob)}
      <ProgramKnobSliders
        lab={lab}
        knobs={ofProgram}
        onTurn={(name, value) => lab.change({ [knobPath(name)]: value }, name)}
      />
      {folded.length > 0 && (
        <Disclosure
          className="free-knobs-folded"
          label={tr("Without effect now")}
          summary={tr("{count, plural, one {# knob} other {# knobs}}", { count: folded.length })}
        >
          {folded.map(knob)}
        </Disclosure>
      )}
    </section>
  );
}

/** A knob of a group whose own switch is off, such as `limit.share` while `limit.enabled` is. */
function isSwitchedOff(path: string, values: SettingValues): boolean {
  const ownSwitch = path.replace(/\.[^.]*$/, ".enabled");
  return path !== ownSwitch && values[ownSwitch] === false;
}

/** The parameter with the options that the step offers, and the one that it has now: a machine may come from another step. */
function offering(parameter: Parameter, offered: string[] | undefined, value: Value | undefined) {
  const { kind } = parameter;
  if (offered === undefined || kind.type !== "choice") return parameter;
  const options = kind.options.filter(({ id }) => offered.includes(id) || id === value);
  return { ...parameter, kind: { ...kind, options } };
}
