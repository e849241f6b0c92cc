// Finds the item under the pointer: packets first, then indicators, places and lanes. The area in which
// a packet reacts is larger than its dot.
import { packetsAt } from "../../frame/frame";
import { slotOfPacket } from "../../frame/draw-list";
import type { Selection } from "../../frame/selection";
import { showsFlows } from "./motion/packets";
import { slotsOf } from "./draw/places";
import { stepsAt } from "./draw/stations";
import { visiblePackets, type MachineScene } from "./draw/scene";

const PACKET_REACH = 12;

export function itemAt(scene: MachineScene, x: number, y: number): Selection {
  return packetAt(scene, x, y) ?? slotAt(scene, x, y) ?? fixedItemAt(scene, x, y);
}

function packetAt(scene: MachineScene, x: number, y: number): Selection {
  if (showsFlows(scene.frame, scene.motionSpan)) return null;
  const { moving, falling } = visiblePackets(scene);
  let nearest = -1;
  let least = PACKET_REACH;
  for (const one of [...moving, ...falling]) {
    const away = Math.hypot(one.x - x, one.y - y);
    if (away < least) {
      least = away;
      nearest = one.packet;
    }
  }
  return nearest < 0 ? null : { kind: "packet", packet: nearest };
}

function slotAt(scene: MachineScene, x: number, y: number): Selection {
  for (const box of scene.layout.places) {
    const place = scene.topology.places[box.place];
    if (place === undefined || !isInside(box.bar, x, y, 3)) continue;
    const slots = slotsOf(scene, box, place);
    if (slots === null) continue;
    const { packets, unlisted } = packetsAt(scene.frame, box.place);
    for (const [nth, packet] of packets.entries()) {
      const slot = slotOfPacket(slots, unlisted + nth);
      if (isInside({ ...slot, w: slots.pitch, h: slots.rowPitch }, x, y, 0)) {
        return { kind: "packet", packet };
      }
    }
  }
  return null;
}

/** The station under the pointer; -1 for none. */
export function stationAt(scene: MachineScene, x: number, y: number): number {
  return scene.layout.stations.findIndex((box) => isInside(box, x, y, 0));
}

/** The steps that a station executes: those on its paths; for a station without packets, its context's current one. */
export function stationSteps(scene: MachineScene, station: number): number[] {
  const box = scene.layout.stations[station];
  if (box === undefined) return [];
  if (box.edges.length > 0) return stepsAt(scene, box);
  return [scene.frame.contexts.step(box.context)];
}

function fixedItemAt(scene: MachineScene, x: number, y: number): Selection {
  const { layout } = scene;
  const indicator = layout.indicators.find((one) => isInside(one, x, y, 0));
  if (indicator !== undefined) return { kind: "line", line: indicator.line };
  const place = layout.places.find((one) => isInside(one, x, y, 2));
  if (place !== undefined) return { kind: "place", place: place.place };
  const lane = layout.lanes.find((one) => isInside(one, x, y, 0) || isInside(one.title, x, y, 0));
  return lane === undefined ? null : { kind: "context", context: lane.context };
}

function isInside(
  box: { x: number; y: number; w: number; h: number },
  x: number,
  y: number,
  reach: number,
): boolean {
  return (
    x >= box.x - reach &&
    x < box.x + box.w + reach &&
    y >= box.y - reach &&
    y < box.y + box.h + reach
  );
}
