// The machine in sentences and table rows: the texts of the screen reader, the tooltip and the table for the scene
// that the canvas shows.
import { msg, tr } from "../../i18n/i18n";
import { ContextState, shareOfWindow, type Frame } from "../../frame/frame";
import { describePacket, formatPacketName, readPacketHistory } from "../../frame/packet-history";
import type { Selection } from "../../frame/selection";
import { nameWithInterface, paperName, usesCpu, type Topology } from "../../frame/topology";
import {
  formatDuration,
  formatPercentPlain,
  formatPacketRate,
  formatNumber,
} from "../../lib/format/numbers";
import { cpuShare } from "./motion/display-state";
import { isUnusedRoute, windowCycles } from "../../frame/flows";
import { describePlace } from "./draw/places";
import type { MachineScene } from "./draw/scene";

export function describeItem(scene: MachineScene, item: Selection): string {
  switch (item?.kind) {
    case undefined:
      return "";
    case "packet":
      return tr("Packet {packet}", { packet: formatNumber(item.packet) });
    case "place":
      return describePlace(scene, item.place);
    case "context":
      return describeContext(scene, item.context);
    case "line":
      return describeLine(scene, item.line);
    case "step":
      return item.steps.map((step) => scene.topology.steps[step]?.procedure ?? "").join(", ");
  }
}

const STATES: Record<number, string> = {
  [ContextState.idle]: msg("not running"),
  [ContextState.running]: "running",
  [ContextState.preempted]: msg("interrupted, waits for the CPU"),
  [ContextState.blocked]: msg("waits for work"),
  [ContextState.hung]: msg("hangs: takes no packet"),
};

export function describeContextState(scene: MachineScene, context: number): string {
  return tr(STATES[scene.frame.contexts.state(context)] ?? "");
}

export function describeContext(scene: MachineScene, index: number): string {
  const context = scene.topology.contexts[index];
  if (context === undefined) return "";
  const second = paperName(context);
  const named = second === "" ? context.name : `${context.name} (${second})`;
  const name = context.ipl === "" ? named : `${named}, ${context.ipl}`;
  if (!usesCpu(context)) return name;
  const share = formatPercentPlain(cpuShare(scene.frame, index));
  const state = context.kind === "idle" ? "" : `${describeContextState(scene, index)}, `;
  return tr("{name}: {state}{share} of the CPU time", { name, state, share });
}

/** Describes a station: one line for each procedure, in the order in which a packet meets them. */
export function describeStation(scene: MachineScene, index: number): string {
  const context = scene.layout.stations[index]?.context ?? -1;
  const name = scene.topology.contexts[context]?.name;
  const { head, lines } = listProcedures(scene, index);
  if (name === undefined) return "";
  if (lines.length === 0) return describeContext(scene, context);
  return [head === "" ? `${name}:` : tr("{name}, with every packet:", { name }), ...lines].join(
    "\n",
  );
}

/** The steps of a station: a heading, a line for each, and their ids. */
export function listProcedures(
  scene: MachineScene,
  index: number,
): { head: string; lines: string[]; ids: string[] } {
  const { topology, display, layout } = scene;
  const all = layout.stations[index]?.edges ?? [];
  const taken = all.filter((edge) => !isUnusedRoute(topology, display.traffic, edge));
  const edges = taken.length > 0 ? taken : all;
  const steps = [...new Set(edges.flatMap((edge) => topology.edges[edge]?.steps ?? []))];
  const now = display.steps[index]?.shown ?? -1;
  const own = steps.length === 0 && now >= 0 ? [now] : steps;
  const rows = own.flatMap((step) => {
    const described = topology.steps[step];
    return described === undefined
      ? []
      : [{ id: described.id, line: `${described.procedure}: ${described.label}` }];
  });
  const [lines, ids] = [rows.map(({ line }) => line), rows.map(({ id }) => id)];
  return { head: steps.length > 0 ? tr("With every packet:") : "", lines, ids };
}

/** The kernel's gates, each with its current state and the share of the window in which it was on. */
export function describeGates({ frame, topology }: MachineScene): string[] {
  const window = formatDuration(windowCycles(frame), topology.clock_hz);
  return topology.gates.map(({ name, on, off }, index) => {
    const isOn = frame.gates.on(index);
    const share = formatPercentPlain(frame.gates.share(index));
    const state = `${name}: ${isOn ? tr("on, {on}", { on }) : tr("off, {off}", { off })}`;
    return windowCycles(frame) <= 0
      ? `${state}.`
      : tr("{state}; on {share} of the last {window}.", { state, share, window });
  });
}

export function describeLineState(scene: MachineScene, line: number): string {
  const { lines } = scene.frame;
  const [pending, inService] = [lines.pending(line), lines.inService(line)];
  const states = [
    inService ? tr("being served") : "",
    pending ? "pending" : "",
    lines.asserted(line) && !pending && !inService ? "asserted" : "",
    lines.enabled(line) ? "" : "masked",
  ].filter((state) => state !== "");
  return states.length > 0 ? states.join(", ") : "quiet";
}

export function describeLine(scene: MachineScene, index: number): string {
  const line = scene.topology.lines[index];
  if (line === undefined) return "";
  const taken = scene.frame.lines.taken(index);
  const often = formatPacketRate(taken, windowCycles(scene.frame), scene.topology.clock_hz);
  const state = `${line.name}: ${describeLineState(scene, index)}`;
  return often === "" ? state : tr("{state}; taken {often}", { state, often });
}

export interface PlaceRow {
  place: number;
  name: string;
  packets: string;
  lost: string;
  wasted: string;
}

/** One table row for each place. */
export function placeRows(scene: MachineScene): PlaceRow[] {
  const { frame, topology } = scene;
  return topology.places.flatMap((place, index): PlaceRow[] => {
    if (place.kind === "wire_in" || place.kind === "wire_out") return [];
    const count = frame.places.count(index);
    const capacity = frame.places.capacity(index);
    const drops = frame.places.drops(index);
    const wasted = frame.places.wasted(index);
    const lost = formatPacketRate(drops, windowCycles(frame), topology.clock_hz);
    const name = nameWithInterface(topology, index);
    return [
      {
        place: index,
        name: paperName(place) === "" ? name : `${name} (${paperName(place)})`,
        packets:
          capacity > 0
            ? tr("{count} of {capacity}", {
                count: formatNumber(count),
                capacity: formatNumber(capacity),
              })
            : formatNumber(count),
        lost: place.drop === "" ? tr("never") : lost === "" ? tr("not counted yet") : lost,
        wasted: formatPercentPlain(shareOfWindow(frame, wasted)),
      },
    ];
  });
}

/** Describes the selected item for a screen reader. Null while the history of a packet is being looked up. */
export function describeSelection(
  topology: Topology,
  scene: MachineScene,
  frame: Frame,
  selection: Selection,
): string | null {
  if (selection === null) return "";
  if (selection.kind !== "packet")
    return tr("Selected: {item}. {hint}", {
      item: describeItem(scene, selection),
      hint: tr(DETAILS_HINT),
    });
  if (frame.selected !== selection.packet) return null;
  const history = readPacketHistory(frame, selection.packet);
  const description = history === null ? "" : `${describePacket(topology, history, frame)} `;
  return tr("Selected: {packet}. {description}{hint}", {
    packet: formatPacketName(selection.packet),
    description,
    hint: tr(DETAILS_HINT),
  });
}

const DETAILS_HINT = msg("The details follow the machine’s picture; Escape closes them.");
