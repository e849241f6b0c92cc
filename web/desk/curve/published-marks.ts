// The numbers that the papers state, to be marked on a curve. A mark is shown only if the machine is set as in the
// paper's experiment: every setting that has an effect must be at its default or at the mark's value.
import type { Catalogue, Mark } from "../../generated/model";
import {
  isApplicable,
  catalogueForMachine,
  type SettingValues,
} from "../../model/scenario/settings";
import { RATE_PATH } from "../../model/curve-axis";

/** Settings of the measurement itself do not matter: how trials are run is our own choice. */
const MEASUREMENT_GROUP = "measurement";
/** Settings that may have any value. `kernel.ip`: the papers' IP code was first a software interrupt, later a thread,
 * and their numbers do not say which. */
const FREE_PATHS = [RATE_PATH, "kernel.ip"];

export function publishedMarks(catalogue: Catalogue, values: SettingValues): Mark[] {
  const { parameters } = catalogueForMachine(catalogue, values);
  return catalogue.marks.filter(({ applies }) => {
    if (Object.entries(applies).some(([path, value]) => values[path] !== value)) return false;
    return parameters.every(
      (parameter) =>
        parameter.path in applies ||
        parameter.group === MEASUREMENT_GROUP ||
        FREE_PATHS.includes(parameter.path) ||
        values[parameter.path] === parameter.default ||
        !isApplicable(catalogue, parameter, values),
    );
  });
}
