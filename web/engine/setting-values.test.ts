// The page refuses a setting's value as the simulator does: it says the same problem, in the same words. (What is allowed
// instead, the page says in fewer words than the command line.)
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Message, Value } from "../generated/model";
import { validateValue } from "../model/scenario/settings";
import { parseRefusal } from "./problems";
import { catalogue, startSimulator } from "./simulator.test-data";

const { validate } = startSimulator(readFileSync);

/** What the simulator says about these settings, by path. */
function refused(settings: Record<string, Value>): Record<string, unknown> {
  try {
    validate(JSON.stringify({ settings }));
    return {};
  } catch (error) {
    const told = (value: string | Message) => (typeof value === "string" ? value : value.text);
    const problems = parseRefusal(error) ?? [];
    return Object.fromEntries(
      problems.map(({ field, value, problem }) => [
        told(field).replace("settings.", ""),
        { value: told(value), problem: problem.text },
      ]),
    );
  }
}

const { parameters } = catalogue;
const ends = ({ kind }: (typeof parameters)[number]) =>
  kind.type === "integer" ? [kind.min, kind.max] : [0, 1];

test.each([
  ["the lowest number less one", (one) => (ends(one)[0] ?? 0) - 1],
  ["the highest number and one more", (one) => (ends(one)[1] ?? 0) + 1],
  ["a number with a fraction", (one) => (ends(one)[0] ?? 0) + 0.5],
  ["no limit", () => "infinity"],
  ["a word", () => "steady"],
  ["no word", () => ""],
  ["a switch", () => true],
  ["its default", (one) => one.default],
] as [string, (one: (typeof parameters)[number]) => Value][])("%s", (_what, valueOf) => {
  const settings = Object.fromEntries(parameters.map((one) => [one.path, valueOf(one)]));
  const onPage = parameters.flatMap((parameter) => {
    const found = validateValue(parameter, valueOf(parameter));
    return found === null ? [] : [[found.field, { value: found.value, problem: found.problem }]];
  });
  expect(Object.fromEntries(onPage)).toEqual(refused(settings));
});
