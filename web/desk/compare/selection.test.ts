// Facts about what is selected: two compared machines have one selection, and each finds the item by its id.
import { beforeEach, expect, it } from "vitest";
import type { FakeEngine } from "../lab/fake-engine.test-data";
import { startLab, type LabHarness } from "../lab/lab-harness.test-data";
import type { Lab } from "../lab/lab";
import { createComparison, type Comparison } from "./comparison";

let bench: LabHarness;
let first: Lab;
let second: Lab;
let engine: FakeEngine;
let comparison: Comparison;

const animate = (milliseconds: number) => bench.animate(milliseconds);

beforeEach(async () => {
  bench = await startLab();
  first = bench.lab;
  ({ engine, lab: second } = bench.another());
  comparison = createComparison(first, () => second);
  comparison.show();
});

it("the_same_packet_is_selected_in_both", async () => {
  await comparison.start({ kind: "copy" });
  second.select({ kind: "packet", packet: 812 });
  expect(first.state.get().selection).toEqual({ kind: "packet", packet: 812 });
  first.select(null);
  expect(second.state.get().selection).toBeNull();
});

it("a_place_is_selected_by_its_name_in_both", async () => {
  bench.engine.places = ["ring", "queue"];
  first.openScenario("second");
  await animate(300);
  first.select({ kind: "place", place: 1, isSpotlight: true });
  engine.places = ["wire", "ring", "queue"];
  await comparison.start({ kind: "copy" });
  const { selection } = second.state.get();
  expect(selection).toEqual({ kind: "place", place: 2, isSpotlight: true });
  // Views render again for another object.
  first.clock.setSpeed(0.5);
  expect(second.state.get().selection).toBe(selection);
  second.highlight({ kind: "place", place: 1 });
  expect(first.state.get().highlight).toEqual({ kind: "place", place: 0 });
  // The other machine has no wire.
  second.select({ kind: "place", place: 0 });
  expect(first.state.get().selection).toBeNull();
  expect(second.state.get().selection).toEqual({ kind: "place", place: 0 });
});

it("a_packet_that_is_selected_in_one_is_requested_of_both", async () => {
  await comparison.start({ kind: "copy" });
  first.clock.pause();
  await animate(100);
  first.select({ kind: "packet", packet: 812 });
  await animate(50);
  for (const { requests } of [bench.engine, engine])
    expect(requests.at(-1)?.selectedPacket).toBe(812);
});

it("opening_the_second_machine_leaves_what_is_selected", async () => {
  first.select({ kind: "packet", packet: 7 });
  await comparison.startWithLink("#/lab?scenario=second&select=9");
  expect(first.state.get().selection).toEqual({ kind: "packet", packet: 7 });
  expect(second.state.get().selection).toEqual({ kind: "packet", packet: 7 });
});
