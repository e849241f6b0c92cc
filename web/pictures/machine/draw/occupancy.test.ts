// Every queue and ring shows the packets that the engine has in it, at 100 random times in each scenario: the same
// count and the same slots. All packets inside are accounted for.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Scenario } from "../../../generated/model";
import { catalogue, startSimulator } from "../../../engine/simulator.test-data";
import { readFrame, type Frame } from "../../../frame/frame";
import { slotOfPacket, slotBox, drawnSlotCount, type SlotsMark } from "../../../frame/draw-list";
import type { Topology } from "../../../frame/topology";
import { sceneOnBase } from "../../../gallery/scenes";
import { machinePicture } from "./index";
import { makeSceneBase } from "./scene";

const TIMES = 100;
const MILLISECONDS = 250;
const STEPS_MAX = 1_000_000;
/** A ring or queue up to this capacity has a slot for each packet. */
const MIN_SLOTS = 128;

const { scenarios } = catalogue;

/** The same times in every run. The trace keeps only the end of a long run. */
function randomTimes(begin: number, end: number): number[] {
  let seed = 20_261_121;
  return Array.from({ length: TIMES }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return begin + Math.floor((seed / 2_147_483_647) * (end - begin));
  });
}

function wholeMilliseconds(times: readonly number[], clockHz: number): number[] {
  const millisecond = clockHz / 1000;
  return times.map((t) => Math.floor(t / millisecond) * millisecond);
}

interface Seen {
  topology: Topology;
  frames: Frame[];
  /** Frames at whole milliseconds, when the counters are exact, and frames one cycle before. */
  counted: { counters: Frame; picture: Frame }[];
}

function framesOf(scenario: Scenario): Seen {
  const { Session } = startSimulator(readFileSync);
  const session = new Session(JSON.stringify(scenario), 32);
  const topology = JSON.parse(session.topology()) as Topology;
  const end = (MILLISECONDS * topology.clock_hz) / 1000;
  while (session.head < end && !session.at_bound) session.advance(end, STEPS_MAX);
  const frameAt = (t: number) =>
    readFrame(session.frame(Float64Array.from([t, t, t + 1, 1, -1, 0, 0])));
  const millisecond = topology.clock_hz / 1000;
  const first = session.trace_from === 0 ? 0 : session.trace_from + millisecond;
  const times = randomTimes(first, session.head);
  const frames = times.map(frameAt);
  const counted = wholeMilliseconds(times, topology.clock_hz).map((t) => ({
    counters: frameAt(t),
    picture: frameAt(Math.max(0, t - 1)),
  }));
  session.free();
  return { topology, frames, counted };
}

/** Describes what is wrong: an expectation for each slot would take as long as all other checks. */
function wrongSlots(mark: SlotsMark, frame: Frame, place: number): string[] {
  const count = countOf(frame, place);
  const capacity = frame.places.capacity(place);
  const spots = Array.from({ length: count }, (_, nth) => slotOfPacket(mark, nth));
  const different = new Set(spots.map(({ x, y }) => `${x} ${y}`)).size;
  const facts: [boolean, string][] = [
    [mark.count === count, `shows ${mark.count} of ${count}`],
    [mark.capacity === capacity, `shows room for ${mark.capacity} of ${capacity}`],
    // If there is no space for every slot, each drawn slot stands for several.
    [
      different * mark.packetsPerSlot >= count,
      `${different} slots of ${mark.packetsPerSlot} for ${count}`,
    ],
    [different <= Math.min(count, drawnSlotCount(mark)), `${different} slots, more than are drawn`],
    [mark.packetsPerSlot !== 1 || different === count, `${different} slots for ${count}, one each`],
    [
      capacity > MIN_SLOTS || mark.packetsPerSlot === 1,
      `${mark.packetsPerSlot} in a slot of ${capacity}`,
    ],
  ];
  return facts.flatMap(([holds, words]) => (holds ? [] : `place ${place}: ${words}`));
}

const countOf = (frame: Frame, place: number) => frame.places.count(place);

describe.each(scenarios.map((scenario) => ({ id: scenario.id, scenario })))(
  "scenario $id",
  ({ scenario }) => {
    let seen: Seen;
    beforeAll(() => {
      seen = framesOf(scenario);
    });

    it("shows_the_packets_of_the_frame_in_every_slot", () => {
      const base = makeSceneBase(seen.topology, 708);
      for (const frame of seen.frames) {
        const scene = sceneOnBase(base, { ...seen, frame, motionSpan: 0 });
        const slotted = scene.layout.places.filter((box) => box.hasSlots);
        const marks = machinePicture(scene).filter(
          (mark): mark is SlotsMark => mark.mark === "slots",
        );
        expect(marks).toHaveLength(slotted.length);
        const wrong = marks.flatMap((mark, index) =>
          wrongSlots(mark, frame, slotted[index]?.place ?? -1),
        );
        expect(wrong, `at ${frame.t}`).toEqual([]);
      }
    });

    it("accounts_for_every_packet_inside", () => {
      for (const { counters, picture: frame } of seen.counted) {
        const waiting = seen.topology.places.reduce((sum, place, index) => {
          const sent = frame.places.sent(index);
          return sum + (place.capacity > 0 ? countOf(frame, index) - sent : 0);
        }, 0);
        const carried = seen.topology.contexts.filter(
          (_, index) => frame.contexts.packet(index) >= 0,
        ).length;
        expect(waiting + carried, `at ${frame.t}`).toBe(counters.total.inside);
      }
    });
  },
);

describe("a queue of 1,000 places", () => {
  const [first] = scenarios;
  const crowded = { ...first?.settings, "traffic.rate": 14_500 };
  const wider = { "queues.ipintrq": 1000 };
  const cycle = 150_000;
  it.each([
    ["from the start", { settings: { ...crowded, ...wider }, interventions: [] }],
    [
      "since a knob was turned",
      { settings: crowded, interventions: [{ at: 100 * cycle, set: wider }] },
    ],
  ])("is_drawn_within_its_bar_%s", (_, changes) => {
    const { topology, frames } = framesOf({ ...first, ...changes } as Scenario);
    const bases = [302, 582, 708, 1180].map((width) => makeSceneBase(topology, width));
    const counts = frames.flatMap((frame) =>
      bases.map((base) => {
        const scene = sceneOnBase(base, { topology, frame, motionSpan: 0 });
        const place = topology.places.findIndex(({ id }) => id === "ipintrq");
        const bar = scene.layout.places[place]?.bar ?? { x: 0, y: 0, w: 0, h: 0 };
        const mark = machinePicture(scene).find(
          (one): one is SlotsMark => one.mark === "slots" && one.y === bar.y && one.x === bar.x,
        ) as SlotsMark;
        const slots = Array.from({ length: drawnSlotCount(mark) }, (_, slot) =>
          slotBox(mark, slot),
        );
        const outside = slots.filter(
          ({ x, w }) => !(x >= bar.x - 0.01 && x + w <= bar.x + bar.w && w > 2),
        );
        expect(outside).toEqual([]);
        return mark.count;
      }),
    );
    expect(Math.max(...counts)).toBeGreaterThan(100);
  });
});
