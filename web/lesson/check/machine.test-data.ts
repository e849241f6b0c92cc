// The compiled core in Node, for tests: runs trials, and measures the metrics that need a running machine.
import type { Session } from "../../engine/pkg/livelock_wasm.js";
import { catalogue, keepProgram, startSimulator } from "../../engine/simulator.test-data";
import { readFrame } from "../../frame/frame";
import type {
  Catalogue,
  Diagnosis,
  PacketHistory,
  Report,
  Scenario,
  Topology,
} from "../../generated/model";
import { FrameFlag } from "../../engine/protocol";
import { valuesAtStart } from "../../model/scenario/settings";
import { splitMetric } from "../metric";
import recordText from "../../generated/record.json?raw";

let core: ReturnType<typeof startSimulator>;
let readBytes: (file: URL) => BufferSource;

/** Call it once, before the other functions. `read` returns a file's bytes. */
export function startCore(read: (file: URL) => BufferSource): void {
  core = startSimulator(read);
  readBytes = read;
}

/** The text of a scenario; its program is compiled for the simulator. */
function textOf(scenario: Scenario): string {
  const text = JSON.stringify(scenario);
  if (scenario.program !== undefined) keepProgram(readBytes, text);
  return text;
}

export function readCatalogue(): Catalogue {
  return catalogue;
}

/** The ids of the papers' figures, which `::figure` names. */
export function readFigureIds(): string[] {
  const record = JSON.parse(recordText) as { figures: { id: string }[] };
  return record.figures.map(({ id }) => id);
}

/** Lets the core check every field of a scenario; throws its problems. */
export function validateScenario(scenario: Scenario): void {
  core.validate(textOf(scenario));
}

const reports = new Map<string, Report>();

export function runTrial(scenario: Scenario): Report {
  const text = textOf(scenario);
  const known = reports.get(text);
  if (known !== undefined) return known;
  const trial = new core.Trial(text);
  while (!trial.advance(1_000_000)) continue;
  const report = JSON.parse(trial.result()) as Report;
  trial.free();
  reports.set(text, report);
  return report;
}

function openSession(text: string, traceMegabytes: number): Session {
  return new core.Session(text, traceMegabytes);
}

const topologies = new Map<string, Topology>();

export function topologyOf(scenario: Scenario): Topology {
  const text = textOf(scenario);
  const known = topologies.get(text);
  if (known !== undefined) return known;
  const session = openSession(text, 1);
  const topology = JSON.parse(session.topology()) as Topology;
  session.free();
  topologies.set(text, topology);
  return topology;
}

/** The value of a metric after some simulated milliseconds. */
export function measureMachine(
  metric: string,
  scenario: Scenario,
  milliseconds: number,
): number | string | null {
  const { family, id } = splitMetric(metric);
  const topology = topologyOf(scenario);
  switch (family) {
    case "setting": {
      const value = valuesAtStart(readCatalogue(), scenario)[id];
      return typeof value === "boolean" ? Number(value) : (value ?? null);
    }
    case "capacity":
      return topology.places.find((place) => place.id === id)?.capacity ?? null;
    case "rank":
      return topology.contexts.findIndex((context) => context.id === id);
  }
  const session = openSession(textOf(scenario), 16);
  const end = Math.round((milliseconds * topology.clock_hz) / 1e3);
  session.advance(end, 4_000_000_000);
  try {
    return measureRun(session, topology, family, id, end);
  } finally {
    session.free();
  }
}

function measureRun(
  session: Session,
  topology: Topology,
  family: string,
  id: string,
  end: number,
): number | string | null {
  const microseconds = (cycles: number) => (cycles * 1e6) / topology.clock_hz;
  switch (family) {
    case "diagnosis":
      return (JSON.parse(session.diagnosis(end)) as Diagnosis).id;
    case "latency_us_of": {
      const history = JSON.parse(session.packet(Number(id))) as PacketHistory | null;
      if (history?.outcome !== "delivered" || history.ended === null) return null;
      return microseconds(history.ended - history.arrived);
    }
    case "work_us_of": {
      const history = JSON.parse(session.packet(Number(id))) as PacketHistory | null;
      return history === null ? null : microseconds(history.invested_cycles);
    }
    case "peak":
      return peak(session, topology, id, end);
    default:
      throw new Error(`there is no metric ${family}`);
  }
}

/** The most packets at a place: the depths section, one column wide. */
function peak(session: Session, topology: Topology, id: string, end: number): number | null {
  const place = topology.places.findIndex((one) => one.id === id);
  if (place < 0) return null;
  const request = Float64Array.of(end, 0, end, 1, -1, 0, FrameFlag.depths);
  return readFrame(session.frame(request)).depths.most(place);
}
