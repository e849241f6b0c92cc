// What the papers state, for the curve of the very experiment: nothing else may have been turned.
import type { Catalogue, Mark } from "../../engine/model";
import { isMeaningful, onMachine, type Values } from "../scenario/settings";
import { RATE_PATH } from "./sweep";

/** How trials are run, and how the machine is watched, is our own. */
const OUR_GROUP = "measurement";
/** The first IP code was a software interrupt, then a thread: the papers' numbers are of either. */
const EITHER = [RATE_PATH, "kernel.ip"];

export function marksOf(catalogue: Catalogue, values: Values): Mark[] {
  const { parameters } = onMachine(catalogue, values);
  return catalogue.marks.filter(({ applies }) => {
    if (Object.entries(applies).some(([path, value]) => values[path] !== value)) return false;
    return parameters.every(
      (parameter) =>
        parameter.path in applies ||
        parameter.group === OUR_GROUP ||
        EITHER.includes(parameter.path) ||
        values[parameter.path] === parameter.default ||
        !isMeaningful(catalogue, parameter, values),
    );
  });
}
