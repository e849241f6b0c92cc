// Parts of the machine picture that may change at most three times a second: the light of lanes and indicators, and the
// texts in stations. A fold over frames: the old state, a frame and the wall time give the new state.
import { ContextState, type Frame } from "../../../frame/frame";
import type { StationBox } from "../layout/types";
import type { Topology } from "../../../frame/topology";
import { knownTraffic, activeStation } from "../../../frame/flows";
import {
  nextIndicator,
  newIndicator,
  newHeldLabel,
  nextHeldLabel,
  type HeldLabel,
  type Indicator,
} from "./flash-limit";

export interface ContextDisplay {
  indicator: Indicator;
  /** The station where it works. */
  station: HeldLabel;
}

export interface LineDisplay {
  inService: Indicator;
  pending: Indicator;
}

export interface DisplayState {
  contexts: ContextDisplay[];
  /** The step named in each station. It changes only while the station works. */
  steps: HeldLabel[];
  lines: LineDisplay[];
  gates: Indicator[];
  /** The context that has the CPU. */
  currentContext: HeldLabel;
  /** Packets along every edge. */
  traffic: readonly number[];
}

export function initialDisplay(
  topology: Topology,
  stations: readonly StationBox[],
  frame: Frame,
  now: number,
  before: DisplayState | null = null,
): DisplayState {
  return {
    contexts: topology.contexts.map((_, context) => ({
      indicator: newIndicator(runningSignal(frame, context), now),
      station: newHeldLabel(activeStation(topology, stations, frame, context), now),
    })),
    steps: stations.map((station, index) =>
      newHeldLabel(currentStep(topology, stations, frame, station.context, index), now),
    ),
    lines: topology.lines.map((_, line) => ({
      inService: newIndicator(Number(frame.lines.inService(line)), now),
      pending: newIndicator(Number(frame.lines.pending(line)), now),
    })),
    gates: topology.gates.map((_, gate) => newIndicator(Number(frame.gates.on(gate)), now)),
    currentContext: newHeldLabel(frame.running, now),
    traffic: knownTraffic(topology, frame, before?.traffic ?? []),
  };
}

export function nextDisplay(
  display: DisplayState,
  topology: Topology,
  stations: readonly StationBox[],
  frame: Frame,
  now: number,
): DisplayState {
  return {
    contexts: display.contexts.map((before, context) => ({
      indicator: nextIndicator(
        before.indicator,
        runningSignal(frame, context),
        cpuShare(frame, context),
        now,
      ),
      station: nextHeldLabel(
        before.station,
        activeStation(topology, stations, frame, context),
        now,
      ),
    })),
    steps: display.steps.map((before, index) => {
      const context = stations[index]?.context ?? 0;
      const step = currentStep(topology, stations, frame, context, index);
      // If steps are too fast to follow, only running steps count. Otherwise an interrupted step keeps its name.
      if (step < 0 || (before.isTooFast && runningSignal(frame, context) === 0)) return before;
      return nextHeldLabel(before, step, now);
    }),
    lines: display.lines.map((before, line) => ({
      inService: nextIndicator(
        before.inService,
        Number(frame.lines.inService(line)),
        serviceShare(topology, frame, line),
        now,
      ),
      pending: nextIndicator(
        before.pending,
        Number(frame.lines.pending(line)),
        frame.lines.pendingShare(line),
        now,
      ),
    })),
    gates: display.gates.map((before, gate) =>
      nextIndicator(before, Number(frame.gates.on(gate)), frame.gates.share(gate), now),
    ),
    currentContext: nextHeldLabel(display.currentContext, frame.running, now),
    traffic: knownTraffic(topology, frame, display.traffic),
  };
}

/** The current step at a station; -1 if its context is not there. */
function currentStep(
  topology: Topology,
  stations: readonly StationBox[],
  frame: Frame,
  context: number,
  station: number,
): number {
  if (activeStation(topology, stations, frame, context) !== station) return -1;
  return frame.contexts.step(context);
}

export function cpuShare(frame: Frame, context: number): number {
  return frame.contexts.share(context);
}

function runningSignal(frame: Frame, context: number): number {
  return frame.contexts.state(context) === ContextState.running ? 1 : 0;
}

/** A line's share of its handler's time, in proportion to how often it was taken. */
function serviceShare(topology: Topology, frame: Frame, line: number): number {
  const handler = topology.lines[line]?.context ?? -1;
  let all = 0;
  topology.lines.forEach((other, index) => {
    if (other.context === handler) all += frame.lines.taken(index);
  });
  if (all === 0) return 0;
  return (cpuShare(frame, handler) * frame.lines.taken(line)) / all;
}
