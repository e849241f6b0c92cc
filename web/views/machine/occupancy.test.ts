// Every queue and ring shows what the engine has in it, at 100 random times in each scenario: the same
// count, the same slots, and all packets accounted for.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import catalogue from "../../engine/catalogue.json?raw";
import { initSync, Session } from "../../engine/pkg/livelock_wasm.js";
import type { Catalogue, Scenario } from "../../engine/model";
import { ContextField, field, PlaceField, readFrame, type Frame } from "../../frame/frame";
import { packetSlot, slotBox, slotsDrawn, type SlotsMark } from "../../frame/marks";
import type { Topology } from "../../frame/topology";
import { machineScene } from "../../gallery/scenes";
import { machinePicture } from "./picture";

const TIMES = 100;
const MILLISECONDS = 250;
const STEPS_MAX = 1_000_000;

const wasm = new URL("../../engine/pkg/livelock_wasm_bg.wasm", import.meta.url);
initSync({ module: readFileSync(wasm) });
const { scenarios } = JSON.parse(catalogue) as Catalogue;

/** The same times in every run. */
function randomTimes(end: number): number[] {
  let seed = 20_261_121;
  return Array.from({ length: TIMES }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return Math.floor((seed / 2_147_483_647) * end);
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

function framesOf(scenario: Scenario): Seen {
  const session = new Session(JSON.stringify(scenario), 32);
  const topology = JSON.parse(session.topology()) as Topology;
  const end = (MILLISECONDS * topology.clock_hz) / 1000;
  while (session.head < end && !session.at_bound) session.advance(end, STEPS_MAX);
  const frameAt = (t: number) =>
    readFrame(session.frame(Float64Array.from([t, t, t + 1, 1, -1, 0, 0])));
  const times = randomTimes(session.head);
  const frames = times.map(frameAt);
  const counted = wholeMilliseconds(times, topology.clock_hz).map((t) => ({
    counters: frameAt(t),
    picture: frameAt(Math.max(0, t - 1)),
  }));
  session.free();
  return { topology, frames, counted };
}

function contentsOf(frame: Frame, place: number): number[] {
  const first = field(frame, "places", place, PlaceField.contents);
  const count = field(frame, "places", place, PlaceField.count);
  return [...frame.data.subarray(first, first + count)];
}

describe.each(scenarios.map((scenario) => ({ id: scenario.id, scenario })))(
  "scenario $id",
  ({ scenario }) => {
    let seen: Seen;
    beforeAll(() => {
      seen = framesOf(scenario);
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
          const contents = contentsOf(frame, place);
          expect(mark.count).toBe(contents.length);
          expect(mark.capacity).toBe(field(frame, "places", place, PlaceField.capacity));
          const spots = contents
            .map((_, nth) => packetSlot(mark, nth))
            .map(({ x, y }) => `${x} ${y}`);
          expect(mark.per).toBe(1);
          expect(new Set(spots).size).toBe(contents.length);
        });
      }
    });

    it("accounts_for_every_packet_inside", () => {
      for (const { counters, picture: frame } of seen.counted) {
        const standing = seen.topology.places.reduce((sum, place, index) => {
          const sent = field(frame, "places", index, PlaceField.sent);
          return sum + (place.capacity > 0 ? contentsOf(frame, index).length - sent : 0);
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
  ])("is_drawn_within_its_bar_%s", (_, changes) => {
    const { topology, frames } = framesOf({ ...first, ...changes } as Scenario);
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
