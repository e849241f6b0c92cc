// Facts about which of the papers' values are marked on a curve: only those of the same experiment. Uses the real
// catalogue.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Catalogue, Value } from "../../generated/model";
import { publishedMarks } from "./published-marks";
import { valuesAtStart } from "../../model/scenario/settings";

const catalogue = JSON.parse(
  readFileSync(new URL("../../generated/catalogue.json", import.meta.url), "utf8"),
) as Catalogue;

function claimsOf(id: string, set: Record<string, Value> = {}): string[] {
  const scenario = catalogue.scenarios.find((one) => one.id === id);
  if (scenario === undefined) throw new Error(`no scenario ${id}`);
  const settings = { ...scenario.settings, ...set };
  const values = valuesAtStart(catalogue, { ...scenario, settings });
  return publishedMarks(catalogue, values).map(({ claim }) => claim);
}

it("the_papers_experiment_has_its_published_marks", () => {
  expect(claimsOf("figure-6-1")).toEqual(["M6.2-peak", "M6.2-would-livelock"]);
  expect(claimsOf("figure-6-3")).toEqual(["M6.5-mlfrr"]);
  expect(claimsOf("spanos-figure-5")).toEqual(["S-mlffr", "S-collapse"]);
});

it("another_rate_is_still_the_same_experiment", () => {
  expect(claimsOf("figure-6-1", { "traffic.rate": 100 })).toHaveLength(2);
});

it("another_load_has_no_marks", () => {
  expect(claimsOf("figure-6-1", { "programs.nfs": true })).toEqual([]);
  expect(claimsOf("figure-6-1", { "programs.compute": true })).toEqual([]);
  expect(claimsOf("figure-6-3", { "limit.enabled": true })).toEqual([]);
});
