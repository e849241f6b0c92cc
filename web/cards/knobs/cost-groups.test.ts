// Facts about the groups of the costs' knobs, on a real machine's topology.
import { expect, test } from "vitest";
import catalogue from "../../generated/catalogue.json" with { type: "json" };
import type { Catalogue, ContextKind } from "../../generated/model";
import { FROZEN_FRAMES } from "../../gallery/frozen";
import { groupCosts, isCost } from "./cost-groups";

const costs = (catalogue as unknown as Catalogue).parameters.filter(isCost);

/** Stored topologies are older than `runs_in`, so the test gives the steps their contexts. */
function groupsWith(places: Record<string, readonly ContextKind[]>): Map<string, string> {
  const { topology } = FROZEN_FRAMES["collapsed"]!;
  const steps = topology.steps.map((row) => ({ ...row, runs_in: [...(places[row.id] ?? [])] }));
  const groups = groupCosts({ ...topology, steps }, costs);
  return new Map(
    groups.flatMap(({ title, parameters }) => parameters.map(({ path }) => [path, title])),
  );
}

test("a_step_is_in_the_group_of_the_contexts_that_run_it", () => {
  const found = groupsWith({
    Hardclock: ["clock"],
    Lnread: ["thread", "device"],
    IpForward: ["thread"],
    Compute: ["process"],
  });
  expect(found.get("costs.hardclock")).toBe("In interrupts");
  expect(found.get("costs.lnread")).toBe("In interrupts or in threads");
  expect(found.get("costs.ip_forward")).toBe("In kernel threads");
  expect(found.get("costs.compute")).toBe("In processes");
  expect(found.get("costs.thread_run")).toBe("In several of these");
});

test("a_step_that_moves_no_packet_runs_where_the_rest_of_its_block_runs", () => {
  const found = groupsWith({ Lnread: ["device"], LnreadBytes: ["device"] });
  expect(found.get("costs.lninitdesc")).toBe("In interrupts");
});

test("every_cost_is_in_one_group", () => {
  expect(groupsWith({}).size).toBe(costs.length);
});
