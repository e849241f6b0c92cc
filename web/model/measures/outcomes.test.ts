// Facts about the outcomes of real machines' frames.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { catalogue, startSimulator } from "../../engine/simulator.test-data";
import type { Topology } from "../../generated/model";
import { readFrame } from "../../frame/frame";
import { readOutcomes } from "./outcomes";

const MILLISECONDS = 400;

it.each([
  "figure-6-1",
  "section-6-6-hung",
  "section-6-6-paths",
  "section-7-1-feedback",
  "section-10-4-flood",
  "spanos-figure-4",
  "srp-figure-5",
])("every_delivered_packet_of_%s_was_delivered_to_one_of_its_ends", (id) => {
  const scenario = catalogue.scenarios.find((one) => one.id === id);
  const { Session } = startSimulator(readFileSync);
  const session = new Session(JSON.stringify(scenario), 16);
  const topology = JSON.parse(session.topology()) as Topology;
  const t = (MILLISECONDS / 1e3) * topology.clock_hz;
  while (session.head < t) session.advance(t, 1_000_000);
  const frame = readFrame(session.frame(Float64Array.from([t, 0, t, 1, -1, 0, 0])));
  session.free();
  const { delivered, deliveries } = readOutcomes(frame, topology);
  expect(delivered).toBeGreaterThan(0);
  expect(deliveries.reduce((sum, { packets }) => sum + packets, 0)).toBe(delivered);
});
