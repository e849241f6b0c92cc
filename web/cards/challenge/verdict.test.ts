// The order of what a verdict tells.
import { expect, it } from "vitest";
import type { LoadResult } from "../../generated/model";
import { toldBounds } from "./texts";
import { missedFirst } from "./verdict";

const result = (met: boolean) => ({ met }) as LoadResult;

it("loads_that_are_missed_come_before_the_others_and_both_keep_their_order", () => {
  const rows = [true, false, null, true, false].map((met, number) => ({
    number,
    result: met === null ? null : result(met),
  }));
  expect(missedFirst(rows).map(({ number }) => number)).toEqual([1, 4, 0, 2, 3]);
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
