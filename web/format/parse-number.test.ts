// Numbers as people write them: parsed as they are meant, or rejected.
import { expect, test } from "vitest";
import { parseNumber } from "./parse-number";

test.each([
  ["4700", "packets/s", 4700],
  ["4,700", "packets/s", 4700],
  ["1,234,567", "", 1_234_567],
  [" 4 700/s", "packets/s", 4700],
  ["4k", "packets/s", 4000],
  ["4.7 k/s", "packets/s", 4700],
  ["12K packets/s", "packets/s", 12_000],
  ["500/s", "per second", 500],
  ["83.3 µs", "µs", 83.3],
  ["83.3 \u03bcs", "µs", 83.3],
  ["83.3 us", "µs", 83.3],
  ["50%", "%", 50],
  ["50 per cent", "%", 50],
  ["16 Packets", "packets", 16],
  ["-2", "", -2],
  [".5", "", 0.5],
  ["0.5", "", 0.5],
])("%s in “%s” is %d", (text, unit, value) => {
  expect(parseNumber(text, unit)).toBe(value);
});

test.each([
  ["83,3", "µs"],
  ["0,5", ""],
  ["0,500", ""],
  ["1,2345", ""],
  ["12,00", ""],
  ["4 70", "packets/s"],
  ["2 ms", "µs"],
  ["4700/s", "%"],
  ["4700/s", ""],
  ["12 or so", "packets/s"],
  ["4 kilo", "packets/s"],
  ["many", ""],
  ["", ""],
  ["1.2.3", ""],
])("%s in “%s” is refused", (text, unit) => {
  expect(parseNumber(text, unit)).toBeNull();
});
