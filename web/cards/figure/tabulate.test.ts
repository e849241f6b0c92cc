// Facts about the tables of a figure, and about its announcements.
import { expect, it } from "vitest";
import { createStore } from "../../lib/store";
import type { FigureRun, FigureState } from "../../desk/figures/figure-run";
import type { FigureLine } from "../../desk/figures/measure-figure";
import { tabulate, offeredLabel } from "./tabulate";
import { CLAIMS, FIGURES, groupDigits, figureName, formatWithUnit, type Claim } from "./record";
import { announceFigure, describeComputed } from "../../pages/figures/announcements";

const line = (label: string, points: [number, number][]): FigureLine => ({
  label,
  wires: 1,
  points: points.map(([x, y]) => ({ x, y, low: y, high: y, seeds: 1 })),
});
const delivered = { kind: "delivered" } as const;

it("lines_with_the_same_rates_share_a_table", () => {
  const lines = [
    line("as it was", [
      [1000, 1000],
      [12_000, 4987.4],
    ]),
    line("quota 5", [
      [1000, 999],
      [12_000, 0],
    ]),
  ];
  expect(tabulate("M figure 6-3", delivered, lines, true)).toEqual([
    {
      caption: "M figure 6-3: packets delivered a second at each offered rate",
      columns: ["Offered", "as it was", "quota 5"],
      rows: [
        ["1,000/s", "1,000/s", "999/s"],
        ["12,000/s", "4,987/s", "0/s"],
      ],
    },
  ]);
});

it("a_mean_of_seeds_has_its_range_where_the_seeds_differ", () => {
  const points = [
    { x: 1000, y: 1000, low: 1000, high: 1000, seeds: 3 },
    { x: 12_000, y: 810, low: 780, high: 850, seeds: 3 },
  ];
  const [table] = tabulate(
    "M figure 6-3",
    delivered,
    [{ label: "as it was", wires: 1, points: points }],
    true,
  );
  expect(table?.caption).toMatch(/; the mean of 3 seeds \(lowest to highest\)$/);
  expect(table?.rows).toEqual([
    ["1,000/s", "1,000/s"],
    ["12,000/s", "810/s (780/s to 850/s)"],
  ]);
});

it("the_rate_of_several_wires_is_labelled_as_such", () => {
  const both = { ...line("both", [[1000, 2000]]), wires: 2 };
  const [table] = tabulate("S figure 6", delivered, [both], true);
  expect(table?.columns).toEqual(["Offered on each of 2 wires", "both"]);
  expect(offeredLabel([both, line("one", [[1000, 1000]])])).toBe("offered on each wire");
});

it("lines_with_other_rates_get_a_table_of_their_own_when_complete", () => {
  const lines = [
    line("slow", [[1000, 1000]]),
    line("fast", [
      [2000, 1500],
      [44_000, 9000],
    ]),
  ];
  const [together, ...more] = tabulate("M figure 8-2", delivered, lines, false);
  expect(more).toEqual([]);
  expect(together?.rows[0]).toEqual(["1,000/s", "1,000/s", "not yet"]);
  const apart = tabulate("M figure 8-2", delivered, lines, true);
  expect(apart.map(({ columns }) => columns)).toEqual([
    ["Offered", "slow"],
    ["Offered", "fast"],
  ]);
  expect(apart[1]?.caption).toMatch(/, 2,000\/s to 44,000\/s$/);
  expect(apart.flatMap(({ rows }) => rows.flat())).not.toContain("not measured");
});

it("latencies_are_tabulated_at_the_same_shares_of_packets", () => {
  const picture = { kind: "latency", from: "a", to: "b" } as const;
  const lines = [
    line("one", [
      [100, 50],
      [250, 100],
    ]),
    line("two", [[90, 100]]),
  ];
  const [table] = tabulate("M figure 7-6", picture, lines, true);
  const rows = table?.rows.map((row) => row.map((cell) => cell.replaceAll("\u202f", " ")));
  expect(rows?.[0]).toEqual(["10 %", "100 µs", "90 µs"]);
  expect(rows?.at(-1)).toEqual(["100 %", "250 µs", "90 µs"]);
});

it("every_figure_has_a_unique_name", () => {
  const names = FIGURES.map(figureName);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => name !== name.trim())).toEqual([]);
});

it("recorded_texts_group_their_digits", () => {
  const claim = { unit: "" } as Claim;
  expect(formatWithUnit("1140 of 5097/s, 0.9997 and 6,000; TX-128 in 312 us", claim)).toBe(
    "1,140 of 5,097/s, 0.9997 and 6,000; TX-128 in 312 µs",
  );
  for (const { says, measured, stated } of CLAIMS) {
    for (const text of [says, measured ?? "", stated]) {
      expect(groupDigits(text)).not.toMatch(/(?<![\d.,])\d{4,}\/s/);
    }
  }
});

it("a_figure_is_announced_only_to_those_who_requested_or_focused_it", () => {
  const drawn = [{ kind: "lines" as const, picture: delivered, lines: [line("a", [[1, 1]])] }];
  const heard = (concerned: boolean) => {
    const said: string[] = [];
    const store = createStore<FigureState>({
      phase: "waiting",
      progress: 0,
      results: [],
      failure: null,
    });
    const run = { store } as unknown as FigureRun;
    const stop = announceFigure(
      "M figure 6-1",
      run,
      () => concerned,
      (text) => said.push(text),
    );
    store.set({ phase: "running" });
    store.set({ progress: 0.5 });
    store.set({ phase: "done", results: drawn });
    stop();
    return said;
  };
  expect(heard(false)).toEqual([]);
  expect(heard(true)).toEqual([
    "M figure 6-1 is being computed.",
    "M figure 6-1 is computed: 1 line of 1 rate.",
  ]);
});

it("a_figure_of_several_pictures_describes_each", () => {
  const share = { kind: "user_share" } as const;
  const lines = [line("a", [[1, 1]]), line("b", [[1, 1]])];
  expect(
    describeComputed("M section 7", [
      { kind: "lines", picture: delivered, lines },
      { kind: "lines", picture: share, lines },
      { kind: "calls", title: "", contexts: [], bars: [] },
      { kind: "table", columns: [], rows: [["x"]] },
    ]),
  ).toBe(
    "M section 7 is computed: 2 lines of 1 rate; 2 lines of 1 rate for the user process; a time line of 0 calls; a table of 1 trial.",
  );
});
