// The compiled core in Node, for tests: runs trials, and measures the metrics that need a running machine. Each family of
// kernels has a module of the simulator; a scenario gets the module of its family.
import type { Session } from "../../engine/pkg/livelock_wasm.js";
import { catalogue, simulatorOf } from "../../engine/simulators.test-data";
import { familyFinder } from "../../engine/family";
import { FRAME_SECTION, FRAME_SIZE } from "../../frame/layout";
import type {
  Catalogue,
  Diagnosis,
  PacketHistory,
  Report,
  Scenario,
  Topology,
} from "../../engine/model";
import { FrameFlag } from "../../engine/protocol";
import { valuesAtStart } from "../../store/scenario/settings";
import { splitMetric } from "../metric";
import recordText from "../../views/figures/record.json?raw";

type Simulator = Awaited<ReturnType<typeof simulatorOf>>;

const familyOf = familyFinder(catalogue);
const simulators = new Map<string, Simulator>();

/**
 * Starts the simulators of all families that are built. Call it once, before the other functions. `read` returns a file's
 * bytes. `npm run lesson -- check` builds only the families that a lesson needs.
 */
export async function startCore(read: (file: URL) => BufferSource): Promise<void> {
  for (const scenario of catalogue.scenarios) {
    const family = familyOf(JSON.stringify(scenario));
    if (simulators.has(family)) continue;
    try {
      simulators.set(family, await simulatorOf(scenario, read));
    } catch (error) {
      if ((error as { code?: unknown }).code !== "ENOENT") throw error;
    }
  }
}

/** A text that names no known kernel goes to the first family, which reports the problem. */
function simulatorFor(text: string): Simulator {
  const first = catalogue.families[0]?.id ?? "";
  const found = simulators.get(familyOf(text)) ?? simulators.get(first);
  if (found === undefined) {
    throw new Error("startCore was not called, or this family is not built: npm run build");
  }
  return found;
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
  const text = JSON.stringify(scenario);
  simulatorFor(text).validate(text);
}

const reports = new Map<string, Report>();

export function runTrial(scenario: Scenario): Report {
  const text = JSON.stringify(scenario);
  const known = reports.get(text);
  if (known !== undefined) return known;
  const { Trial } = simulatorFor(text);
  const trial = new Trial(text);
  while (!trial.advance(1_000_000)) continue;
  const report = JSON.parse(trial.result()) as Report;
  trial.free();
  reports.set(text, report);
  return report;
}

function openSession(text: string, traceMegabytes: number): Session {
  const { Session } = simulatorFor(text);
  return new Session(text, traceMegabytes);
}

const topologies = new Map<string, Topology>();

export function topologyOf(scenario: Scenario): Topology {
  const text = JSON.stringify(scenario);
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
  const session = openSession(JSON.stringify(scenario), 16);
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
  const frame = session.frame(Float64Array.of(end, 0, end, 1, -1, 0, FrameFlag.depths));
  const offset = frame[FRAME_SIZE.sections + 2 * FRAME_SECTION.depths] ?? 0;
  return frame[offset + 2 * place + 1] ?? null;
}
