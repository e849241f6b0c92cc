// Facts about planning and evaluating the trials of a curve.
import { describe, expect, it } from "vitest";
import {
  heightAt,
  loadOf,
  lossBracket,
  nextProbe,
  spreadsOf,
  startOf,
  stageValues,
  valuesUpTo,
  type Point,
} from "./curve-plan";
import type { Report } from "../../generated/model";

const point = (rate: number, ...deliveries: number[]): Point => ({
  x: rate,
  trials: deliveries.map((delivered_pps, seed) => ({
    seed,
    report: { offered_pps: rate, delivered_pps } as Report,
  })),
});
const rates = { min: 0, max: 14_880, scale: "linear", infinity: false } as const;
const livelock = [point(1000, 1000), point(4000, 4000), point(5000, 4400, 4500), point(9000, 500)];

describe("curve plan", () => {
  it("stages_have_6_12_and_24_rates_including_earlier_ones", () => {
    expect(stageValues(0, rates, true)).toHaveLength(6);
    expect(stageValues(1, rates, true)).toHaveLength(6);
    expect(stageValues(2, rates, true)).toHaveLength(12);
    expect(valuesUpTo(2, rates, true)).toHaveLength(24);
  });

  it("the_wire_rate_is_measured_from_the_first_stage_on", () => {
    expect(stageValues(0, rates, true).at(-1)).toBe(14_880);
  });

  it("another_setting_is_measured_from_its_lowest_value_to_no_limit", () => {
    const quota = { min: 1, max: 1000, scale: "log", infinity: true } as const;
    expect(stageValues(0, quota, false)).toEqual([1, 3, 10, 32, 100, 316, 1000, Infinity]);
    expect(stageValues(1, quota, false)).not.toContain(10);
  });

  it("a_point_has_the_mean_and_the_range_of_its_seeds", () => {
    const read = ({ delivered_pps }: Report) => (delivered_pps === 500 ? null : delivered_pps);
    expect(spreadsOf([point(5000, 4400, 4500), point(9000, 500)], read)).toEqual([
      { x: 5000, y: 4450, low: 4400, high: 4500 },
    ]);
  });

  it("loss_begins_between_the_last_free_and_the_first_lossy_rate", () => {
    expect(lossBracket(livelock)).toEqual({ free: 4000, lossy: 5000 });
    expect(lossBracket([point(1000, 1000)])).toBeNull();
  });

  it("the_search_halves_the_range_until_it_is_precise_enough", () => {
    expect(nextProbe(livelock)).toBe(4500);
    expect(nextProbe([point(4000, 4000), point(4040, 3900)])).toBeNull();
    expect(nextProbe([point(4000, 4000)])).toBeNull();
  });

  it("what_is_offered_is_the_rate_on_each_wire_and_packets_for_the_application", () => {
    const offering = (load: (rate: number) => number) =>
      [620, 6200, 14_880].map((x): Point => {
        const report = { offered_pps: load(x), delivered_pps: x } as Report;
        return { x, trials: [{ seed: 1, report }] };
      });
    expect(loadOf(offering((rate) => rate * 1.01))).toEqual({ wires: 1, local: 0 });
    expect(loadOf(offering((rate) => 2 * rate))).toEqual({ wires: 2, local: 0 });
    const besides = offering((rate) => rate + 500);
    expect(loadOf(besides)).toEqual({ wires: 1, local: 500 });
    expect(startOf(besides)).toMatchObject({ x: 0, y: 500 });
    expect(loadOf(offering((rate) => rate * 1.2)).local, "a share of the rate").toBe(0);
    expect(loadOf([])).toEqual({ wires: 1, local: 0 });
  });

  it("between_points_the_curve_is_straight_and_over_the_rate_it_begins_at_zero", () => {
    const spreads = spreadsOf(livelock, ({ delivered_pps }) => delivered_pps);
    const origin = { x: 0, y: 0, low: 0, high: 0 };
    expect(heightAt(spreads, 2500, origin)).toBe(2500);
    expect(heightAt(spreads, 500, origin)).toBe(500);
    expect(heightAt(spreads, 500, null)).toBeNull();
    expect(heightAt(spreads, 5000, origin)).toBe(4450);
    expect(heightAt(spreads, 20_000, origin)).toBeNull();
  });

  it("between_the_largest_number_and_no_limit_there_is_nothing", () => {
    const spreads = spreadsOf([point(1000, 5), point(Infinity, 9)], (one) => one.delivered_pps);
    expect(heightAt(spreads, Infinity, null)).toBe(9);
    expect(heightAt(spreads, 2000, null)).toBeNull();
  });
});
