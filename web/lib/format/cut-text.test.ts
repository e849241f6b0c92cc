// Texts of people are cut between characters.
import { expect, it } from "vitest";
import { cutText, encodeText, wellFormed } from "./cut-text";

const FAMILY = "👨‍👩‍👧";

it.each([
  ["abc", 2, "ab"],
  ["abc", 3, "abc"],
  ["ab😀", 3, "ab"],
  ["ab😀", 4, "ab😀"],
  [`a${FAMILY}b`, 6, "a"],
  [`a${FAMILY}b`, 1 + FAMILY.length, `a${FAMILY}`],
  ["cafe\u0301s", 4, "caf"],
  ["cafe\u0301s", 5, "cafe\u0301"],
  ["👍🏽", 3, "👍"],
  ["🇪🇸🇫🇷", 7, "🇪🇸"],
  // A character that is longer than the limit is better than nothing, and none is halved.
  [FAMILY, 4, "👨‍"],
])("%s in %d units is “%s”", (text, max, cut) => {
  expect(cutText(text, max)).toBe(cut);
});

it("no_cut_leaves_half_a_character", () => {
  const text = `x😀${FAMILY}é👍🏽${"😀".repeat(50)}`;
  for (let max = 0; max <= text.length; max++) {
    const cut = cutText(text, max);
    expect(cut.length).toBeLessThanOrEqual(max);
    expect(cut).toBe(wellFormed(cut));
    expect(text.startsWith(cut)).toBe(true);
  }
});

it("half_a_character_of_an_old_file_can_be_written_into_an_address", () => {
  expect(encodeText("a\ud83d")).toBe("a%EF%BF%BD");
  expect(encodeText("a😀")).toBe(encodeURIComponent("a😀"));
});
