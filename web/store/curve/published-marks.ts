// What the papers state, for the curve of the very experiment: nothing else may have been turned.
import type { Catalogue, Mark } from "../../engine/model";
import { isApplicable, catalogueForMachine, type SettingValues } from "../scenario/settings";
import { RATE_PATH } from "./sweep";

/** How trials are run, and how the machine is watched, is our own. */
const MEASUREMENT_GROUP = "measurement";
/** The first IP code was a software interrupt, then a thread: the papers' numbers are of either. */
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
