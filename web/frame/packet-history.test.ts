// A lost packet's steps add up to what was wasted on it, in frames of the real engine.
import { describe, expect, it } from "vitest";
import { FROZEN_FRAMES } from "../gallery/frozen";
import { PacketOutcome, RecentDropField, readField } from "./frame";
import { costByContext, describePacket, readPacketHistory } from "./packet-history";

const lost = ["collapsed", "screend"].map((id) => ({
  id,
  ...(FROZEN_FRAMES[id] as (typeof FROZEN_FRAMES)[string]),
}));

describe.each(lost)("the story of a packet thrown away in $id", ({ frame, topology }) => {
  const story = readPacketHistory(frame, frame.selected);

  it("adds_up_to_its_wasted_cycles", () => {
    const sum = story?.steps.reduce((total, step) => total + step.cycles, 0);
    expect(story?.outcome).toBe(PacketOutcome.dropped);
    expect(sum).toBe(story?.cyclesSpent);
    const rows = Array.from({ length: frame.rowCount("recentDrops") }, (_, row) => row);
    const row = rows.find(
      (one) => readField(frame, "recentDrops", one, RecentDropField.packet) === frame.selected,
    );
    expect(readField(frame, "recentDrops", row ?? -1, RecentDropField.wasted)).toBe(sum);
  });

  it("says_where_and_what_for", () => {
    if (story === null) throw new Error("the frame tells the selected packet's story");
    expect(describePacket(topology, story, frame)).toMatch(
      /^Thrown away at the .* queue, .*were wasted\.$/,
    );
    const costs = costByContext(topology, story);
    expect(costs.reduce((sum, cost) => sum + cost.cycles, 0)).toBe(story.cyclesSpent);
  });
});

describe("a packet that has not come in yet", () => {
  it("says_when_it_will_and_what_becomes_of_it", () => {
    const [{ frame, topology } = { frame: null, topology: null }] = lost;
    if (frame === null) throw new Error("there are frozen frames");
    const story = readPacketHistory(frame, frame.selected);
    if (story === null) throw new Error("the frame tells the selected packet's story");
    const earlier = { ...story, arrived: frame.t + 1, outcomeTime: frame.t + 2 };
    expect(describePacket(topology, earlier, frame)).toMatch(
      /^Not here yet: it comes in at .* ms\. It will be thrown away at the /,
    );
  });
});

describe("readStory", () => {
  it("has_none_for_another_packet", () => {
    const { frame } = FROZEN_FRAMES["collapsed"] as (typeof FROZEN_FRAMES)[string];
    expect(readPacketHistory(frame, frame.selected + 1)).toBeNull();
  });
});
