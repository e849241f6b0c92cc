// Facts about the CSV of curves: numbers as a spreadsheet reads them, and texts that cannot become formulas.
import { expect, it } from "vitest";
import { allMeasures } from "../../model/measures/measures";
import type { Parameter, Report } from "../../generated/model";
import type { CurveAxis } from "../../model/curve-axis";
import { trialsAsCsv } from "./csv";

const report = {
  offered_pps: 12_000.4,
  delivered_pps: 4000.123456789,
  wasted_share: 0.25,
  process_share: 0.1,
  latency_us: { p50: null, p99: 900 },
  interrupts: { one: 30, two: 10 },
  window: { arrived: 20 },
} as unknown as Report;

const axis: CurveAxis = {
  path: "limit.quota",
  parameter: { path: "limit.quota", unit: "packets", label: "Quota" } as Parameter,
  range: { min: 1, max: 1000, scale: "log", infinity: true },
};

const curve = (name: string) => ({
  id: name,
  tag: "A",
  name,
  look: 0,
  points: [{ x: Infinity, trials: [{ seed: 1, report }] }],
});

it("each_trial_is_a_row_with_every_measure", () => {
  const [head, row] = trialsAsCsv([curve("Limited")], axis, allMeasures()).split("\r\n");
  expect(head).toBe(
    "curve,limit.quota (packets),seed,offered (packets/s),delivered (packets/s)," +
      "wasted CPU time (%),latency p50 (us),latency p99 (us),CPU time of processes (%)," +
      "interrupts for each packet",
  );
  expect(row).toBe("Limited,infinity,1,12000.4,4000.1235,25,,900,10,2");
});

it("concealed_measures_have_no_column", () => {
  const shown = allMeasures().filter(({ kind }) => kind === "packets");
  expect(trialsAsCsv([], axis, shown)).not.toContain("latency");
});

it("names_are_quoted_and_never_formulas", () => {
  const [, row] = trialsAsCsv([curve('=1+1, "x"')], axis, []).split("\r\n");
  expect(row).toBe('"\'=1+1, ""x""",infinity,1,12000.4');
});
