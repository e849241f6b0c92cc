// Facts about how the metrics of lessons are written.
import { describe, expect, it } from "vitest";
import { formatDifference } from "./metric";

describe("the difference of two values", () => {
  it("is_in_percentage_points_for_shares_and_in_the_metrics_unit_otherwise", () => {
    expect(formatDifference("cpu_share.user", 0.14)).toBe("14 percentage points");
    expect(formatDifference("wasted_share", 0.008)).toBe("1 percentage point");
    expect(formatDifference("delivered_pps", 1234)).toBe("1,234/s");
  });
});
