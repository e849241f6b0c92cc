// The second machine of a lesson's step: its scenario, and the limits that it takes over from the first machine.
import type { Catalogue, Scenario } from "../../generated/model";
import { findScenario } from "../../lesson/check/check";
import type { CompareSpec, Lesson } from "../../lesson/lesson";
import { withSettings } from "../../lesson/settings";
import type { Limits } from "../../model/limits";
import type { SettingValues } from "../../model/scenario/settings";

const DESIGN_PATH = "kernel.design";

/** The second machine beside a first one with these values. If the first one has its design already, that is the other
 * machine of the line, so that two kinds of machines are compared. */
export function compareSpecBeside(spec: CompareSpec, values: SettingValues): CompareSpec {
  const { other, set } = spec;
  if (other === undefined || values[DESIGN_PATH] !== set[DESIGN_PATH]) return spec;
  return { ...spec, ...other };
}

/** The scenario of the second machine; null when there is no scenario of that name. Its traffic does not count: it gets
 * that of the first machine. */
export function compareScenario(
  lesson: Lesson,
  catalogue: Catalogue,
  { scenario: id, set, label }: CompareSpec,
): Scenario | null {
  const found = findScenario(lesson, catalogue, id);
  if (found === undefined) return null;
  const title = label === "" ? found.title : label;
  return { ...withSettings(found, set), title, model: catalogue.model };
}

/** What the step conceals is concealed on both machines. The knobs of the second machine are all locked. */
export function limitsOfSecond({ concealed }: Limits): Limits {
  return { unlocked: [], concealed, curve: null, offersCures: false };
}
