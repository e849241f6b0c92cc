// Texts that fit into a width.
import { expect, it } from "vitest";
import { textWidth, truncateText } from "./text-width";

it("a_truncated_text_fits_and_ends_in_an_ellipsis", () => {
  expect(truncateText("ether_input", 200, 12, "mono")).toBe("ether_input");
  const truncated = truncateText("ether_input", 50, 12, "mono");
  expect(truncated).toBe("ether…");
  expect(textWidth(truncated, 12, "mono")).toBeLessThanOrEqual(50);
});

it("a_text_is_empty_if_only_one_letter_would_fit", () => {
  expect(truncateText("ether_input", 12, 12, "mono")).toBe("");
});
