// Runs as the page makes them, with knobs that turn while they run, and the command that the page prints for each. The
// results are those of WebAssembly. `core/cli/tests/page_runs.rs` runs the commands in a shell and compares: so the numbers of
// page and command line are equal bit for bit. `UPDATE_KEYS=1` writes the file again.
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Report, Scenario, Value } from "../../generated/model";
import { catalogue, startSimulator } from "../../engine/simulator.test-data";
import { changesFromBase } from "../../desk/link/link-changes";
import { jsonRows } from "../../tools/lib/json-rows.mjs";
import { needsSavedFile, runCommand } from "./command";
import { RUN_FILE_KIND, RUN_FILE_VERSION, runFileText, runResults } from "./run-file";

const RECORD = new URL("../../../core/cli/tests/page-runs.json", import.meta.url);

interface Turned {
  milliseconds: number;
  set: Record<string, Value>;
}

interface PageRun {
  scenario: string;
  set?: Record<string, Value>;
  seed?: number;
  turned?: readonly Turned[];
  /** Milliseconds of the window, and how far the machine has run. */
  window: readonly [from: number, to: number, head: number];
}

/** The first setting whose path ends with this word. */
function path(word: string): string {
  return catalogue.parameters.find((one) => one.path.endsWith(`.${word}`))?.path ?? word;
}

/** One run of each family at least. The last has more turned knobs than a command names. */
const RUNS: readonly PageRun[] = [
  { scenario: "lab", window: [0, 37, 37.3] },
  {
    scenario: "figure-6-1",
    set: { "traffic.rate": 9000, "traffic.pattern": "poisson" },
    seed: 77,
    turned: [
      { milliseconds: 41.7, set: { [path("enabled")]: true, [path("quota")]: 5 } },
      { milliseconds: 80, set: { "traffic.rate": 12_000 } },
    ],
    window: [60, 130, 130.08],
  },
  {
    scenario: "figure-7-1",
    turned: [{ milliseconds: 30, set: { [path("quota")]: "infinity" } }],
    window: [30, 90, 90],
  },
  { scenario: "spanos-figure-5-napi", window: [10, 60, 60] },
  { scenario: "wu-figure-9", window: [10, 40, 40] },
  { scenario: "srp-figure-4", window: [20, 70, 71] },
  { scenario: "today-softirq", window: [5, 25, 25] },
  {
    scenario: "lab",
    turned: Array.from({ length: 20 }, (_, at) => ({
      milliseconds: 20 + at,
      set: { "traffic.rate": 3000 + 400 * at },
    })),
    window: [20, 90, 90.05],
  },
];

function recorded({ scenario: id, set = {}, seed, turned = [], window }: PageRun) {
  const base = catalogue.scenarios.find((one) => one.id === id);
  if (base === undefined) throw new Error(`the catalogue has no scenario ${id}`);
  const started = { ...base, seed: seed ?? base.seed, settings: { ...base.settings, ...set } };
  const { Session } = startSimulator(readFileSync);
  const session = new Session(JSON.stringify(started), 16);
  const { clock_hz: hertz } = JSON.parse(session.topology()) as { clock_hz: number };
  const cycles = (milliseconds: number) => Math.round((milliseconds * hertz) / 1e3);
  for (const { milliseconds, set: knobs } of turned) {
    session.advance(cycles(milliseconds), 0xffff_ffff);
    session.intervene(JSON.stringify(knobs), 0);
  }
  const [from, to, head] = window.map(cycles) as [number, number, number];
  session.advance(head, 0xffff_ffff);
  const report = JSON.parse(session.report(from, to)) as Report;
  const scenario = JSON.parse(session.scenario()) as Scenario;
  const results = runResults(report, scenario, null);
  session.free();
  const run = { ...changesFromBase(base, scenario, catalogue), scenario, from, to, head };
  const command = runCommand(run, "it's a run.json");
  const shown = {
    clock_hz: hertz,
    time_cycles: to,
    time_us: 0,
    from_cycles: from,
    to_cycles: to,
    head_cycles: head,
  };
  const file = runFileText({
    kind: RUN_FILE_KIND,
    version: RUN_FILE_VERSION,
    model: catalogue.model,
    ...{ scenario, shown, settings: {}, results, link: "", command },
  });
  return { command, file: needsSavedFile(run) ? file : null, results };
}

/** The first column of the first table of a document: names in code. */
function fieldsOfTable(document: string): string[] {
  const rows = document.split("\n").filter((line) => line.startsWith("| `"));
  const cells = rows.map((line) => line.split("|")[1] ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ""));
}

test("README.md describes the fields of the file, and no others", () => {
  const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");
  const last = RUNS.at(-1);
  if (last === undefined) throw new Error("there is a run");
  const { file } = recorded(last);
  expect(fieldsOfTable(readme)).toEqual(Object.keys(JSON.parse(file ?? "") as object));
});

test("the commands of the page's runs, and their results, are those that the command line is tested with", () => {
  const runs = RUNS.map(recorded);
  // A line for each of a run's results.
  if (process.env["UPDATE_KEYS"] !== undefined) writeFileSync(RECORD, `${jsonRows(runs, 3)}\n`);
  expect(JSON.parse(readFileSync(RECORD, "utf8"))).toEqual(JSON.parse(JSON.stringify(runs)));
});
