// Reads a frame built by hand: header, rows, contents, counters.
import { describe, expect, it } from "vitest";
import { buildFrame } from "../gallery/build-frame";
import { twoInterfaces } from "../gallery/synthetic-topologies";
import { ContextField, readField, FrameError, PlaceField, readFrame } from "./frame";

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
    expect(readField(frame, "contexts", 2, ContextField.share)).toBe(0.8);
    expect(readField(frame, "contexts", 2, ContextField.packet)).toBe(17);
    expect(readField(frame, "places", 1, PlaceField.firstSlot)).toBe(30);
  });

  it("reads_the_packets_of_a_place_oldest_first", () => {
    const first = readField(frame, "places", 1, PlaceField.contents);
    expect([...frame.data.subarray(first, first + 3)]).toEqual([4, 5, 6]);
    expect(frame.data[readField(frame, "places", 2, PlaceField.contents)]).toBe(9);
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
