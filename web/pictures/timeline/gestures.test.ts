// Wheel, pinch and keys keep the time under the pointer.
import { describe, expect, it } from "vitest";
import { xToTime, timeToX, type TimeScale } from "../../frame/timescale";
import { keyRange, pinchRange, wheelRange, wholeRange } from "./gestures";

const HERTZ = 150_000_000;
const scale: TimeScale = { range: { from: 0.4 * HERTZ, to: 0.402 * HERTZ }, x: 130, width: 600 };
const wheel = {
  deltaX: 0,
  deltaY: 0,
  deltaMode: 0,
  ctrlKey: true,
  metaKey: false,
  shiftKey: false,
};
const head = 2 * HERTZ;

describe("the wheel", () => {
  it("zooms_around_the_pointer", () => {
    const t = xToTime(scale, 300);
    const range = wheelRange({ ...wheel, deltaY: -120 }, 300, scale, HERTZ, head);
    expect(range).not.toBeNull();
    if (range === null) return;
    expect(range.to - range.from).toBeLessThan(0.002 * HERTZ);
    expect(timeToX({ ...scale, range }, t)).toBeCloseTo(300, 4);
  });

  it("accepts_lines_and_pixels", () => {
    const lines = wheelRange({ ...wheel, deltaY: 3, deltaMode: 1 }, 300, scale, HERTZ, head);
    const pixels = wheelRange({ ...wheel, deltaY: 48 }, 300, scale, HERTZ, head);
    expect(lines).toEqual(pixels);
  });

  it("pans_when_turned_sideways", () => {
    const range = wheelRange({ ...wheel, deltaX: 60 }, 300, scale, HERTZ, head);
    expect(range?.from).toBeCloseTo(0.4002 * HERTZ, 0);
    expect(range?.to).toBeCloseTo(0.4022 * HERTZ, 0);
  });

  it("scrolls_the_page_when_no_key_is_held", () => {
    const plain = { ...wheel, ctrlKey: false, deltaX: 20, deltaY: 120 };
    expect(wheelRange(plain, 300, scale, HERTZ, head)).toBeNull();
    expect(wheelRange({ ...plain, metaKey: true }, 300, scale, HERTZ, head)).not.toBeNull();
  });

  it("does_nothing_at_the_widest_and_the_narrowest_range", () => {
    const widest = { ...scale, range: { from: 0, to: 10 * HERTZ } };
    expect(wheelRange({ ...wheel, deltaY: 100 }, 300, widest, HERTZ, head)).toBeNull();
    const narrowest = { ...scale, range: { from: 0, to: 1e-6 * HERTZ } };
    expect(wheelRange({ ...wheel, deltaY: -100 }, 300, narrowest, HERTZ, head)).toBeNull();
  });
});

describe("two fingers", () => {
  it("keep_the_times_under_them", () => {
    const t = xToTime(scale, 350);
    const range = pinchRange(scale, [300, 400], [280, 480], HERTZ);
    expect(timeToX({ ...scale, range }, t)).toBeCloseTo(380, 4);
    expect(range.to - range.from).toBeCloseTo((0.002 * HERTZ) / 2, 0);
  });
});

describe("keys", () => {
  it("zoom_around_the_given_time", () => {
    const t = xToTime(scale, 500);
    const range = keyRange("+", scale.range, t, HERTZ, head);
    expect(range && timeToX({ ...scale, range }, t)).toBeCloseTo(500, 4);
  });

  it("of_other_controls_do_nothing", () => {
    expect(keyRange("x", scale.range, 0, HERTZ, head)).toBeNull();
  });
});

describe("the whole run", () => {
  it("is_at_most_the_last_ten_seconds", () => {
    const range = wholeRange(100 * HERTZ, HERTZ);
    expect(range.to - range.from).toBe(10 * HERTZ);
    expect(range.to).toBeGreaterThan(100 * HERTZ);
  });
});
