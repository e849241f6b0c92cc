// Facts about typed times.
import { expect, it } from "vitest";
import { parseMoment } from "./parse-moment";

const HERTZ = 150e6;

it.each([
  ["350 ms", 52_500_000],
  ["350", 52_500_000],
  ["1.2 s", 180_000_000],
  ["1,200.5 ms", 180_075_000],
  ["80us", 12_000],
  ["80 µs", 12_000],
  ["12345 cycles", 12_345],
  [".5 MS", 75_000],
  ["1,5 s", 225_000_000],
  ["412.358 ms", 61_853_700],
  ["1'200 ms", 180_000_000],
  ["52 500 000 cycles", 52_500_000],
  ["1e3 ms", 150_000_000],
  ["½ s", 75_000_000],
])("the_time_%s_is_read", (text, cycles) => {
  expect(parseMoment(text, HERTZ)).toEqual({ cycles });
});

it.each(["", "soon", "12 parsecs", "5 constructor", "-5 ms", "1.2.3 s", "5 ms later"])(
  "the_text_%j_is_refused_with_examples",
  (text) => {
    const parsed = parseMoment(text, HERTZ);
    expect("problem" in parsed && parsed.problem).toMatch(/350 ms, 1\.2 s/);
  },
);
