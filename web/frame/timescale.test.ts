// Zooming keeps the time under the pointer, and ticks are at round times.
import { describe, expect, it } from "vitest";
import { panBy, timeTicks, xToTime, timeToX, zoomAround, type TimeRange } from "./timescale";

const HERTZ = 150_000_000;
const seconds = (value: number) => value * HERTZ;

describe("zoomAround", () => {
  it("keeps_the_time_under_the_pointer", () => {
    const pointer = 340;
    let range: TimeRange = { from: 0, to: seconds(10) };
    const t = xToTime({ range, x: 120, width: 800 }, pointer);
    for (let step = 0; step < 400; step += 1) {
      range = zoomAround(range, t, 0.93, HERTZ);
      expect(timeToX({ range, x: 120, width: 800 }, t)).toBeCloseTo(pointer, 3);
    }
    expect(range.to - range.from).toBeCloseTo(seconds(1e-6), 6);
  });

  it("zooms_in_small_steps_up_to_ten_seconds", () => {
    let range: TimeRange = { from: seconds(3), to: seconds(3) + seconds(1e-6) };
    for (let step = 0; step < 400; step += 1) {
      const wider = zoomAround(range, seconds(3), 1.07, HERTZ);
      const grown = (wider.to - wider.from) / (range.to - range.from);
      expect(grown).toBeLessThanOrEqual(1.0701);
      range = wider;
    }
    expect(range.to - range.from).toBe(seconds(10));
  });
});

describe("panBy", () => {
  it("stops_when_the_middle_reaches_the_start_or_the_head", () => {
    const range = { from: seconds(1), to: seconds(2) };
    expect(panBy(range, seconds(-9), seconds(5)).from).toBe(seconds(-0.5));
    expect(panBy(range, seconds(9), seconds(5)).to).toBe(seconds(5.5));
  });
});

describe("ticks", () => {
  const labels = (from: number, to: number) =>
    timeTicks({ range: { from, to }, x: 0, width: 600 }, HERTZ, 110).map((tick) => tick.label);

  it("are_at_round_times_with_their_unit", () => {
    expect(labels(seconds(0.412), seconds(0.4126))).toEqual([
      "412.0 ms",
      "412.2 ms",
      "412.4 ms",
      "412.6 ms",
    ]);
  });

  it("are_in_seconds_in_a_wide_range", () => {
    expect(labels(0, seconds(10))).toEqual(["0 s", "2 s", "4 s", "6 s", "8 s", "10 s"]);
  });

  it("have_enough_decimals_at_a_microsecond", () => {
    expect(labels(seconds(2.001_25), seconds(2.001_251))).toContain("2,001.2502 ms");
  });
});
