// All knobs by group, generated from the parameter table. A group is folded at first. In a group the basic knobs come
// first, the others are under "more". A knob without effect says which switch it needs. A knob that does not apply to
// this machine is not shown. Groups without any knob that applies are folded into one at the end, which says what they need.
import { useMemo, useRef, type ReactNode } from "react";
import "./knobs.css";
import { tr } from "../../i18n/i18n";
import type { Catalogue, Group, Parameter, Scenario } from "../../generated/model";
import { RATE_PATH } from "../../model/curve-axis";
import type { Machine, ShownMachine } from "../../desk/lab/machine";
import { isLive } from "../../model/playback";
import type { Preferences } from "../../model/preferences";
import { useStore, type Store } from "../../lib/store";
import {
  catalogueForMachine,
  findParameter,
  isApplicable,
  memoize,
  PROFILE_PATH,
  type SettingValues,
  valuesAt,
} from "../../model/scenario/settings";
import { Disclosure } from "../../ui/disclosure";
import { firstMatch, useFocusFallback } from "../../ui/use-focus-fallback";
import { claimsOf } from "../figure/influence";
import { GlossaryText } from "../prose/term";
import {
  groupSummary,
  isAnyChanged,
  parametersOf,
  sortGroups,
  neededSwitch,
  rangeBesideOthers,
  requirementOf,
  sharedSwitch,
  type ShownGroup,
} from "./knob-text";
import { groupCosts, isCost } from "./cost-groups";
import { describeEffect, Knob, KnobRequirement } from "./knob";

interface KnobsProps {
  lab: Machine;
  preferences: Store<Preferences>;
  /** Compares with the machine that has the scenario's value of a knob. Absent: the page has no comparison. */
  onCompare?: (path: string) => void;
}

export function Knobs({ lab, preferences, onCompare }: KnobsProps) {
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const unfolded = useStore(preferences, (one) => one.unfolded);
  const values = useKnobValues(lab);
  if (catalogue === null) return null;
  const machine = catalogueForMachine(catalogue, values);
  const { withEffect, withoutEffect } = sortGroups(machine, values);
  const toggle = (id: string, open: boolean) => {
    const others = unfolded.filter((one) => one !== id);
    preferences.set({ unfolded: open ? [...others, id] : others });
  };
  return (
    <div className="knobs">
      {withEffect.map(({ group, shown }) => (
        <KnobGroup
          key={group.id}
          {...{ lab, group, shown, values, onCompare }}
          catalogue={machine}
          open={unfolded.includes(group.id)}
          onToggle={(open) => toggle(group.id, open)}
        />
      ))}
      {withoutEffect.length > 0 && (
        <GroupsWithoutEffect
          lab={lab}
          catalogue={machine}
          groups={withoutEffect}
          open={unfolded.includes(NO_EFFECT)}
          onToggle={(open) => toggle(NO_EFFECT, open)}
        />
      )}
    </div>
  );
}

interface KnobListProps extends ShownGroup {
  lab: Machine;
  catalogue: Catalogue;
  values: SettingValues;
  onCompare: ((path: string) => void) | undefined;
}

interface KnobGroupProps extends KnobListProps {
  open: boolean;
  onToggle(open: boolean): void;
}

function KnobGroup({ open, onToggle, ...props }: KnobGroupProps) {
  const { lab, catalogue, group, shown, values } = props;
  const changed = isAnyChanged(shown, values, lab.baseValue);
  const idle = shown.some(
    (one) => values[one.path] === true && !isApplicable(catalogue, one, values),
  );
  return (
    <Disclosure
      label={group.label}
      heading={3}
      open={open}
      onToggle={onToggle}
      className={`knob-group knob-group-of-${group.id} ${changed ? "knob-group-changed" : ""}`}
      summary={
        <GroupSummary text={groupSummary(group, shown, values)} isIdle={idle} isChanged={changed} />
      }
    >
      <KnobList {...props} />
    </Disclosure>
  );
}

/** The knobs of an unfolded group. */
function KnobList({ lab, catalogue, group, shown, values, onCompare }: KnobListProps) {
  const container = useRef<HTMLDivElement>(null);
  const hasNoEffect = (parameter: Parameter) => !isApplicable(catalogue, parameter, values);
  const basic = shown.filter((parameter) => parameter.basic);
  const others = shown.filter((parameter) => !parameter.basic);
  // When all other knobs of a group have the same description, it is shown once.
  const head = others.length > 2 ? others[0] : undefined;
  const hasOneText = head !== undefined && others.every((one) => hasSameText(one, head));
  // When all knobs of the group need the same switch, the group says it once.
  const shared = sharedSwitch(catalogue, shown, values);
  const topology = useStore(lab.state, (state) => state.topology);
  const scenario = useStore(lab.state, ({ base }) => base?.source);
  const list = (parameters: readonly Parameter[]) =>
    parameters.map((parameter) => (
      <Knob
        key={parameter.path}
        parameter={parameter}
        value={values[parameter.path]}
        base={lab.baseValue(parameter.path)}
        details={hasOneText && !parameter.basic ? "source" : "all"}
        beside={rangeBesideOthers(catalogue, parameter, values)}
        requirement={shared === null ? neededSwitch(catalogue, parameter, values) : null}
        isWithoutEffect={hasNoEffect(parameter)}
        scenario={scenario}
        claims={claimsOf(values[PROFILE_PATH], parameter.path)}
        onChange={lab.change}
        onReset={lab.reset}
        onCompare={onCompare}
      />
    ));
  const listedOthers =
    topology !== null && others.some(isCost) ? (
      <CostSections sections={groupCosts(topology, others)} list={list} />
    ) : (
      list(others)
    );
  return (
    <>
      <div className="knob-text">
        <GlossaryText text={group.one_line} />
        {hasOneText && describeEffect(head)}
      </div>
      {shared !== null && (
        <KnobRequirement
          requirement={shared}
          isMet={!shown.some(hasNoEffect)}
          focusAfter={container}
          onChange={lab.change}
        />
      )}
      <div ref={container} className="knob-list">
        {list(basic)}
        {basic.length === 0 || others.length === 0 ? (
          listedOthers
        ) : (
          <Disclosure label={moreLabel(group, others.length)} className="knob-more">
            {listedOthers}
          </Disclosure>
        )}
      </div>
    </>
  );
}

const moreLabel = (group: Group, length: number) =>
  tr("{length} more for {lowerCase}", { length, lowerCase: group.label.toLowerCase() });

interface CostSectionsProps {
  sections: ReturnType<typeof groupCosts>;
  list(parameters: readonly Parameter[]): ReactNode;
}

function CostSections({ sections, list }: CostSectionsProps) {
  return sections.map(({ title, parameters }) => (
    <section key={title} className="knob-list" aria-label={tr(title)}>
      <h4 className="knob-place">{tr(title)}</h4>
      {list(parameters)}
    </section>
  ));
}

interface GroupSummaryProps {
  text: string;
  /** A switch of the group is on and has no effect. */
  isIdle: boolean;
  isChanged: boolean;
}

function GroupSummary({ text, isIdle, isChanged }: GroupSummaryProps) {
  return (
    <>
      {text}
      {isIdle && tr(", no effect")}
      {isChanged && (
        <>
          <span
            className="knob-dot"
            aria-hidden="true"
            title={tr("Changed from the scenario’s value")}
          />
          <span className="visually-hidden">{tr(", changed")}</span>
        </>
      )}
    </>
  );
}

/** The preference of unfolded groups has this id for the groups without effect. */
const NO_EFFECT = "no-effect";

interface GroupsWithoutEffectProps {
  lab: Machine;
  catalogue: Catalogue;
  groups: readonly Group[];
  open: boolean;
  onToggle(open: boolean): void;
}

/** The groups without effect on this machine, folded into one: their names and what they need. */
function GroupsWithoutEffect({ groups, catalogue, lab, open, onToggle }: GroupsWithoutEffectProps) {
  return (
    <Disclosure
      label={tr("No effect on this machine")}
      heading={3}
      open={open}
      onToggle={onToggle}
      className="knob-group"
      summary={String(groups.length)}
    >
      {groups.map((group) => {
        const [first] = parametersOf(catalogue, group);
        return (
          <div key={group.id} className="knob-no-effect">
            <h4>{group.label}</h4>
            <div className="knob-text">
              <GlossaryText text={group.one_line} />
            </div>
            {first !== undefined && (
              <RequirementNotice lab={lab} catalogue={catalogue} parameter={first} group={group} />
            )}
          </div>
        );
      })}
    </Disclosure>
  );
}

interface RequirementNoticeProps {
  lab: Machine;
  catalogue: Catalogue;
  parameter: Parameter;
  group: Group;
}

/** Says which value of another knob this group needs, with a button that sets it. */
function RequirementNotice(props: RequirementNoticeProps) {
  const needed = requirementOf(props.catalogue, props.parameter);
  // After a press this notice is removed, and the group is among the others: its first control gets the focus.
  const firstKnob = useMemo(
    () => firstMatch(`.knob-group-of-${props.group.id} :is(input, select, button)`),
    [props.group.id],
  );
  const setButton = useFocusFallback(firstKnob);
  if (needed === null) return null;
  return (
    <div className="knob-requirement">
      <p>{needed.sentence}</p>
      <button
        ref={setButton}
        type="button"
        className="knob-reset"
        onClick={() => props.lab.change(needed.set)}
      >
        {needed.action}
      </button>
    </div>
  );
}

function hasSameText(a: Parameter, b: Parameter): boolean {
  return a.one_line === b.one_line && a.effect === b.effect;
}

/** Returns the value of every knob at the shown time. Changes when a knob is turned and when the shown time passes an
 * earlier change, but not with every tick. */
export function useKnobValues(lab: ShownMachine): SettingValues {
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const scenario = useStore(lab.state, (state) => state.scenario);
  const hertz = useStore(lab.state, ({ topology }) => topology?.clock_hz ?? 1);
  const draft = useStore(lab.state, (state) => state.pendingValues);
  // At the live edge every change counts, also one that no frame has shown yet.
  const passed = useStore(lab.tick, ({ t, head }) => {
    if (isLive(t, head, hertz)) return Infinity;
    return scenario?.interventions.findLast((one) => one.at <= t)?.at ?? 0;
  });
  return useMemo(() => {
    if (catalogue === null || scenario === null) return draft;
    return draftedValues(catalogue)(scenario)(draft)(passed);
  }, [catalogue, scenario, draft, passed]);
}

/** The values with the changes that are on their way, after the last change at a time. All cards of a page share them. */
const draftedValues = memoize((catalogue: Catalogue) =>
  memoize((scenario: Scenario) =>
    memoize((draft: SettingValues) => {
      const known = new Map<number, SettingValues>();
      return (passed: number): SettingValues => {
        const values = known.get(passed) ?? { ...valuesAt(catalogue, scenario, passed), ...draft };
        known.set(passed, values);
        return values;
      };
    }),
  ),
);

/** Returns the knob of the offered rate, or null where it does not apply to this machine. */
export function useOfferedRateKnob(lab: ShownMachine): Parameter | null {
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const values = useKnobValues(lab);
  return useMemo(() => {
    if (catalogue === null) return null;
    const found = findParameter(catalogueForMachine(catalogue, values), RATE_PATH);
    return found !== undefined && isApplicable(catalogue, found, values) ? found : null;
  }, [catalogue, values]);
}
