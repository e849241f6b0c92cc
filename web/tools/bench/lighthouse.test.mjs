// The scores of a Lighthouse report, and what cost them.
import { expect, test } from "vitest";
import { scoresOf } from "./lighthouse.mjs";

test("a score below 100 names the audits that cost it, the dearest first", () => {
  const report = {
    categories: {
      performance: {
        score: 0.825,
        auditRefs: [
          { id: "total-blocking-time", weight: 30 },
          { id: "cumulative-layout-shift", weight: 25 },
          { id: "largest-contentful-paint", weight: 45 },
          { id: "unused-javascript", weight: 0 },
        ],
      },
      seo: { score: 1, auditRefs: [{ id: "robots-txt", weight: 1 }] },
    },
    audits: {
      "total-blocking-time": { score: 0.5, displayValue: "600 ms", numericValue: 600.4 },
      "cumulative-layout-shift": { score: 0.9, displayValue: "0.078", numericValue: 0.0781 },
      "largest-contentful-paint": { score: 1, numericValue: 900 },
      "unused-javascript": { score: 0 },
      "robots-txt": { score: null },
    },
  };
  expect(scoresOf(report)).toEqual({
    performance: 83,
    seo: 100,
    largest_paint_ms: 900,
    blocking_ms: 600,
    layout_shift: 0.078,
    costs: ["total-blocking-time 600 ms: 15.0 points", "cumulative-layout-shift 0.078: 2.5 points"],
  });
});
