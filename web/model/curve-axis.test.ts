// Facts about the settings that replay a capture.
import { expect, it } from "vitest";
import { captureSettings } from "./curve-axis";

const RATE_MAX = 14_880;
/** Packets of 64 bytes at these milliseconds. */
const arrivals = (...milliseconds: number[]) =>
  new Float64Array(milliseconds.flatMap((one) => [one * 1e6, 64]));

it("a_capture_is_sent_at_its_mean_rate_and_no_faster_than_the_wire", () => {
  expect(captureSettings(arrivals(0, 5, 10), RATE_MAX)["traffic.rate"]).toBe(200);
  expect(captureSettings(arrivals(0, 0.01, 0.02), RATE_MAX)["traffic.rate"]).toBe(RATE_MAX);
});

it("packets_that_have_one_time_have_no_rate_and_no_speed", () => {
  for (const capture of [arrivals(0), arrivals(0, 0, 0)]) {
    expect(captureSettings(capture, RATE_MAX)).toEqual({
      "traffic.pattern": "capture",
      "traffic.pace": "recorded",
      "traffic.rate": 0,
      "traffic.speed": 100,
    });
  }
});
