// The machine in sentences: queues, losses and gates are mentioned, empty queues are not.
import { expect, it } from "vitest";
import { FROZEN_FRAMES } from "../gallery/frozen";
import { describeMachine } from "./describe";

function told(id: string): string {
  const frozen = FROZEN_FRAMES[id];
  if (frozen === undefined) throw new Error(`there is no frozen frame ${id}`);
  return describeMachine(frozen.frame, frozen.topology);
}

it("a_collapsed_machine_is_described_by_its_full_queue_its_losses_and_its_cpu_shares", () => {
  const words = told("collapsed-rates");
  expect(words).toMatch(/5\d of 50 in the IP input queue, full|49 of 50 in the IP input queue/);
  expect(words).toMatch(/CPU time: Device interrupt \d+ %/);
  expect(words).toMatch(/lost: .*\/s at the IP input queue, with \d+ % of the CPU time/);
});

it("a_healthy_machine_loses_nothing", () => {
  expect(told("healthy")).toContain("nothing is lost");
});

it("a_gate_that_is_on_is_mentioned", () => {
  expect(told("cured-rates")).toMatch(/On: polling/);
  expect(told("collapsed-rates")).not.toMatch(/On: polling/);
});
