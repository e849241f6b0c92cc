// Moving packets: dots on the routes (hollow while they wait), hollow dots that bounce off a drop point, and hatched
// blocks that fall to the wasted work. If there are too many, flows are drawn instead, with one packet to follow.
import { packetsAt } from "../../../frame/frame";
import { slotOfPacket, type Mark } from "../../../frame/draw-list";
import type { Point } from "../layout/path";
import { showsFlows, fallPath, bouncePath, drawInterval, followInterval } from "../motion/packets";
import type { WastedWorkSize } from "../motion/wasted-work";
import { edgeTraffic, expectedWait, isUnusedRoute, windowCycles } from "../../../frame/flows";
import { slotsOf } from "./places";
import { highlightedPackets, visiblePackets, type MachineScene } from "./scene";

const RADIUS = 4;
const MAX_FLOW_WIDTH = 12;
/** The rate in packets per second that has the full width. */
const MAX_FLOW_RATE = 15_000;

/** Below the stations: flows, and the paths of dropped packets. */
export function flowMarks(scene: MachineScene, size: WastedWorkSize): Mark[] {
  const flows = showsFlows(scene.frame, scene.motionSpan);
  return [...(flows ? flowLineMarks(scene) : []), ...lossPathMarks(scene, size, flows)];
}

/** In a shorter window, an edge without traffic is not drawn faint. */
const MIN_WINDOW_SECONDS = 0.02;

/** The routes. A route is faint if it had no traffic in the window, and absent if packets take another route. */
export function routeMarks(scene: MachineScene): Mark[] {
  const { topology, frame } = scene;
  return scene.layout.edgeRoutes.flatMap((route): Mark[] => {
    const { traffic } = scene.display;
    if (isUnusedRoute(topology, traffic, route.edge)) return [];
    const fresh = windowCycles(frame) < MIN_WINDOW_SECONDS * topology.clock_hz;
    const used =
      edgeTraffic(topology, frame, route.edge) > 0 || (fresh && (traffic[route.edge] ?? 0) > 0);
    return [
      {
        mark: "line",
        points: route.path.points,
        color: "ink2",
        width: 1.25,
        arrow: true,
        alpha: used ? undefined : 0.4,
      },
    ];
  });
}

function perSecond(scene: MachineScene, packets: number): number {
  const window = windowCycles(scene.frame);
  return window > 0 ? (packets * scene.topology.clock_hz) / window : 0;
}

function flowWidth(scene: MachineScene, packets: number): number {
  const share = Math.min(1, perSecond(scene, packets) / MAX_FLOW_RATE);
  return packets > 0 ? Math.max(2, share * MAX_FLOW_WIDTH) : 0;
}

function flowLineMarks(scene: MachineScene): Mark[] {
  return scene.layout.edgeRoutes.flatMap((route): Mark[] => {
    const width = flowWidth(scene, edgeTraffic(scene.topology, scene.frame, route.edge));
    if (width === 0) return [];
    return [{ mark: "line", points: route.path.points, color: "delivered", width, alpha: 0.45 }];
  });
}

function lossPathMarks(scene: MachineScene, size: WastedWorkSize, flows: boolean): Mark[] {
  const { frame, layout, topology } = scene;
  return topology.places.flatMap((_, place): Mark[] => {
    const drops = frame.places.drops(place);
    const wasted = frame.places.wasted(place);
    const dropPoint = layout.dropPoints[place];
    if (drops === 0 || dropPoint === undefined) return [];
    if (wasted === 0) {
      if (!flows) return [];
      const width = flowWidth(scene, drops);
      return [
        {
          mark: "line",
          points: bouncePath(dropPoint).points,
          color: "ink2",
          width,
          alpha: 0.5,
          arrow: true,
        },
      ];
    }
    const points = fallPath(layout, place, size).points;
    if (!flows) return [{ mark: "line", points, color: "loss", width: 1.25, dash: [2, 4] }];
    return [
      { mark: "area", points: ribbon(points, Math.max(3, flowWidth(scene, drops))), hatch: true },
    ];
  });
}

/** The outline of a line with a width: forward on one side, back on the other. */
function ribbon(points: ArrayLike<number>, width: number): number[] {
  const there: number[] = [];
  const back: number[] = [];
  const count = points.length / 2;
  for (let index = 0; index < count; index += 1) {
    const before = Math.max(0, index - 1);
    const after = Math.min(count - 1, index + 1);
    const dx = (points[2 * after] as number) - (points[2 * before] as number);
    const dy = (points[2 * after + 1] as number) - (points[2 * before + 1] as number);
    const length = Math.hypot(dx, dy) || 1;
    const x = points[2 * index] as number;
    const y = points[2 * index + 1] as number;
    const nx = (-dy / length) * (width / 2);
    const ny = (dx / length) * (width / 2);
    there.push(x + nx, y + ny);
    back.unshift(x - nx, y - ny);
  }
  return [...there, ...back];
}

/** Above the stations and below queues and labels: the packets. */
export function packetMarks(scene: MachineScene): Mark[] {
  const { frame, motionSpan, topology } = scene;
  if (showsFlows(frame, motionSpan)) return [];
  const { moving, falling } = visiblePackets(scene);
  const going: number[] = [];
  const still: number[] = [];
  for (const mover of moving) (mover.isWaiting ? still : going).push(mover.x, mover.y);
  const refused: number[] = [];
  const gone: number[] = [];
  const blocks: number[] = [];
  const every = topology.places.map((_, place) => drawInterval(frame, place, motionSpan));
  const chosen = highlightedPackets(scene);
  for (const faller of falling) {
    const drawn = faller.packet % (every[faller.place] ?? 1) === 0;
    if (!drawn && !chosen.includes(faller.packet)) continue;
    if (faller.isRefused) (faller.progress < FADE_FROM ? refused : gone).push(faller.x, faller.y);
    else blocks.push(faller.x, faller.y, faller.side, faller.rotation);
  }
  return [
    {
      mark: "dots",
      points: going,
      radius: RADIUS,
      fill: "delivered",
      stroke: "card",
      lineWidth: 1.5,
    },
    {
      mark: "dots",
      points: still,
      radius: RADIUS,
      fill: "card",
      stroke: "delivered",
      lineWidth: 2,
    },
    {
      mark: "dots",
      points: refused,
      radius: RADIUS,
      fill: "card",
      stroke: "contextHardware",
      lineWidth: 1.5,
    },
    {
      mark: "dots",
      points: gone,
      radius: RADIUS,
      stroke: "contextHardware",
      lineWidth: 1.5,
      alpha: 0.4,
    },
    { mark: "blocks", blocks },
  ];
}

/** A refused packet fades from this progress on. */
const FADE_FROM = 0.6;

/** Drawn above everything: a ring around the highlighted packet. While flows are drawn, an outline of one packet to follow. */
export function highlightMarks(scene: MachineScene): Mark[] {
  if (showsFlows(scene.frame, scene.motionSpan)) return followedMarks(scene);
  if (highlightedPackets(scene).length === 0) return [];
  const { moving, falling } = visiblePackets(scene);
  return ringMarks(scene, [...moving, ...falling]);
}

/** A ring around the highlighted packets. */
function ringMarks(scene: MachineScene, packets: readonly (Point & { packet: number })[]): Mark[] {
  const points = highlightedPackets(scene).flatMap((packet) => {
    const found = packets.find((one) => one.packet === packet);
    return found === undefined ? [] : [found.x, found.y];
  });
  if (points.length === 0) return [];
  return [{ mark: "dots", points, radius: RADIUS + 4, stroke: "accent", lineWidth: 2 }];
}

/** Among flows, one packet is outlined: the highlighted one, else one that waits long enough to be seen. */
function followedMarks(scene: MachineScene): Mark[] {
  if (highlightedPackets(scene).length > 0) {
    return ringMarks(scene, visiblePackets(scene).moving);
  }
  const { frame, layout, topology, motionSpan } = scene;
  const every = followInterval(frame, motionSpan);
  return layout.places.flatMap((box): Mark[] => {
    const place = topology.places[box.place];
    if (place?.kind !== "queue" || expectedWait(topology, frame, box.place) < motionSpan) return [];
    const slots = slotsOf(scene, box, place);
    if (slots === null) return [];
    const { packets, unlisted } = packetsAt(frame, box.place);
    const nth = packets.findIndex((packet) => packet % every === 0);
    if (nth < 0) return [];
    const { x, y, w, h } = slotOfPacket(slots, unlisted + nth);
    return [
      {
        mark: "rect",
        x: x - 2,
        y: y - 2,
        w: w + 4,
        h: h + 4,
        radius: 2,
        stroke: "ink",
        lineWidth: 2,
      },
    ];
  });
}
