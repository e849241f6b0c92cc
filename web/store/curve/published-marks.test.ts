// Facts about which of the papers' values stand on a curve: those of the very experiment, on the real catalogue.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Catalogue, Value } from "../../engine/model";
import { publishedMarks } from "./published-marks";
import { valuesAtStart } from "../scenario/settings";

const catalogue = JSON.parse(
  readFileSync(new URL("../../engine/catalogue.json", import.meta.url), "utf8"),
) as Catalogue;

function claimsOf(id: string, set: Record<string, Value> = {}): string[] {
  const scenario = catalogue.scenarios.find((one) => one.id === id);
  if (scenario === undefined) throw new Error(`no scenario ${id}`);
  const settings = { ...scenario.settings, ...set };
  const values = valuesAtStart(catalogue, { ...scenario, settings });
  return publishedMarks(catalogue, values).map(({ claim }) => claim);
}

it("an_experiment_has_the_values_stated_for_it", () => {
  expect(claimsOf("figure-6-1")).toEqual(["M6.2-peak", "M6.2-would-livelock"]);
  expect(claimsOf("figure-6-3")).toEqual(["M6.5-mlfrr"]);
  expect(claimsOf("spanos-figure-5")).toEqual(["S-mlffr", "S-collapse"]);
});

it("the_rate_is_no_other_experiment", () => {
  expect(claimsOf("figure-6-1", { "traffic.rate": 100 })).toHaveLength(2);
});

it("another_load_has_none", () => {
  expect(claimsOf("figure-6-1", { "programs.nfs": true })).toEqual([]);
  expect(claimsOf("figure-6-1", { "programs.compute": true })).toEqual([]);
  expect(claimsOf("figure-6-3", { "limit.enabled": true })).toEqual([]);
});
