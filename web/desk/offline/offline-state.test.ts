// Facts about the sentences that say whether the lab is stored on the device.
import { expect, it } from "vitest";
import { describeCopy, type CopyState } from "./offline-state";

const FACTS = { version: "3f2a9c01", files: 112, bytes: 5_940_000 };

it("a_stored_copy_says_how_large_it_is_and_which_one", () => {
  const text = describeCopy({ phase: "stored", facts: FACTS, isUpdateReady: false });
  expect(text).toContain("112 files, 5.9 MB, copy 3f2a9c01");
  expect(text).not.toContain("newer");
});

it("a_version_that_waits_is_named", () => {
  expect(describeCopy({ phase: "stored", facts: FACTS, isUpdateReady: true })).toContain(
    "opens at your next visit",
  );
});

it.each<CopyState>([
  { phase: "none", why: "browser" },
  { phase: "none", why: "server" },
  { phase: "none", why: "embedded" },
  { phase: "refused" },
])("a_lab_that_is_not_stored_says_why: %j", (copy) => {
  expect(describeCopy(copy)).toMatch(/^The lab is not stored on this device[,:] .{20,}/);
});

it("nothing_is_promised_before_the_browser_was_asked", () => {
  expect(describeCopy({ phase: "unknown" })).not.toContain("opens without a network");
});
