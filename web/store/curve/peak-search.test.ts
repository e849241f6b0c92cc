// Facts about the search for the rate at which a machine delivers most.
import { expect, it } from "vitest";
import type { Report } from "../../engine/model";
import { searchPeak } from "./peak-search";

/** Searches the peak of a machine that delivers this much at each rate. */
function search(rateMax: number, delivered: (rate: number) => number | null) {
  const rates: number[] = [];
  const ends: (Report | null)[] = [];
  searchPeak({
    rateMax,
    runTrial(rate, onEnd) {
      rates.push(rate);
      const delivered_pps = delivered(rate);
      onEnd(delivered_pps === null ? null : ({ delivered_pps } as Report));
    },
    onEnd: (best) => ends.push(best),
  });
  return { rates, ends };
}

it("finds_a_peak_to_60_packets_per_second_and_runs_each_rate_once", () => {
  const { rates, ends } = search(14_880, (rate) => Math.min(rate, 10_000 - rate));
  expect(ends).toHaveLength(1);
  expect(ends[0]?.delivered_pps).toBeGreaterThan(5_000 - 60);
  expect(new Set(rates).size).toBe(rates.length);
  expect(rates.length).toBeLessThan(25);
});

it("never_offers_more_than_the_highest_rate", () => {
  const { rates, ends } = search(14_880, (rate) => rate);
  expect(Math.max(...rates)).toBe(14_880);
  expect(ends).toEqual([{ delivered_pps: 14_880 }]);
});

it("failed_trials_are_left_out_and_a_machine_without_any_trial_has_no_peak", () => {
  const { ends } = search(800, (rate) => (rate > 400 ? null : rate));
  expect(ends[0]?.delivered_pps).toBe(400);
  expect(search(800, () => null).ends).toEqual([null]);
  expect(search(0, (rate) => rate).ends).toEqual([null]);
});
