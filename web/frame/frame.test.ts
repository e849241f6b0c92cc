// Reads a frame built by hand: header, rows, contents, counters.
import { describe, expect, it } from "vitest";
import { buildFrame } from "../gallery/build-frame";
import { FRAME_FIELDS, FRAME_SECTIONS, FRAME_VERSION } from "../generated/layout";
import { twoInterfaces } from "../gallery/synthetic-topologies";
import { FrameError, readFrame } from "./frame";

describe("readFrame", () => {
  const frame = buildFrame(twoInterfaces, {
    t: 1500,
    head: 2000,
    running: 2,
    contexts: [{}, {}, { state: 1, share: 0.8, packet: 17 }],
    places: [{}, { packets: [4, 5, 6], firstSlot: 30, drops: 2 }, { packets: [9] }],
    window: { arrived: 12, delivered: 7, wastedCycles: 900 },
  });

  it("reads_the_header", () => {
    expect(frame.t).toBe(1500);
    expect(frame.head).toBe(2000);
    expect(frame.running).toBe(2);
    expect(frame.selected).toBe(-1);
    expect(frame.spansComplete).toBe(true);
  });

  it("reads_a_field_of_a_row", () => {
    expect(frame.contexts.share(2)).toBe(0.8);
    expect(frame.contexts.packet(2)).toBe(17);
    expect(frame.places.firstSlot(1)).toBe(30);
  });

  it("reads_the_packets_of_a_place_oldest_first", () => {
    const first = frame.places.contents(1);
    expect([...frame.data.subarray(first, first + 3)]).toEqual([4, 5, 6]);
    expect(frame.data[frame.places.contents(2)]).toBe(9);
  });

  it("reads_each_field_of_each_section_at_its_own_number", () => {
    const sections = Object.entries(FRAME_FIELDS).filter(([name]) => name !== "header");
    sections.forEach(([section, fields], index) => {
      const read = (numbers: Float64Array, field: string) => {
        const readers = (readFrame(numbers) as never)[section] as Record<string, unknown>;
        const reader = readers[field];
        return Number(reader instanceof Function ? reader.call(readers, 2) : reader);
      };
      fields.forEach((_, position) => {
        const numbers = new Float64Array(200);
        const begin = 100;
        numbers[0] = FRAME_VERSION;
        numbers[FRAME_SECTIONS + 2 * index] = begin;
        const isRecord = ["window", "total", "packetFacts", "codeFacts"].includes(section);
        numbers[begin + (isRecord ? 0 : 2 * fields.length) + position] = 1;
        const own = fields.map((_, other) => Number(other === position));
        expect(fields.map((field) => read(numbers, field))).toEqual(own);
      });
    });
  });

  it("reads_the_counters", () => {
    expect(frame.window.arrived).toBe(12);
    expect(frame.window.delivered).toBe(7);
    expect(frame.window.wastedCycles).toBe(900);
  });

  it("rejects_another_version_and_an_array_that_is_too_short", () => {
    expect(() => readFrame(new Float64Array(10))).toThrow(FrameError);
    expect(() => readFrame(new Float64Array(64))).toThrow("the frame has version 0");
  });
});
