// Facts about simulated time and wall time.
import { describe, expect, it } from "vitest";
import {
  nanosecondsPerFrame,
  followRange,
  followWidthSeconds,
  loopRange,
  pageRange,
  isLive,
  leadCycles,
  positionOfSpeed,
  positionOfTime,
  formatSpeed,
  SPEED_POSITIONS,
  speedAtPosition,
  TIME_POSITIONS,
  timeAtPosition,
  WATCH_PACKETS,
  WATCH_RATES,
  ceilToMillisecond,
} from "./playback";

it("a_diagnosis_is_made_at_the_next_whole_millisecond", () => {
  expect(ceilToMillisecond(550e6)).toBe(550e6);
  expect(ceilToMillisecond(550e6 + 20)).toBe(551e6);
});

describe("speed", () => {
  it("the_slider_runs_from_one_microsecond_per_second_to_as_fast_as_possible", () => {
    expect(speedAtPosition(0)).toBe(1e-6);
    expect(speedAtPosition(SPEED_POSITIONS - 1)).toBe(100);
    expect(speedAtPosition(SPEED_POSITIONS)).toBe(Infinity);
  });

  it("every_slider_position_converts_back_to_itself", () => {
    for (let position = 0; position <= SPEED_POSITIONS; position++) {
      expect(positionOfSpeed(speedAtPosition(position))).toBe(position);
    }
  });

  it("the_two_named_speeds_are_positions_of_the_slider", () => {
    for (const speed of [WATCH_PACKETS, WATCH_RATES]) {
      expect(speedAtPosition(positionOfSpeed(speed))).toBe(speed);
    }
  });

  it("speeds_are_formatted", () => {
    expect([1e-6, 0.002, 0.5, 1, 10, Infinity].map(formatSpeed)).toEqual([
      "1 µs per second",
      "2 ms per second",
      "500 ms per second",
      "real time",
      "10 × real time",
      "as fast as possible",
    ]);
  });
});

describe("clock", () => {
  it("a_stalled_page_does_not_jump", () => {
    expect(nanosecondsPerFrame(60_000, 1)).toBe(100_000_000);
    expect(nanosecondsPerFrame(-5, 1)).toBe(0);
  });

  it("watching_packets_moves_two_milliseconds_per_second", () => {
    expect(nanosecondsPerFrame(100, WATCH_PACKETS)).toBeCloseTo(200_000, 6);
  });

  it("the_lead_is_longer_than_the_shortest_wire_time_and_still_counts_as_live", () => {
    const head = 1e9;
    expect(leadCycles(150e6)).toBeGreaterThan(67.2e-6 * 150e6);
    expect(isLive(head - leadCycles(150e6), head, 150e6)).toBe(true);
  });

  it("the_timeline_shows_half_a_second_of_wall_time_within_bounds", () => {
    expect(followWidthSeconds(WATCH_PACKETS)).toBe(0.002);
    expect(followWidthSeconds(1e-6)).toBe(20e-6);
    expect(followWidthSeconds(Infinity)).toBe(10);
  });

  it("a_playing_timeline_turns_at_most_three_pages_a_second", () => {
    const hertz = 1e6;
    for (const speed of [1e-6, WATCH_PACKETS, 0.025, WATCH_RATES, 100, Infinity])
      for (const width of [20, followWidthSeconds(speed) * hertz]) {
        const played = Math.min(speed, 100) * hertz;
        const pages = new Set(
          Array.from({ length: 61 }, (_, frame) => {
            const { from, to } = pageRange(played * (7 + frame / 60), width, speed, hertz);
            expect(to - from).toBe(Math.round(width));
            return from;
          }),
        );
        expect(pages.size, `${speed} ${width}`).toBeLessThanOrEqual(4);
      }
  });

  it("a_page_shows_the_playing_time_and_the_end_of_the_page_before", () => {
    for (let t = 0; t < 5000; t += 7) {
      const { from, to } = pageRange(t, 1000, 0.002, 1e6);
      expect(t).toBeGreaterThanOrEqual(from);
      expect(t).toBeLessThanOrEqual(to);
    }
    expect(pageRange(899, 1000, 0.002, 1e6)).toEqual({ from: 0, to: 1000 });
    expect(pageRange(900, 1000, 0.002, 1e6)).toEqual({ from: 800, to: 1800 });
  });

  it("a_loop_that_fits_stands_still_in_the_middle", () => {
    expect(loopRange({ from: 600, to: 800 }, 1000)).toEqual({ from: 200, to: 1200 });
    expect(loopRange({ from: 100, to: 200 }, 1000)).toEqual({ from: 0, to: 1000 });
  });

  it("a_followed_range_keeps_its_width_and_never_begins_before_zero", () => {
    expect(followRange(1000, 100)).toEqual({ from: 910, to: 1010 });
    expect(followRange(20, 100)).toEqual({ from: 0, to: 100 });
  });
});

describe("the time bar", () => {
  const HERTZ = 150e6;
  const milliseconds = (value: number) => (value / 1e3) * HERTZ;

  it.each([1, 20, 150, 500, 60_000])(
    "in_a_run_of_%s_ms_one_step_back_leaves_the_live_edge",
    (run) => {
      const head = milliseconds(run);
      const t = timeAtPosition(TIME_POSITIONS - 1, head, head, HERTZ);
      expect(isLive(t, head, HERTZ)).toBe(false);
      const back = positionOfTime(t, head, HERTZ);
      expect(back).toBeLessThan(TIME_POSITIONS);
      expect(timeAtPosition(back - 1, t, head, HERTZ)).toBeLessThan(t);
    },
  );

  it.each([1, 20, 150, 500, 60_000])(
    "in_a_run_of_%s_ms_steps_forward_reach_the_live_edge",
    (run) => {
      const head = milliseconds(run);
      let t = Math.round(head / 2);
      for (let step = 0; step < TIME_POSITIONS && t < head; step++) {
        t = Math.min(head, timeAtPosition(positionOfTime(t, head, HERTZ) + 1, t, head, HERTZ));
      }
      expect(t).toBe(head);
    },
  );
});
