// Numbers as people write them: parsed as they are meant, or rejected.
import { expect, test } from "vitest";
import { formatReading, parseNumber, readNumber } from "./parse-number";

test.each([
  ["4700", "packets/s", 4700],
  ["30.", "%", 30],
  ["1,200.", "", 1_200],
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
  ["+5", "", 5],
  ["\u22122", "", -2],
  // A comma before decimals, where it cannot be between thousands.
  ["1,5", "", 1.5],
  ["83,3 µs", "µs", 83.3],
  ["0,5", "", 0.5],
  ["0,500", "", 0.5],
  ["12,00", "", 12],
  [",5", "", 0.5],
  // Groups of three, in all notations.
  ["1 000", "", 1_000],
  ["1\u202f000\u00a0/s", "packets/s", 1_000],
  ["1'000", "", 1_000],
  ["1’000’000", "", 1_000_000],
  ["1_000", "", 1_000],
  ["1.234.567", "", 1_234_567],
  ["1.234,5", "", 1_234.5],
  ["1,234.5", "", 1_234.5],
  ["1 234,5", "", 1_234.5],
  ["1 234,567", "", 1_234.567],
  ["1'234.5", "", 1_234.5],
  // What cannot be thousands is a decimal point.
  ["12.5", "", 12.5],
  ["1.2345", "", 1.2345],
  ["0.500", "", 0.5],
  ["1234.567", "", 1_234.567],
  ["1.250k", "", 1_250],
  ["1.250e3", "", 1_250],
  ["1e4", "", 10_000],
  ["1E+4 packets/s", "packets/s", 10_000],
  ["5e-1", "", 0.5],
  ["12k", "", 12_000],
  ["½", "", 0.5],
  ["1½", "", 1.5],
  ["-¼", "", -0.25],
  ["½ %", "%", 0.5],
  ["1/2", "", 0.5],
  ["3 1/2 µs", "µs", 3.5],
])("%s in “%s” is %d", (text, unit, value) => {
  expect(parseNumber(text, unit)).toBe(value);
});

test.each([
  ["12.000", "packets/s", 12_000, 12],
  ["1.250", "", 1_250, 1.25],
  ["-1.250", "", -1_250, -1.25],
  ["100.000 µs", "µs", 100_000, 100],
])(
  "%s in “%s” can mean %d and %d, which the page writes so that each means one number",
  (text, unit, ...values) => {
    expect(readNumber(text, unit)).toEqual({ kind: "ambiguous", values });
    expect(parseNumber(text, unit)).toBeNull();
    for (const value of values) expect(parseNumber(formatReading(value), unit)).toBe(value);
  },
);

test("a_field_of_whole_numbers_asks_only_if_both_readings_are_whole", () => {
  expect(parseNumber("1.250", "", { isWhole: true })).toBe(1_250);
  expect(readNumber("12.000", "", { isWhole: true }).kind).toBe("ambiguous");
  expect(parseNumber("12.5", "", { isWhole: true })).toBe(12.5);
});

test("where_the_page_writes_three_decimals_a_point_is_a_decimal_point", () => {
  expect(parseNumber("412.358", "", { hasThreeDecimals: true })).toBe(412.358);
  expect(parseNumber("1.234.567", "", { hasThreeDecimals: true })).toBe(1_234_567);
});

test.each([
  ["1,2345", ""],
  ["1234,567", ""],
  ["1,23,456", ""],
  ["1.23.456", ""],
  ["1,234.567,8", ""],
  ["1.2,345", ""],
  ["1 000'000", ""],
  ["1/0", ""],
  ["1/2 3", ""],
  ["1e", ""],
  ["e4", ""],
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
