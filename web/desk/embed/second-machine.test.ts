// Facts about the second machine of an embedded comparison: what its address says becomes its settings, and what is wrong in
// the address is named with the field that it is in.
import { beforeEach, expect, test } from "vitest";
import { createComparison, type Comparison } from "../compare/comparison";
import { startLab } from "../lab/lab-harness.test-data";
import type { Lab } from "../lab/lab";
import { openSecondMachine } from "./second-machine";

let lab: Lab;
let second: Lab;
let comparison: Comparison;

beforeEach(async () => {
  const bench = await startLab();
  ({ lab } = bench);
  const other = bench.another();
  second = other.lab;
  comparison = createComparison(lab, () => other.lab);
});

/** Opens it, and returns what was wrong. */
async function open(set: string, scenario: string | null = null): Promise<string[]> {
  const problems = await openSecondMachine({ lab, comparison }, { scenario, set, link: null });
  return problems.map(({ field, allowed }) => `${field}: ${allowed}`);
}

test("it_has_the_settings_of_the_address_and_otherwise_those_of_the_first_machine", async () => {
  expect(await open("limit:7")).toEqual([]);
  expect(second.values()).toEqual({ ...lab.values(), limit: 7 });
  expect(await open("limit:7", "second")).toEqual([]);
  expect(second.values()).toMatchObject({ rate: 900, limit: 7 });
});

test("a_wrong_field_is_named_and_the_machine_opens_without_it", async () => {
  expect(await open("limits:7")).toEqual([expect.stringMatching(/^with limits: ./)]);
  expect(await open("limit:-1")).toEqual([expect.stringMatching(/^with limit: ./)]);
  expect(await open("limit")).toEqual(["with: e.g. traffic.rate:12000"]);
  expect(await open("", "nope")).toEqual([expect.stringMatching(/^with-scenario: ./)]);
  expect(await open("traffic.rate:9000,limit:7")).toEqual([
    "with traffic.rate: in set, for both machines",
  ]);
  expect(second.values()).toEqual({ ...lab.values(), limit: 7 });
});

test("an_address_without_a_second_machine_ends_the_comparison", async () => {
  await open("limit:7");
  expect(comparison.state.get().phase).toBe("ready");
  await openSecondMachine({ lab, comparison }, null);
  expect(comparison.state.get().phase).toBe("off");
});
