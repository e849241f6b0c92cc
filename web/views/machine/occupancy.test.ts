// Every queue and ring shows what the engine has in it, at 100 random times in each scenario: the same
// count, the same slots, and all packets accounted for.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Scenario } from "../../engine/model";
import { catalogue, simulatorOf } from "../../engine/simulators.test-data";
import { ContextField, field, PlaceField, readFrame, type Frame } from "../../frame/frame";
import { packetSlot, slotBox, slotsDrawn, type SlotsMark } from "../../frame/marks";
import type { Topology } from "../../frame/topology";
import { machineScene } from "../../gallery/scenes";
import { machinePicture } from "./picture";

const TIMES = 100;
const MILLISECONDS = 250;
const STEPS_MAX = 1_000_000;
/** A ring or queue of so many has a slot for each packet. */
const SLOTS_AT_LEAST = 128;

const { scenarios } = catalogue;

/** The same times in every run; of a long trace only the end is kept. */
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
  /** At whole milliseconds, when the counters are exact, with the last cycle that they cover. */
  counted: { counters: Frame; picture: Frame }[];
}

async function framesOf(scenario: Scenario): Promise<Seen> {
  const { Session } = await simulatorOf(scenario, readFileSync);
  const session = new Session(JSON.stringify(scenario), 32);
  const topology = JSON.parse(session.topology()) as Topology;
  const end = (MILLISECONDS * topology.clock_hz) / 1000;
  while (session.head < end && !session.at_bound) session.advance(end, STEPS_MAX);
  const frameAt = (t: number) =>
    readFrame(session.frame(Float64Array.from([t, t, t + 1, 1, -1, 0, 0])));
  const millisecond = topology.clock_hz / 1000;
  const kept = session.trace_from === 0 ? 0 : session.trace_from + millisecond;
  const times = randomTimes(kept, session.head);
  const frames = times.map(frameAt);
  const counted = wholeMilliseconds(times, topology.clock_hz).map((t) => ({
    counters: frameAt(t),
    picture: frameAt(Math.max(0, t - 1)),
  }));
  session.free();
  return { topology, frames, counted };
}

const countOf = (frame: Frame, place: number) => field(frame, "places", place, PlaceField.count);

describe.each(scenarios.map((scenario) => ({ id: scenario.id, scenario })))(
  "scenario $id",
  ({ scenario }) => {
    let seen: Seen;
    beforeAll(async () => {
      seen = await framesOf(scenario);
    });

    it("shows_in_every_slot_what_the_frame_has_there", () => {
      for (const frame of seen.frames) {
        const scene = machineScene({ ...seen, frame, motionSpan: 0 }, 708);
        const slotted = scene.layout.places.filter((box) => box.slotted);
        const marks = machinePicture(scene).filter(
          (mark): mark is SlotsMark => mark.mark === "slots",
        );
        expect(marks).toHaveLength(slotted.length);
        marks.forEach((mark, index) => {
          const place = slotted[index]?.place ?? -1;
          const count = countOf(frame, place);
          expect(mark.count).toBe(count);
          expect(mark.capacity).toBe(field(frame, "places", place, PlaceField.capacity));
          const spots = Array.from({ length: count }, (_, nth) => packetSlot(mark, nth));
          const different = new Set(spots.map(({ x, y }) => `${x} ${y}`)).size;
          // where there is no room for every slot, each that is drawn stands for so many
          expect(different * mark.per).toBeGreaterThanOrEqual(count);
          expect(different).toBeLessThanOrEqual(Math.min(count, slotsDrawn(mark)));
          if (mark.per === 1) expect(different).toBe(count);
          if (mark.capacity <= SLOTS_AT_LEAST) expect(mark.per).toBe(1);
        });
      }
    });

    it("accounts_for_every_packet_inside", () => {
      for (const { counters, picture: frame } of seen.counted) {
        const standing = seen.topology.places.reduce((sum, place, index) => {
          const sent = field(frame, "places", index, PlaceField.sent);
          return sum + (place.capacity > 0 ? countOf(frame, index) - sent : 0);
        }, 0);
        const carried = seen.topology.contexts.filter(
          (_, index) => field(frame, "contexts", index, ContextField.packet) >= 0,
        ).length;
        expect(standing + carried, `at ${frame.t}`).toBe(counters.total.inside);
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
  ])("is_drawn_within_its_bar_%s", async (_, changes) => {
    const { topology, frames } = await framesOf({ ...first, ...changes } as Scenario);
    const counts = frames.flatMap((frame) =>
      [302, 582, 708, 1180].map((width) => {
        const scene = machineScene({ topology, frame, motionSpan: 0 }, width);
        const place = topology.places.findIndex(({ id }) => id === "ipintrq");
        const bar = scene.layout.places[place]?.bar ?? { x: 0, y: 0, w: 0, h: 0 };
        const mark = machinePicture(scene).find(
          (one): one is SlotsMark => one.mark === "slots" && one.y === bar.y && one.x === bar.x,
        ) as SlotsMark;
        for (let slot = 0; slot < slotsDrawn(mark); slot += 1) {
          const box = slotBox(mark, slot);
          expect(box.x).toBeGreaterThanOrEqual(bar.x - 0.01);
          expect(box.x + box.w).toBeLessThanOrEqual(bar.x + bar.w);
          expect(box.w).toBeGreaterThan(2);
        }
        return mark.count;
      }),
    );
    expect(Math.max(...counts)).toBeGreaterThan(100);
  });
});
