// The link that opens a claim's first scenario in the lab with one input at a level of the variations.
import type { Catalogue, Value } from "../../generated/model";
import { catalogueForMachine, findParameter, valuesAtStart } from "../../model/scenario/settings";
import { FIGURES, type InputLevel } from "./record";

/** Null: no figure shows the claim, its machine does not have the setting, or the input is no setting. */
export function hashWithInput(
  catalogue: Catalogue,
  claim: string,
  { id, level }: InputLevel,
): string | null {
  const shown = FIGURES.filter(({ claims }) => claims.includes(claim));
  const ids = shown.flatMap(({ scenarios }) => scenarios);
  const scenario = catalogue.scenarios.find((one) => ids.includes(one.id));
  if (scenario === undefined) return null;
  const values = valuesAtStart(catalogue, scenario);
  const kind = findParameter(catalogueForMachine(catalogue, values), id)?.kind;
  const changed = atLevel(values[id], level);
  if (kind?.type !== "integer" || changed === null) return null;
  const value = Math.min(kind.max, Math.max(kind.min, changed));
  return `#/lab?scenario=${encodeURIComponent(scenario.id)}&set=${id}:${value}`;
}

/** "+10 %" of a number, "11 ms later", or the number that a level without a sign is: "3 %". */
function atLevel(value: Value | undefined, level: string): number | null {
  const [, sign, digits] = /^([+-]?)(\d+) /.exec(level) ?? [];
  if (typeof value !== "number" || digits === undefined) return null;
  if (level.endsWith(" later")) return value + Number(digits);
  if (sign === "") return Number(digits);
  return Math.round(value * (1 + Number(`${sign}${digits}`) / 100));
}
