// The order of what a verdict tells.
import { expect, it } from "vitest";
import verdicts from "../../../core/cli/tests/challenge-verdicts.json" with { type: "json" };
import type { LoadResult, Verdict } from "../../generated/model";
import { nearBySeed, toldBounds } from "./texts";
import { missedFirst } from "./verdict";

const result = (met: boolean) => ({ met }) as LoadResult;

it("loads_that_are_missed_come_before_the_others_and_both_keep_their_order", () => {
  const rows = [true, false, null, true, false].map((met, number) => ({
    number,
    result: met === null ? null : result(met),
  }));
  expect(missedFirst(rows).map(({ number }) => number)).toEqual([1, 4, 0, 2, 3]);
});

it("the_page_and_the_judge_agree_with_how_many_seeds_a_number_is_near_enough_for_gold", () => {
  const numbers = verdicts
    .flatMap(({ verdict }) => (verdict as unknown as Verdict).loads)
    .flatMap((load) => load.numbers)
    .filter(({ near }) => near !== undefined);
  expect(new Set(numbers.map(({ near }) => near)).size).toBeGreaterThan(0);
  for (const one of numbers) {
    const near = nearBySeed(one);
    expect(near.filter(Boolean).length * 2 > near.length, one.metric).toBe(one.near);
  }
});

it("a_number_is_too_far_from_three_per_cent_on_in_the_direction_that_is_worse", () => {
  const reference_values = [100, 100, 100, null];
  const values = [97, 96.9, 110, 100];
  const of = (metric: string) =>
    nearBySeed({ metric, values, reference_values } as Parameters<typeof nearBySeed>[0]);
  expect(of("delivered_pps")).toEqual([true, false, true, false]);
  expect(of("latency_p99_us")).toEqual([true, true, false, false]);
});

it("the_bounds_of_a_load_that_are_missed_come_first", () => {
  const bounds = [
    { metric: "delivered_share", met: true },
    { metric: "stuck", met: true },
    { metric: "latency_p99_us", met: false },
  ] as LoadResult["bounds"];
  const told = toldBounds({ bounds } as LoadResult).map(({ metric }) => metric);
  expect(told).toEqual(["latency_p99_us", "delivered_share"]);
});
