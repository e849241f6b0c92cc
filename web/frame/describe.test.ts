// The machine in sentences: queues, losses and gates are mentioned, empty queues are not.
import { expect, it } from "vitest";
import { FROZEN_FRAMES, type FrozenFrame } from "../gallery/frozen";
import type { Frame } from "./frame";
import { describeDropMoment, describeMachine } from "./describe";

function frozenOf(id: string): FrozenFrame {
  const frozen = FROZEN_FRAMES[id];
  if (frozen === undefined) throw new Error(`there is no frozen frame ${id}`);
  return frozen;
}

function told(id: string): string {
  const { frame, topology } = frozenOf(id);
  return describeMachine(frame, topology);
}

it("a_collapsed_machine_is_described_by_its_full_queue_its_losses_and_its_cpu_shares", () => {
  const words = told("collapsed-rates");
  expect(words).toMatch(/5\d of 50 in the IP input queue, full|49 of 50 in the IP input queue/);
  expect(words).toMatch(/CPU time: Device interrupt \d+ %/);
  expect(words).toMatch(
    /: [\d,]+ packets a second arrived, \d+ (a second )?were delivered, [\d,]+ a second were dropped at the IP input queue with \d+ % of the CPU time/,
  );
});

it("a_healthy_machine_loses_nothing", () => {
  expect(told("healthy")).toContain("none was dropped");
});

it("a_gate_that_is_on_is_mentioned", () => {
  expect(told("cured-rates")).toMatch(/On: polling/);
  expect(told("collapsed-rates")).not.toMatch(/On: polling/);
});

it("a_drop_is_told_with_its_packet_its_place_and_what_the_window_has_lost_most_first", () => {
  const { frame, topology } = frozenOf("collapsed");
  const last = frame.recentDrops.length - 1;
  const t = frame.recentDrops.time(last);
  const words = describeDropMoment(Object.create(frame, { t: { value: t } }) as Frame, topology);
  const packet = frame.recentDrops.packet(last).toLocaleString("en");
  expect(words).toContain(`Packet ${packet} is dropped at the IP input queue.`);
  expect(words).toMatch(
    /In the last .*: .* arrived, .* delivered, .* dropped at the IP input queue/,
  );
  expect(describeDropMoment(frame, topology)).not.toContain("is dropped at");
});

it("few_packets_are_counted", () => {
  const { frame, topology } = frozenOf("collapsed-rates");
  const window = { ...frame.window, arrived: 43, delivered: 1, elapsedCycles: 400_000 };
  const places = { ...frame.places, drops: (at: number) => (at === 0 ? 1 : 0), wasted: () => 0 };
  const own = { window: { value: window }, places: { value: places } };
  const few = Object.create(frame, own) as Frame;
  expect(describeDropMoment(few, topology)).toMatch(
    /: 43 packets arrived, 1 was delivered, 1 was dropped at the .* at no cost\.$/,
  );
});
