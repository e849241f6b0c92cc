// Facts about the table that compares two machines.
import { describe, expect, it } from "vitest";
import { formatPercent } from "../../lib/format/numbers";
import { buildFrame, type CounterFields } from "../../gallery/build-frame";
import { oneInterface, twoInterfaces } from "../../gallery/synthetic-topologies";
import { compareOutcomes } from "./compared-outcomes";
import { readOutcomes, type Outcomes } from "./outcomes";

const HZ = oneInterface.clock_hz;
const outcomes = (window: CounterFields) =>
  readOutcomes(
    buildFrame(oneInterface, { window: { elapsedCycles: HZ / 10, ...window } }),
    oneInterface,
  );

function rowOf(first: CounterFields, second: CounterFields, id: string) {
  const rows = compareOutcomes(outcomes(first), outcomes(second)).flatMap((group) => group.rows);
  return rows.find((row) => row.id === id);
}

describe("compareOutcomes", () => {
  it("more_delivered_is_better_and_more_waste_is_worse", () => {
    const healthy = { arrived: 500, delivered: 480, wastedCycles: 0 };
    const livelocked = { arrived: 500, delivered: 10, dropped: 400, wastedCycles: HZ / 20 };
    expect(rowOf(healthy, livelocked, "delivered")).toEqual({
      id: "delivered",
      label: "Delivered",
      first: "4,800/s",
      second: "100/s",
      better: "first",
      isPart: false,
    });
    expect(rowOf(livelocked, healthy, "wasted")).toMatchObject({
      first: formatPercent(0.5),
      second: formatPercent(0),
      better: "second",
    });
    expect(rowOf(livelocked, healthy, "lost")).toMatchObject({ better: "second" });
  });

  it("a_machine_that_changed_a_moment_ago_has_no_results_yet_and_none_is_better", () => {
    const livelocked = { arrived: 500, delivered: 10, dropped: 400 };
    const changed = { elapsedCycles: HZ / 100, arrived: 50, delivered: 0 };
    expect(rowOf(livelocked, changed, "delivered")).toMatchObject({
      first: "100/s",
      second: "not yet",
      better: null,
    });
    expect(rowOf(livelocked, changed, "lost")).toMatchObject({ better: null });
    expect(rowOf(livelocked, changed, "inside")?.second).not.toBe("not yet");
  });

  it("interrupts_a_second_have_no_better_side", () => {
    const [few, many] = [{ interrupts: 100 }, { interrupts: 1_000 }];
    expect(rowOf(few, many, "taken")).toMatchObject({
      label: "Interrupts taken",
      first: "1,000/s",
      second: "10,000/s",
      better: null,
    });
  });

  it("more_time_for_processes_is_better_unless_they_handle_packets", () => {
    const withShares = (share: number, server: number | null) => {
      const frame = buildFrame(twoInterfaces, { window: { elapsedCycles: HZ / 10, arrived: 500 } });
      const all = readOutcomes(frame, twoInterfaces);
      const processes = all.cpu.filter(({ kind }) => kind === "process");
      expect(processes.map(({ handlesPackets }) => handlesPackets)).toEqual([true, false]);
      const cpu = all.cpu
        .filter(
          ({ kind, handlesPackets }) => kind !== "process" || !handlesPackets || server !== null,
        )
        .map((one) => ({ ...one, share: one.handlesPackets ? (server ?? 0) : share }));
      return { ...all, cpu };
    };
    const rows = (one: Outcomes, other: Outcomes) =>
      compareOutcomes(one, other)
        .flatMap((group) => group.rows)
        .filter(({ id }) => ["processes", "servers"].includes(id))
        .map(({ label, better }) => [label, better]);
    expect(rows(withShares(0, null), withShares(0.43, null))).toEqual([["Processes", "second"]]);
    expect(rows(withShares(0.43, 0.1), withShares(0, 0.5))).toEqual([
      ["Processes that handle packets", null],
      ["Other processes", "first"],
    ]);
  });

  it("nearly_equal_values_are_alike", () => {
    const one = { arrived: 500, delivered: 480 };
    expect(rowOf(one, { arrived: 500, delivered: 477 }, "delivered")).toMatchObject({
      better: null,
    });
  });

  it("a_latency_beyond_the_last_bin_is_worse_than_every_other_and_like_itself", () => {
    const within = (low: number, high: number) => ({
      ...outcomes({ arrived: 500, delivered: 10 }),
      latency: [{ low, high, count: 10 }],
    });
    const median = (first: Outcomes, second: Outcomes) =>
      compareOutcomes(first, second)
        .flatMap(({ rows }) => rows)
        .find(({ id }) => id === "median");
    const [open, fast] = [within(3_145_728, Infinity), within(1_000, 1_200)];
    expect(median(open, fast)).toMatchObject({ first: "> 3.15 s", better: "second" });
    expect(median(open, open)).toMatchObject({ second: "> 3.15 s", better: null });
  });

  it("without_deliveries_there_is_no_latency_and_no_verdict_about_it", () => {
    expect(rowOf({ arrived: 5 }, { arrived: 5, delivered: 5 }, "median")).toMatchObject({
      first: "none",
      better: null,
    });
  });
});
