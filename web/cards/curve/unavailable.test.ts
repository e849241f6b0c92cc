// Facts about the sentence in the place of a curve that cannot be drawn.
import { expect, it } from "vitest";
import { catalogue } from "../../engine/simulator.test-data";
import { valuesAtStart, type SettingValues } from "../../model/scenario/settings";
import { explainNoRate } from "./unavailable";

function whyNoRate(id: string, changes: SettingValues = {}): string {
  const scenario = catalogue.scenarios.find((one) => one.id === id);
  if (scenario === undefined) throw new Error(`there is no scenario ${id}`);
  return explainNoRate(catalogue, { ...valuesAtStart(catalogue, scenario), ...changes });
}

it.each([
  ["wu-table-3", {}, /^The TCP sender .* no rate to drag\. .*“Protocol” is “UDP”\.$/],
  [
    "srp-section-4-1-lrp",
    {},
    /^The TCP sender .* no rate to drag\. .*“What the machine is for” is/,
  ],
  ["figure-4-1", {}, /^One burst has no rate to drag\. .*“Pattern” is “jittered”\.$/],
  ["srp-figure-4", {}, /^Each client waits for its reply/],
  ["lab", { "traffic.pattern": "rpc" }, /^Each client waits for its reply/],
])("%s_says_why_its_rate_cannot_be_dragged", (id, changes, sentence) => {
  expect(whyNoRate(id, changes)).toMatch(sentence);
});

it("a_machine_with_an_offered_rate_needs_no_reason", () => {
  expect(whyNoRate("lab")).toBe("");
});
