// Settings that cannot cross, such as the two marks of a queue: the range that the other setting of a pair leaves. Knobs and
// axes of curves use it, so no machine is asked for that the simulator refuses. The pairs are in the catalogue.
import { tr } from "../../i18n/i18n";
import type { Catalogue, Parameter } from "../../generated/model";
import { formatSetting } from "./setting-text";
import { findParameter, type SettingValues } from "./settings";

/** One end of a range, set by another setting. */
interface Bound {
  side: "min" | "max";
  /** The lowest or the highest allowed value. */
  value: number;
  other: Parameter;
}

export interface OrderedRange {
  min: number;
  max: number;
}

/** The bounds that other settings of this machine set for a parameter. */
function boundsOf(catalogue: Catalogue, { path }: Parameter, values: SettingValues): Bound[] {
  return catalogue.orders.flatMap(({ low, high }): Bound[] => {
    const isLow = low === path;
    const other = isLow || high === path ? findParameter(catalogue, isLow ? high : low) : undefined;
    const value = other === undefined ? undefined : values[other.path];
    // The machine of one CPU has no choice, so the simulator takes any number for it.
    const isUnused = high === "machine.cpus" && values[high] === 1;
    if (other === undefined || typeof value !== "number" || isUnused) return [];
    return [
      isLow ? { side: "max", value: value - 1, other } : { side: "min", value: value + 1, other },
    ];
  });
}

/** The range of a parameter beside the other settings of this machine. If these leave nothing, the range is empty: its
 * `max` is less than its `min`. */
export function rangeBeside(
  catalogue: Catalogue,
  parameter: Parameter,
  values: SettingValues,
): OrderedRange {
  const { kind } = parameter;
  if (kind.type !== "integer") return { min: 0, max: 0 };
  const bounds = boundsOf(catalogue, parameter, values);
  const ends = (wanted: Bound["side"]) =>
    bounds.flatMap(({ side, value }) => (side === wanted ? [value] : []));
  return { min: Math.max(kind.min, ...ends("min")), max: Math.min(kind.max, ...ends("max")) };
}

/** Names the settings that a knob cannot cross: "Less than “Stop at”, which is 75 %." Empty: there are none. */
export function describeOrder(
  catalogue: Catalogue,
  parameter: Parameter,
  values: SettingValues,
): string {
  return boundsOf(catalogue, parameter, values)
    .map(({ side, other }) => {
      const named = { label: other.label, value: formatSetting(other, values[other.path]) };
      return side === "max"
        ? tr("Less than “{label}”, which is {value}.", named)
        : tr("More than “{label}”, which is {value}.", named);
    })
    .join(" ");
}
