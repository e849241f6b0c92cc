// In frames of the real engine, the steps of a dropped packet add up to the cycles wasted on it.
import { describe, expect, it } from "vitest";
import { FROZEN_FRAMES } from "../gallery/frozen";
import { PacketOutcome } from "./frame";
import { describePacket, readPacketHistory } from "./packet-history";

const lost = ["collapsed", "screend"].map((id) => ({
  id,
  ...(FROZEN_FRAMES[id] as (typeof FROZEN_FRAMES)[string]),
}));

describe.each(lost)("the history of a packet dropped in $id", ({ frame, topology }) => {
  const history = readPacketHistory(frame, frame.selected);

  it("adds_up_to_its_wasted_cycles", () => {
    const sum = history?.steps.reduce((total, step) => total + step.cycles, 0);
    expect(history?.outcome).toBe(PacketOutcome.dropped);
    expect(sum).toBe(history?.cyclesSpent);
    const rows = Array.from({ length: frame.recentDrops.length }, (_, row) => row);
    const row = rows.find((one) => frame.recentDrops.packet(one) === frame.selected);
    expect(frame.recentDrops.wasted(row ?? -1)).toBe(sum);
  });

  it("says_where_it_was_dropped_and_at_what_cost", () => {
    if (history === null) throw new Error("the frame has the history of the selected packet");
    expect(describePacket(topology, history, frame)).toMatch(
      /^Thrown away at the .* queue, .*were wasted\.$/,
    );
  });
});

describe("a packet that has not arrived yet", () => {
  it("is_described_by_its_arrival_and_its_outcome", () => {
    const [{ frame, topology } = { frame: null, topology: null }] = lost;
    if (frame === null) throw new Error("there are frozen frames");
    const history = readPacketHistory(frame, frame.selected);
    if (history === null) throw new Error("the frame has the history of the selected packet");
    const earlier = { ...history, arrived: frame.t + 1, outcomeTime: frame.t + 2 };
    expect(describePacket(topology, earlier, frame)).toMatch(
      /^Not here yet: it arrives at .* ms\. It will be thrown away at the /,
    );
  });
});

describe("readPacketHistory", () => {
  it("returns_null_for_another_packet", () => {
    const { frame } = FROZEN_FRAMES["collapsed"] as (typeof FROZEN_FRAMES)[string];
    expect(readPacketHistory(frame, frame.selected + 1)).toBeNull();
  });
});
