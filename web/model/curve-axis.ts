// The horizontal axis of a curve: the offered rate, or any other numeric setting of the machine. Its range is that of the
// setting, but an axis of costs ends soon after the usual cost. Also the settings that put a machine at a value of the
// axis.
import { tr } from "../i18n/i18n";
import type { AxisRange } from "./measures/axis-range";
import type { RateSearchId } from "./measures/measures";
import type { Catalogue, Group, Parameter, Scenario, Value } from "../generated/model";
import { formatDuration, formatNumber, formatPackets, niceStep } from "../lib/format/numbers";
import {
  catalogueForMachine,
  findParameter,
  isApplicable,
  programKey,
  sortByPath,
  type SettingValues,
} from "./scenario/settings";
import type { Limits, StepCurve } from "./limits";
import { unitAfter } from "./scenario/setting-text";
import { rangeBeside } from "./scenario/setting-orders";

/** The setting on the horizontal axis unless another one is chosen. All designs have it. */
export const RATE_PATH = "traffic.rate";
/** Whether a capture is replayed at its recorded times or at the offered rate. */
const PACE_PATH = "traffic.pace";
const SPEED_PATH = "traffic.speed";
export const PATTERN_PATH = "traffic.pattern";
/** Settings of the measurement itself: a curve over them shows nothing about the machine. */
const MEASUREMENT_GROUP = "measurement";

export interface CurveAxis {
  path: string;
  /** The setting, with the range that it has on this machine. */
  parameter: Parameter;
  range: AxisRange;
}

/** A linear range that is wider than this ends at a few times the usual value: the rest of it is of no use. */
const WIDE_RANGE = 100_000;
const USUAL_VALUES = 4;
const RATE_MAX = 14_880;

/** Returns the axis of a setting on the machine with these values, or null if the setting has no effect on it. `reach` is a
 * value that the axis must include: the axis then ends at twice, four times ... its usual end. `ends`: the ends that a
 * lesson's step sets for the axis. The axis has no value that another setting forbids. */
export function axisOf(
  catalogue: Catalogue,
  path: string,
  values: SettingValues,
  reach = 0,
  ends: Pick<StepCurve, "from" | "to"> | null = null,
): CurveAxis | null {
  const parameter = findParameter(catalogueForMachine(catalogue, values), path);
  if (parameter === undefined || !isAxis(parameter)) return null;
  if (!isApplicable(catalogue, parameter, values)) return null;
  const range = rangeOf(parameter, values, reach);
  const beside = rangeBeside(catalogue, parameter, values);
  range.min = Math.max(range.min, beside.min);
  range.max = Math.min(range.max, beside.max);
  if (range.max <= range.min) return null;
  return { path, parameter, range: ends === null ? range : withEnds(range, ends) };
}

/** Whether a curve can be drawn over a setting. */
export function isAxis({ kind, group }: Parameter): boolean {
  return kind.type === "integer" && kind.max > kind.min && group !== MEASUREMENT_GROUP;
}

function rangeOf(
  { path, kind, scale, default: usual }: Parameter,
  values: SettingValues,
  reach: number,
) {
  if (kind.type !== "integer") throw new Error(`${path} is not numeric, so it has no axis`);
  const { min, max, infinity } = kind;
  if (path === RATE_PATH) {
    const to = Number(values["trial.to"] ?? RATE_MAX);
    return { min: 0, max: to > 0 ? to : RATE_MAX, scale: "linear" as const, infinity: false };
  }
  const isWide = scale === "linear" && max - min > WIDE_RANGE && Number(usual) > 0;
  if (!isWide) return { min, max, scale, infinity };
  let end = roundUp(Number(usual) * USUAL_VALUES);
  while (end < reach) end *= 2;
  return { min, max: Math.min(max, end), scale, infinity };
}

/** The range, shortened to these ends. If the step sets the right end, the axis has no place for "no limit". */
function withEnds(range: AxisRange, { from, to }: Pick<StepCurve, "from" | "to">): AxisRange {
  const min = Math.min(Math.max(range.min, from ?? range.min), range.max - 1);
  const max = Math.max(min + 1, Math.min(range.max, to ?? range.max));
  return { ...range, min, max, infinity: range.infinity && to === null };
}

/** The next number whose first digit is 1, 2 or 5 and whose other digits are 0. */
function roundUp(value: number): number {
  return niceStep(value);
}

/** The settings that put a machine at a value of the axis. If the traffic is a capture, the offered rate changes its replay
 * speed. */
export function settingsAt(path: string, x: number, values: SettingValues): SettingValues {
  const value: Value = x === Infinity ? "infinity" : x;
  const isReplay = path === RATE_PATH && values[PATTERN_PATH] === "capture";
  return isReplay ? { [PACE_PATH]: "rate", [path]: value } : { [path]: value };
}

/** Identifies a machine without its value on the axis; if a rate is searched also without its offered rate. */
export function machineKey(
  scenario: Scenario,
  values: SettingValues,
  axis: CurveAxis | null,
  search: RateSearchId | null,
): string {
  const own = sortByPath(withoutAxis(values, axis, search));
  return JSON.stringify([axis?.path, search, scenario.seed, programKey(scenario), own]);
}

/** The values of a machine without those that a curve varies. */
export function withoutAxis(
  values: SettingValues,
  axis: CurveAxis | null,
  search: RateSearchId | null,
): SettingValues {
  const others = { ...values };
  delete others[axis?.path ?? RATE_PATH];
  if (search !== null) delete others[RATE_PATH];
  return others;
}

/** The position of a machine on the axis. */
export function positionOn(path: string, values: SettingValues): number {
  const value = values[path];
  return value === "infinity" ? Infinity : Number(value ?? 0);
}

/** The settings that replay a capture as it was recorded. The rate is set to the capture's mean rate; if all packets have one
 * time, there is none. */
export function captureSettings(arrivals: Float64Array, rateMax: number): SettingValues {
  const packets = arrivals.length / 2;
  const span = arrivals[arrivals.length - 2] ?? 0;
  const rate = span > 0 ? Math.round(((packets - 1) / span) * 1e9) : 0;
  return {
    [PATTERN_PATH]: "capture",
    [PACE_PATH]: "recorded",
    [RATE_PATH]: Math.min(rate, rateMax),
    // Without a duration the capture cannot be sent faster or slower.
    ...(span > 0 ? {} : { [SPEED_PATH]: 100 }),
  };
}

/** Whether a lesson allows a setting on the horizontal axis: the offered rate, an unlocked setting, or that of the step's
 * curve. */
export function mayBeAxis(
  { unlocked, curve }: Pick<Limits, "unlocked" | "curve">,
  path: string,
): boolean {
  return (
    unlocked === null || path === RATE_PATH || path === curve?.axisPath || unlocked.includes(path)
  );
}

/** The settings that can be the axis on this machine, by group. The first group has the offered rate and the basic
 * settings. */
export function axisChoices(
  catalogue: Catalogue,
  values: SettingValues,
  limits: Pick<Limits, "unlocked" | "curve">,
): { title: string; parameters: Parameter[] }[] {
  const { parameters, groups } = catalogueForMachine(catalogue, values);
  const all = parameters.filter(
    (one) => isAxis(one) && isApplicable(catalogue, one, values) && mayBeAxis(limits, one.path),
  );
  const isOften = (one: Parameter) => one.basic || one.path === RATE_PATH;
  const byGroup = groups.map((group: Group) => ({
    title: group.label,
    parameters: all.filter((one) => one.group === group.id && !isOften(one)),
  }));
  return [{ title: tr("Basic"), parameters: all.filter(isOften) }, ...byGroup].filter(
    ({ parameters: own }) => own.length > 0,
  );
}

const SECONDS: Record<string, number> = { ns: 1e9, us: 1e6, ms: 1e3 };

/** Whether the values of the axis are times: then each number has its own unit. */
export function isTimeAxis({ parameter }: CurveAxis): boolean {
  return parameter.unit in SECONDS;
}

/** A value of the axis in a sentence: "5 packets", "37 µs", "no limit", "2,000/s". */
export function formatOnAxis({ parameter: { unit } }: CurveAxis, x: number): string {
  if (x === Infinity) return tr("no limit");
  const perSecond = SECONDS[unit];
  if (perSecond !== undefined) return formatDuration(x, perSecond);
  if (unit === "packets/s") return `${formatNumber(x)}/s`;
  if (unit === "packets") return formatPackets(x);
  return unit === "" ? formatNumber(x) : `${formatNumber(x)} ${unitAfter({ unit }, x)}`;
}

/** The name of the axis in a sentence. The label of a cost is its procedure, a colon, and what the procedure does. */
export function axisTitle({ parameter: { label } }: Pick<CurveAxis, "parameter">): string {
  const cut = label.indexOf(":");
  return cut < 0 ? label : tr("Cost of {slice}", { slice: label.slice(0, cut) });
}
