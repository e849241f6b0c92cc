// Records the pictures of the cards (sparklines.json) with the simulator, and checks that the file is still what the
// simulator gives: `RECORD=1 npx vitest run web/explore` writes it again.
import { readFileSync, writeFileSync } from "node:fs";
import { greatest } from "d3-array";
import { expect, it } from "vitest";

import type { AxisRange } from "../model/measures/axis-range";
import type { Catalogue, Report, Scenario, Topology } from "../generated/model";
import { catalogue, startSimulator } from "../engine/simulator.test-data";
import { RATE_PATH } from "../model/curve-axis";
import { LOSS_FREE, valuesUpTo } from "../desk/curve/curve-plan";
import { parseLink } from "../desk/link/link";
import {
  catalogueForMachine,
  findParameter,
  isApplicable,
  valuesAtStart,
} from "../model/scenario/settings";
import { QUESTIONS } from "./question";
import { firstMachineLink } from "./question-link";
import { describeSparkline, type Sparkline, type Sparklines } from "./sparkline";

const FILE = new URL("./sparklines.json", import.meta.url);
/** A picture has the rates of the lab's curve after this stage, each with the first of its trials. */
const STAGE = 1;
/** A curve whose neighbouring rates deliver this share of the highest is flat there. */
const FLAT_SHARE = 0.97;
/** The peak is found to this part of the distance between two rates of the picture. */
const PEAK_PARTS = 32;
/** How long a machine without an offered rate runs before its CPU time is read. */
const SHARES_MILLISECONDS = 1_000;

it("every_card_has_the_picture_that_the_simulator_gives", { timeout: 600_000 }, () => {
  const machines = new Map<string, Scenario>();
  for (const scenario of catalogue.scenarios) machines.set(`scenario ${scenario.id}`, scenario);
  for (const question of QUESTIONS) {
    const link = parseLink(firstMachineLink(question), catalogue);
    if (link !== null) machines.set(`question ${question.id}`, link.scenario);
  }
  const known = new Map<string, Sparkline>();
  const recorded: Record<string, Sparkline> = {};
  for (const [key, scenario] of machines) {
    const machine = JSON.stringify([scenario.settings, scenario.seed]);
    const picture = known.get(machine) ?? record(scenario);
    known.set(machine, picture);
    recorded[key] = picture;
  }
  if (process.env.RECORD === "1") writeFileSync(FILE, format(recorded));
  const kept = JSON.parse(readFileSync(FILE, "utf8")) as Sparklines;
  expect(Object.keys(kept)).toEqual(Object.keys(recorded));
  const wrong = Object.keys(recorded).filter((key) => !looksLike(kept[key], recorded[key]));
  expect(wrong, "write the file anew: RECORD=1 npx vitest run web/explore").toEqual([]);
});

/** "peaks at about 4,100 packets/s", "can forward about 4,700 packets a second" */
const STATED = /(?:peaks at|can forward|Its peak is) about ([\d,]+) packets/;

it("the_peak_below_a_picture_is_the_one_of_the_text_beside_it", () => {
  const kept = JSON.parse(readFileSync(FILE, "utf8")) as Sparklines;
  const stated = catalogue.scenarios.flatMap(({ id, text }) => {
    const [, words] = STATED.exec(text) ?? [];
    return words === undefined ? [] : [{ id, peak: Number(words.replaceAll(",", "")) }];
  });
  expect(stated.length).toBeGreaterThanOrEqual(3);
  for (const { id, peak } of stated) {
    const picture = kept[`scenario ${id}`];
    if (picture?.kind !== "curve") throw new Error(`${id} has no curve`);
    const shown = /peak about ([\d,]+)/.exec(describeSparkline(picture))?.[1] ?? "";
    // Two digits, and a trial shorter than the statement's.
    expect(Math.abs(Number(shown.replaceAll(",", "")) - peak) / peak, id).toBeLessThan(0.02);
  }
});

/** A picture of 44 pixels shows no difference of less than a pixel. */
const PIXEL = 1 / 44;

function looksLike(kept: Sparkline | undefined, now: Sparkline | undefined): boolean {
  if (kept?.kind === "curve" && now?.kind === "curve") {
    const tolerance = PIXEL * Math.max(...now.delivered);
    return (
      kept.to === now.to &&
      kept.offered === now.offered &&
      kept.local === now.local &&
      kept.at === now.at &&
      kept.peakAt === now.peakAt &&
      Math.abs(kept.peak - now.peak) <= tolerance &&
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

function record(scenario: Scenario): Sparkline {
  const own: Catalogue = catalogueForMachine(catalogue, scenario.settings);
  const values = valuesAtStart(own, scenario);
  const rate = findParameter(own, RATE_PATH);
  if (rate === undefined || !isApplicable(own, rate, values)) return recordShares(scenario);
  const to = Number(values["trial.to"]);
  const range: AxisRange = { min: 0, max: to, scale: "linear", infinity: false };
  const rates = valuesUpTo(STAGE, range, true);
  const reports = rates.map((offered) => trialAt(scenario, offered));
  const delivered = reports.map((report) => rounded(report.delivered_pps));
  const found = findPeak(rates, reports, (offered) =>
    rounded(trialAt(scenario, offered).delivered_pps),
  );
  const local = values["programs.application"] === true ? Number(values["traffic.local"]) : 0;
  // At a rate of 0 only the application's packets arrive, and all of them are delivered.
  const [peakAt, peak] = found[1] > local ? found : [0, local];
  const wires = Math.round(((reports.at(-1)?.offered_pps ?? 0) - local) / to);
  const at = Number(values[RATE_PATH]);
  return { kind: "curve", to, offered: wires * to + local, local, at, peak, peakAt, delivered };
}

/** The trial of the lab's curve at this rate. */
function trialAt(scenario: Scenario, offered: number): Report {
  const settings = { ...scenario.settings, [RATE_PATH]: offered };
  const { Trial } = startSimulator(readFileSync);
  const trial = new Trial(JSON.stringify({ ...scenario, settings }));
  while (!trial.advance(1_000_000));
  const report = JSON.parse(trial.result()) as Report;
  trial.free();
  return report;
}

/** The most that is delivered at any rate. Between the rates of the picture the curve may rise further, unless packets are
 * lost already and it is flat at its top: then the highest of them is the peak. */
function findPeak(
  rates: readonly number[],
  reports: readonly Report[],
  measure: (rate: number) => number,
): readonly [rate: number, delivered: number] {
  const delivered = reports.map((report) => rounded(report.delivered_pps));
  const highest = Math.max(...delivered);
  const top = delivered.indexOf(highest);
  const isFlat = [top - 1, top + 1].some((i) => (delivered[i] ?? 0) > FLAT_SHARE * highest);
  const isRising = [top - 1, top].some((i) => {
    const { delivered_pps, offered_pps } = reports[i] ?? { delivered_pps: 0, offered_pps: 1 };
    return delivered_pps >= (1 - LOSS_FREE) * offered_pps;
  });
  if (isFlat && !isRising) return [rates[top] ?? 0, highest];
  const known = new Map([[rates[top] ?? 0, highest]]);
  for (let step = (rates[0] ?? 0) / 2; step > (rates[0] ?? 0) / PEAK_PARTS; step /= 2) {
    const [best = 0] = greatest(known, ([, value]) => value) ?? [];
    for (const rate of [best - step, best + step].map(Math.round))
      if (rate > 0 && rate <= (rates.at(-1) ?? 0)) known.set(rate, measure(rate));
  }
  return greatest(known, ([, value]) => value) ?? [0, 0];
}

function recordShares(scenario: Scenario): Sparkline {
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
