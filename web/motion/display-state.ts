// What the machine view shows of a frame that may change only so often: lane light, lamps, the words
// in stations. A fold over frames: the old show, a frame and the wall time give the new show.
import { ContextField, ContextState, field, LineField, type Frame } from "../frame/frame";
import type { StationBox } from "../machine-layout/types";
import type { Topology } from "../frame/topology";
import { carriedOn, stationAtWork } from "./flows";
import { lampAfter, newLamp, newWords, wordsAfter, type HeldWords, type Lamp } from "./flash-limit";

export interface ContextShow {
  lamp: Lamp;
  /** The station it works at. */
  station: HeldWords;
}

export interface LineShow {
  inService: Lamp;
  pending: Lamp;
}

export interface MachineShow {
  contexts: ContextShow[];
  /** The step named in each station; it changes only while work is done there. */
  steps: HeldWords[];
  lines: LineShow[];
  gates: Lamp[];
  /** The lane where the CPU is, in words. */
  here: HeldWords;
  /** Packets along every edge, as far as they are known. */
  carried: readonly number[];
}

export function firstShow(
  topology: Topology,
  stations: readonly StationBox[],
  frame: Frame,
  now: number,
  before: MachineShow | null = null,
): MachineShow {
  return {
    contexts: topology.contexts.map((_, context) => ({
      lamp: newLamp(runs(frame, context), now),
      station: newWords(stationAtWork(topology, stations, frame, context), now),
    })),
    steps: stations.map((station, index) =>
      newWords(stepAt(topology, stations, frame, station.context, index), now),
    ),
    lines: topology.lines.map((_, line) => ({
      inService: newLamp(field(frame, "lines", line, LineField.inService), now),
      pending: newLamp(field(frame, "lines", line, LineField.pending), now),
    })),
    gates: topology.gates.map((_, gate) => newLamp(field(frame, "gates", gate, 0), now)),
    here: newWords(frame.running, now),
    carried: carriedOn(topology, frame, before?.carried ?? []),
  };
}

export function showAfter(
  show: MachineShow,
  topology: Topology,
  stations: readonly StationBox[],
  frame: Frame,
  now: number,
): MachineShow {
  return {
    contexts: show.contexts.map((before, context) => ({
      lamp: lampAfter(before.lamp, runs(frame, context), shareOf(frame, context), now),
      station: wordsAfter(before.station, stationAtWork(topology, stations, frame, context), now),
    })),
    steps: show.steps.map((before, index) => {
      const context = stations[index]?.context ?? 0;
      const step = stepAt(topology, stations, frame, context, index);
      // Followed one by one, an interrupted step stays named; otherwise only work counts.
      if (step < 0 || (before.often && runs(frame, context) === 0)) return before;
      return wordsAfter(before, step, now);
    }),
    lines: show.lines.map((before, line) => ({
      inService: lampAfter(
        before.inService,
        field(frame, "lines", line, LineField.inService),
        serviceShare(topology, frame, line),
        now,
      ),
      pending: lampAfter(
        before.pending,
        field(frame, "lines", line, LineField.pending),
        field(frame, "lines", line, LineField.pendingShare),
        now,
      ),
    })),
    gates: show.gates.map((before, gate) =>
      lampAfter(before, field(frame, "gates", gate, 0), field(frame, "gates", gate, 1), now),
    ),
    here: wordsAfter(show.here, frame.running, now),
    carried: carriedOn(topology, frame, show.carried),
  };
}

/** The step done at a station now; -1 when its context is not at it. */
function stepAt(
  topology: Topology,
  stations: readonly StationBox[],
  frame: Frame,
  context: number,
  station: number,
): number {
  if (stationAtWork(topology, stations, frame, context) !== station) return -1;
  return field(frame, "contexts", context, ContextField.step);
}

export function shareOf(frame: Frame, context: number): number {
  return field(frame, "contexts", context, ContextField.share);
}

function runs(frame: Frame, context: number): number {
  return field(frame, "contexts", context, ContextField.state) === ContextState.running ? 1 : 0;
}

/** A line's part of its handler's time, by how often it was taken. */
function serviceShare(topology: Topology, frame: Frame, line: number): number {
  const handler = topology.lines[line]?.context ?? -1;
  let all = 0;
  topology.lines.forEach((other, index) => {
    if (other.context === handler) all += field(frame, "lines", index, LineField.taken);
  });
  if (all === 0) return 0;
  return (shareOf(frame, handler) * field(frame, "lines", line, LineField.taken)) / all;
}
