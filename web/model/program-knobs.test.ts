// The knobs of a program, as a control of the page needs them.
import { expect, it } from "vitest";
import { programKnobs } from "./program-knobs";

it("a_declared_knob_has_name_value_range_and_words", () => {
  expect(programKnobs('KNOB(quota, 5, 1, 100, "packets in each \\"callback\\"");')).toEqual([
    { name: "quota", value: 5, least: 1, most: 100, text: 'packets in each "callback"' },
  ]);
});

it("constants_and_signs_are_numbers_and_comments_are_none", () => {
  const text = `#define MOST 0x20
/* KNOB(old, 1, 1, 2, "not there"); */
// KNOB(older, 1, 1, 2, "not there");
KNOB(level, -1, -3,
     MOST, "a level");`;
  expect(programKnobs(text)).toEqual([
    { name: "level", value: -1, least: -3, most: 32, text: "a level" },
  ]);
});

it("what_is_no_declaration_gives_no_knob", () => {
  for (const text of ["KNOB(", 'KNOB(a, b, c, d, "e");', 'KNOB(a, 1, 9, 2, "e");', "KNOBS"])
    expect(programKnobs(text), text).toEqual([]);
});

it("no_text_takes_long", () => {
  for (const part of ["KNOB(", "/*", "KNOB(a,", "//", 'KNOB(a, 1, 1, 2, "', "KNOB(a, 1,    "]) {
    const before = performance.now();
    programKnobs(part.repeat(262_144 / part.length));
    expect(performance.now() - before, part).toBeLessThan(2_000);
  }
});
