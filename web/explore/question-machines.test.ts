// Facts about the machines of questions at the moment at which the link opens them.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readOutcomes } from "../model/measures/outcomes";
import { catalogue, startSimulator } from "../engine/simulator.test-data";
import type { Scenario, Topology } from "../generated/model";
import { readFrame, type Frame } from "../frame/frame";
import { parseCompareLink } from "../desk/compare/compare-link";
import { parseLink } from "../desk/link/link";
import { valuesAtStart } from "../model/scenario/settings";
import { readWatchedNumber } from "../cards/question/watched-numbers";
import { QUESTIONS, type Question } from "./question";

interface Shown {
  scenario: Scenario;
  /** Cycles. */
  t: number;
}

/** The machines that a question's link opens: one, or two. */
function machinesOf({ id, link }: Question): Shown[] {
  const pair = parseCompareLink(link);
  const links = pair === null ? [link] : pair.links;
  return links.map((one) => {
    const parsed = parseLink(one, catalogue);
    const { scenario, t = null } = parsed ?? {};
    if (scenario === undefined || t === null) throw new Error(`the link of ${id} names no moment`);
    return { scenario, t };
  });
}

function frameOf({ scenario, t }: Shown): { frame: Frame; topology: Topology } {
  const { Session } = startSimulator(readFileSync);
  const session = new Session(JSON.stringify(scenario), 16);
  while (session.head < t) session.advance(t, 1_000_000);
  const topology = JSON.parse(session.topology()) as Topology;
  const frame = readFrame(session.frame(Float64Array.from([t, 0, t, 1, -1, 1, 0])));
  session.free();
  return { frame, topology };
}

function isBurst({ scenario }: Shown): boolean {
  return valuesAtStart(catalogue, scenario)["traffic.pattern"] === "burst";
}

const bursts = QUESTIONS.filter((question) => machinesOf(question).some(isBurst));

it.each(bursts)("a_burst_is_still_in_the_machine_when_$id_opens", (question) => {
  for (const machine of machinesOf(question)) {
    const { frame, topology } = frameOf(machine);
    const counts = topology.places.map((_, place) => frame.places.count(place));
    expect(Math.max(...counts)).toBeGreaterThan(0);
  }
});

const watching = QUESTIONS.filter(({ numbers }) => numbers !== undefined);

it.each(watching)("the_machine_of_$id_has_the_numbers_that_its_panel_shows", (question) => {
  const [machine] = machinesOf(question);
  if (machine === undefined) throw new Error(question.id);
  const { frame, topology } = frameOf(machine);
  const outcomes = readOutcomes(frame, topology);
  const found = (question.numbers ?? []).map((one) => readWatchedNumber(outcomes, one));
  expect(found).not.toContain(null);
  expect(new Set(found.map((one) => one?.name)).size).toBe(found.length);
  for (const one of found) expect(one?.text).toMatch(/^[\d.,]+\s?(%|\/s)$/u);
});

it.each([
  ["lazy-processing", "srp-figure-5-lrp", "channel"],
  ["full-socket", "srp-figure-5", "uiq"],
])("%s_states_the_work_of_a_lost_packet_as_the_machine_shows_it", (id, scenarioId, lostAt) => {
  const question = QUESTIONS.find((one) => one.id === id);
  const scenario = catalogue.scenarios.find((one) => one.id === scenarioId);
  if (question === undefined || scenario === undefined) throw new Error(id);
  const [machine] = machinesOf(question);
  const { frame, topology } = frameOf({ scenario, t: machine?.t ?? 0 });
  const place = topology.places.findIndex((one) => one.id === lostAt);
  const lost = frame.places.drops(place);
  const cycles = frame.places.wasted(place) / lost;
  expect(question.answer).toContain(` ${(cycles * 1e6) / topology.clock_hz} µs`);
});
