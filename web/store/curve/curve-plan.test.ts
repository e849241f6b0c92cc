// Facts about planning and evaluating the trials of a curve.
import { describe, expect, it } from "vitest";
import {
  deliveredAt,
  lossBracket,
  nextProbe,
  ratesUpTo,
  stageRates,
  type Point,
} from "./curve-plan";
import type { Report } from "../../engine/model";

const point = (rate: number, ...deliveries: number[]): Point => ({
  rate,
  trials: deliveries.map((delivered_pps, seed) => ({
    seed,
    report: { offered_pps: rate, delivered_pps } as Report,
  })),
});
const livelock = [point(1000, 1000), point(4000, 4000), point(5000, 4400, 4500), point(9000, 500)];

describe("curve plan", () => {
  it("stages_have_6_12_and_24_rates_including_earlier_ones", () => {
    expect(stageRates(0, 0, 14_880)).toHaveLength(6);
    expect(stageRates(1, 0, 14_880)).toHaveLength(6);
    expect(stageRates(2, 0, 14_880)).toHaveLength(12);
    expect(ratesUpTo(2, 0, 14_880)).toHaveLength(24);
  });

  it("the_wire_rate_is_measured_from_the_first_stage_on", () => {
    expect(stageRates(0, 0, 14_880).at(-1)).toBe(14_880);
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

  it("between_points_the_curve_is_straight_and_it_begins_at_zero", () => {
    expect(deliveredAt(livelock, 2500)).toBe(2500);
    expect(deliveredAt(livelock, 500)).toBe(500);
    expect(deliveredAt(livelock, 5000)).toBe(4450);
    expect(deliveredAt(livelock, 20_000)).toBeNull();
  });
});
