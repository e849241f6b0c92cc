// Facts about the searches for the rate at which a machine delivers most, and for the rate at which nothing gets through.
import { describe, expect, it } from "vitest";
import type { RateSearchId } from "../../model/measures/measures";
import type { Report } from "../../generated/model";
import { RATE_SEARCHES } from "./rate-search";

/** Searches a rate of a machine that delivers this much at each rate. */
function searchRate(id: RateSearchId, rateMax: number, delivered: (rate: number) => number | null) {
  const rates: number[] = [];
  const ends: (Report | null)[] = [];
  RATE_SEARCHES[id]({
    rateMax,
    runTrial(rate, onEnd) {
      rates.push(rate);
      const delivered_pps = delivered(rate);
      onEnd(delivered_pps === null ? null : ({ offered_pps: rate, delivered_pps } as Report));
    },
    onEnd: (best) => ends.push(best),
  });
  return { rates, ends };
}

const search = (rateMax: number, delivered: (rate: number) => number | null) =>
  searchRate("peak", rateMax, delivered);

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
  expect(ends).toEqual([{ offered_pps: 14_880, delivered_pps: 14_880 }]);
});

it("failed_trials_are_left_out_and_a_machine_without_any_trial_has_no_peak", () => {
  const { ends } = search(800, (rate) => (rate > 400 ? null : rate));
  expect(ends[0]?.delivered_pps).toBe(400);
  expect(search(800, () => null).ends).toEqual([null]);
  expect(search(0, (rate) => rate).ends).toEqual([null]);
});

describe("livelock", () => {
  const livelock = (delivered: (rate: number) => number | null) =>
    searchRate("livelock", 14_880, delivered);
  /** Rises to 2,000 packets/s and falls to nothing at this rate. */
  const collapse = (end: number) => (rate: number) =>
    rate <= 2000 ? rate : Math.max(0, (2000 * (end - rate)) / (end - 2000));

  it.each([3000, 7000, 14_500])(
    "finds_the_rate_at_which_a_curve_that_ends_at_%i_is_down",
    (end) => {
      const { rates, ends } = livelock(collapse(end));
      expect(ends).toHaveLength(1);
      expect(new Set(rates).size).toBe(rates.length);
      // At 3 % of the peak the curve has almost reached its end.
      const down = end - 0.03 * (end - 2000);
      expect(Math.abs((ends[0]?.offered_pps ?? 0) - down)).toBeLessThan(120);
    },
  );

  it("a_curve_that_stays_up_has_no_such_rate", () => {
    expect(livelock((rate) => Math.min(rate, 2000)).ends).toEqual([null]);
    expect(livelock(collapse(30_000)).ends).toEqual([null]);
    expect(livelock(() => null).ends).toEqual([null]);
  });

  it("rates_below_the_peak_at_which_little_is_delivered_do_not_count", () => {
    const { ends } = livelock((rate) => (rate <= 100 ? 0 : collapse(7000)(rate)));
    expect(ends[0]?.offered_pps).toBeGreaterThan(6000);
  });
});
