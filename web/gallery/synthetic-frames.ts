// Frames of the synthetic machines, built by hand: healthy, in livelock, and cured. Their numbers agree with one
// another only roughly; frames/ has frames of the engine.
import type { Frame } from "../frame/frame";
import { buildFrame } from "./build-frame";
import { oneInterface, twoInterfaces } from "./synthetic-topologies";

/** Cycles of `oneInterface` in a microsecond and in a millisecond. */
const MICROSECOND = 150;
const MILLISECOND = 150_000;

function ids(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

/** 2,000/s: everything arrives. */
export function healthyFrame(): Frame {
  const t = 100 * MILLISECOND;
  return buildFrame(oneInterface, {
    t,
    head: t,
    windowFrom: 0,
    running: 3,
    contexts: [
      {},
      { share: 0.054 },
      { state: 0, share: 0.15, step: -1 },
      { state: 1, share: 0.24, step: 5, packet: 199, progress: 0.6, stepCycles: 26 * MICROSECOND },
      { state: 2, share: 0.56, step: 9 },
      { share: 0 },
    ],
    places: [
      { entered: 200 },
      { packets: [], firstSlot: 7, entered: 200 },
      { packets: [], entered: 200 },
      { packets: [], entered: 199 },
      { packets: [198, 197], firstSlot: 3, sent: 1, entered: 198 },
      { entered: 197 },
    ],
    lines: [{ taken: 200 }, { taken: 190 }, { taken: 102 }],
    window: { arrived: 200, delivered: 197, inside: 3, elapsedCycles: t, interrupts: 492 },
    flows: [200, 200, 199, 198, 197],
    moves: [
      [200, 0, 0.4, 0, 1, t - 20 * MICROSECOND, t + 30 * MICROSECOND, 0],
      [199, 2, 0.42, 3, 1, t - 20 * MICROSECOND, t + 30 * MICROSECOND, 0],
      [198, 4, 0.5, 0, 1, t - 20 * MICROSECOND, t + 30 * MICROSECOND, 0],
    ],
  });
}

/** 12,000/s: nine of ten packets are dropped at the queue. */
export function collapsedFrame(): Frame {
  const t = 412.358 * MILLISECOND;
  const window = 100 * MILLISECOND;
  const lost = (packet: number, age: number) => [
    packet,
    2,
    t - age * MICROSECOND,
    67 * MICROSECOND,
    1,
    0,
  ];
  return buildFrame(oneInterface, {
    t,
    head: t,
    windowFrom: t - window,
    running: 2,
    contexts: [
      {},
      { share: 0.054 },
      { state: 1, share: 0.8, step: 1, packet: 8412, progress: 0.55, stepCycles: 45 * MICROSECOND },
      { state: 2, share: 0.146, step: 5, packet: 7311, progress: 0.3 },
      { state: 2, share: 0, step: 9 },
      { share: 0 },
    ],
    places: [
      { entered: 1200 },
      { packets: [8413, 8414], firstSlot: 30, entered: 1200 },
      { packets: ids(7312, 50), drops: 1106, wasted: 1106 * 67 * MICROSECOND, entered: 94 },
      { packets: [7310], entered: 94 },
      { packets: [7309], firstSlot: 5, entered: 94 },
      { entered: 94 },
    ],
    lines: [
      { asserted: true, inService: true, taken: 1190 },
      { asserted: true, pending: true, taken: 94, pendingShare: 0.4 },
      { taken: 102 },
    ],
    window: {
      arrived: 1200,
      delivered: 94,
      dropped: 1106,
      inside: 54,
      elapsedCycles: window,
      wastedCycles: 1106 * 67 * MICROSECOND,
      interrupts: 1386,
    },
    total: {
      arrived: 4948,
      delivered: 420,
      dropped: 4474,
      wastedCycles: 4474 * 67 * MICROSECOND,
      elapsedCycles: t,
    },
    flows: [1200, 1200, 94, 94, 94],
    moves: [
      [8415, 0, 0.7, 0, 1, t - 40 * MICROSECOND, t + 20 * MICROSECOND, 0],
      [8412, 1, 0.45, 2, 1, t - 30 * MICROSECOND, t + 37 * MICROSECOND, 0],
      [7311, 2, 0.3, 3, 0, t - 900 * MICROSECOND, -1, 0],
      [7308, 4, 0.35, 0, 1, t - 20 * MICROSECOND, t + 40 * MICROSECOND, 0],
    ],
    recentDrops: [
      lost(8411, 60),
      lost(8410, 200),
      lost(8409, 420),
      lost(8408, 690),
      lost(8407, 1010),
    ],
  });
}

/** 12,000/s with the cure: excess packets are refused at the receive ring. */
export function curedFrame(): Frame {
  const t = 812.358 * MILLISECOND;
  const window = 100 * MILLISECOND;
  const refused = (packet: number, age: number) => [packet, 1, t - age * MICROSECOND, 0, 0, 0];
  return buildFrame(oneInterface, {
    t,
    head: t,
    windowFrom: t - window,
    running: 3,
    contexts: [
      {},
      { share: 0.054 },
      { state: 0, share: 0.004 },
      { state: 1, share: 0.94, step: 6, packet: 9001, progress: 0.2, stepCycles: 12 * MICROSECOND },
      { state: 2, share: 0.002, step: 9 },
      { share: 0 },
    ],
    places: [
      { entered: 1200 },
      { packets: ids(9002, 32), firstSlot: 11, drops: 690, wasted: 0, entered: 510 },
      { packets: [], entered: 510 },
      { packets: [9000], entered: 510 },
      { packets: [8999, 8998, 8997], firstSlot: 2, sent: 2, entered: 510 },
      { entered: 510 },
    ],
    lines: [{ asserted: true, enabled: false }, { enabled: false }, { taken: 102 }],
    window: {
      arrived: 1200,
      delivered: 510,
      dropped: 690,
      inside: 36,
      elapsedCycles: window,
      wastedCycles: 0,
      refused: 690,
      interrupts: 102,
    },
    total: {
      arrived: 9748,
      delivered: 2420,
      dropped: 7474,
      wastedCycles: 4474 * 67 * MICROSECOND,
      elapsedCycles: t,
    },
    flows: [1200, 510, 510, 510, 510],
    moves: [
      [9040, 0, 0.8, 0, 1, t - 50 * MICROSECOND, t + 10 * MICROSECOND, 0],
      [9001, 2, 0.7, 3, 1, t - 90 * MICROSECOND, t + 60 * MICROSECOND, 0],
      [8997, 4, 0.6, 0, 1, t - 20 * MICROSECOND, t + 40 * MICROSECOND, 0],
    ],
    recentDrops: [refused(9039, 120), refused(9038, 400), refused(9037, 800)],
  });
}

/** Two interfaces, everything in use. */
export function twoInterfacesFrame(): Frame {
  const us = 100;
  const ms = 100_000;
  const t = 1203.5 * ms;
  const window = 100 * ms;
  return buildFrame(twoInterfaces, {
    t,
    head: t,
    windowFrom: t - window,
    running: 2,
    contexts: [
      {},
      { share: 0.05 },
      { state: 1, share: 0.42, step: 1, packet: 5120, progress: 0.5 },
      { state: 2, share: 0.13, step: 6, packet: 5008, progress: 0.2 },
      { state: 2, share: 0.21, step: 2, packet: 5060, progress: 0.8 },
      { state: 2, share: 0.19, step: 5, packet: 5031, progress: 0.4 },
      { state: 2, share: 0, step: 8 },
      { share: 0 },
    ],
    places: [
      { entered: 400 },
      { packets: ids(5121, 9), firstSlot: 28, entered: 400 },
      { packets: ids(5061, 41), drops: 130, wasted: 130 * 60 * us, entered: 500 },
      { packets: ids(5032, 28), drops: 60, wasted: 60 * 140 * us, entered: 440 },
      { packets: ids(5010, 7), entered: 190 },
      { packets: ids(5020, 11), drops: 12, wasted: 12 * 400 * us, entered: 190 },
      { packets: [5009, 5007], firstSlot: 9, sent: 1, entered: 190 },
      { packets: [5006], firstSlot: 2, entered: 180 },
      { entered: 190 },
      { entered: 180 },
      { entered: 300 },
      { packets: ids(5140, 4), firstSlot: 3, entered: 300 },
    ],
    lines: [
      { asserted: true, inService: true, taken: 380 },
      { asserted: true, pending: true, taken: 290, pendingShare: 0.5 },
      { enabled: false, taken: 12 },
      { taken: 180 },
      { taken: 102 },
    ],
    window: {
      arrived: 700,
      delivered: 370,
      dropped: 202,
      inside: 110,
      elapsedCycles: window,
      wastedCycles: 130 * 60 * us + 60 * 140 * us + 12 * 400 * us,
      interrupts: 964,
    },
    flows: [400, 300, 400, 300, 440, 190, 190, 190, 180, 190, 180],
    moves: [
      [5130, 0, 0.3, 0, 1, t - 20 * us, t + 40 * us, 0],
      [5145, 1, 0.6, 0, 1, t - 20 * us, t + 40 * us, 0],
      [5120, 2, 0.4, 2, 1, t - 20 * us, t + 40 * us, 0],
      [5060, 4, 0.55, 4, 0, t - 300 * us, -1, 0],
      [5031, 5, 0.5, 5, 0, t - 500 * us, -1, 0],
      [5008, 8, 0.5, 3, 0, t - 500 * us, -1, 0],
      [5005, 10, 0.4, 0, 1, t - 20 * us, t + 40 * us, 0],
    ],
    recentDrops: [
      [5119, 2, t - 150 * us, 60 * us, 1, 0],
      [5030, 3, t - 500 * us, 140 * us, 1, 0],
      [5019, 5, t - 800 * us, 400 * us, 1, 0],
    ],
  });
}
