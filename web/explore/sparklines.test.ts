// Records the pictures of the cards (sparklines.json) with the simulator, and checks that the file is still what the
// simulator gives: `RECORD=1 npx vitest run web/explore` writes it again.
import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Catalogue, Report, Scenario, Topology, Value } from "../engine/model";
import { catalogue, startSimulator } from "../engine/simulator.test-data";
import { RATE_PATH } from "../store/curve/curve-axis";
import { parseLink } from "../store/link/link";
import {
  catalogueForMachine,
  findParameter,
  isApplicable,
  valuesAtStart,
} from "../store/scenario/settings";
import { QUESTIONS } from "./question";
import { leaderLink } from "./question-link";
import type { Sparkline, Sparklines } from "./sparkline";

const FILE = new URL("./sparklines.json", import.meta.url);
/** Rates of a curve, evenly spaced up to its end. */
const RATES = 10;
/** Packets of a trial: enough for a picture of 40 pixels, and a tenth of a real trial. */
const PACKETS = 1_000;
/** A fast machine gets the packets of 20 ms, so that its queues fill. */
const LEAST_SECONDS = 0.02;
const LONGEST_MILLISECONDS = 3_000;
/** How long a machine without an offered rate runs before its CPU time is read. */
const SHARES_MILLISECONDS = 1_000;

it("every_card_has_the_picture_that_the_simulator_gives", { timeout: 600_000 }, async () => {
  const machines = new Map<string, Scenario>();
  for (const scenario of catalogue.scenarios) machines.set(`scenario ${scenario.id}`, scenario);
  for (const question of QUESTIONS) {
    const link = parseLink(leaderLink(question), catalogue);
    if (link !== null) machines.set(`question ${question.id}`, link.scenario);
  }
  const known = new Map<string, Sparkline>();
  const recorded: Record<string, Sparkline> = {};
  for (const [key, scenario] of machines) {
    const machine = JSON.stringify([scenario.settings, scenario.seed]);
    const picture = known.get(machine) ?? (await record(scenario));
    known.set(machine, picture);
    recorded[key] = picture;
  }
  if (process.env.RECORD === "1") writeFileSync(FILE, format(recorded));
  const kept = JSON.parse(readFileSync(FILE, "utf8")) as Sparklines;
  expect(Object.keys(kept)).toEqual(Object.keys(recorded));
  const wrong = Object.keys(recorded).filter((key) => !looksLike(kept[key], recorded[key]));
  expect(wrong, "write the file anew: RECORD=1 npx vitest run web/explore").toEqual([]);
});

/** A picture of 44 pixels shows no difference of less than a pixel. */
const PIXEL = 1 / 44;

function looksLike(kept: Sparkline | undefined, now: Sparkline | undefined): boolean {
  if (kept?.kind === "curve" && now?.kind === "curve") {
    const tolerance = PIXEL * Math.max(...now.delivered);
    return (
      kept.to === now.to &&
      kept.at === now.at &&
      kept.delivered.length === now.delivered.length &&
      kept.delivered.every((rate, i) => Math.abs(rate - (now.delivered[i] ?? 0)) <= tolerance)
    );
  }
  if (kept?.kind !== "shares" || now?.kind !== "shares") return false;
  const kinds = new Set([...Object.keys(kept.shares), ...Object.keys(now.shares)]);
  return [...kinds].every(
    (kind) => Math.abs((kept.shares[kind] ?? 0) - (now.shares[kind] ?? 0)) <= PIXEL,
  );
}

async function record(scenario: Scenario): Promise<Sparkline> {
  const own: Catalogue = catalogueForMachine(catalogue, scenario.settings);
  const values = valuesAtStart(own, scenario);
  const rate = findParameter(own, RATE_PATH);
  if (rate === undefined || !isApplicable(own, rate, values)) return recordShares(scenario);
  const to = Number(values["trial.to"]);
  const delivered: number[] = [];
  for (let i = 1; i <= RATES; i++) {
    const offered = Math.round((to * i) / RATES);
    const settings: Record<string, Value> = {
      [RATE_PATH]: offered,
      "trial.packets": Math.max(PACKETS, Math.round(offered * LEAST_SECONDS)),
      "trial.ms_max": LONGEST_MILLISECONDS,
    };
    const { Trial } = startSimulator(readFileSync);
    const trial = new Trial(
      JSON.stringify({ ...scenario, settings: { ...scenario.settings, ...settings } }),
    );
    while (!trial.advance(1_000_000));
    const report = JSON.parse(trial.result()) as Report;
    delivered.push(rounded(report.delivered_pps));
    trial.free();
  }
  return { kind: "curve", to, at: Number(values[RATE_PATH]), delivered };
}

async function recordShares(scenario: Scenario): Promise<Sparkline> {
  const { Session } = startSimulator(readFileSync);
  const session = new Session(JSON.stringify(scenario), 16);
  const { clock_hz, contexts, cpus } = JSON.parse(session.topology()) as Topology;
  const burst = scenario.settings["traffic.pattern"] === "burst";
  const start = Number(scenario.settings["traffic.start_ms"] ?? 0);
  const milliseconds = start + (burst ? 10 : SHARES_MILLISECONDS);
  const until = (milliseconds * clock_hz) / 1e3;
  while (session.head < until && !session.at_bound) session.advance(until, 0xffff_ffff);
  const report = JSON.parse(session.report((start * clock_hz) / 1e3, session.head)) as Report;
  session.free();
  const shares: Record<string, number> = {};
  for (const { id, kind } of contexts) {
    const share = (report.cpu_share[id] ?? 0) / cpus;
    if (kind !== "hardware" && share > 0) shares[kind] = (shares[kind] ?? 0) + share;
  }
  return {
    kind: "shares",
    shares: Object.fromEntries(
      Object.entries(shares).map(([kind, share]) => [kind, Math.round(share * 1e3) / 1e3]),
    ),
  };
}

/** Three digits: a picture shows no more. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** Writes one line for each card, so that a changed card is one changed line. */
function format(all: Sparklines): string {
  const lines = Object.entries(all).map(
    ([key, one]) => `  ${JSON.stringify(key)}: ${JSON.stringify(one)}`,
  );
  return `{\n${lines.join(",\n")}\n}\n`;
}
