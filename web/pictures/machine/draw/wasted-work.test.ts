// Every share of wasted work is a share of the CPU time of all CPUs together.
import { expect, it } from "vitest";
import { readOutcomes } from "../../../model/measures/outcomes";
import { describeMachine } from "../../../frame/describe";
import { shareOfWindow } from "../../../frame/frame";
import { buildFrame } from "../../../gallery/build-frame";
import { machineScene } from "../../../gallery/scenes";
import { oneInterface } from "../../../gallery/synthetic-topologies";
import { wastedShare } from "../motion/wasted-work";
import { describePlace } from "./places";
import { placeRows } from "../descriptions";

const MILLISECOND = oneInterface.clock_hz / 1000;

/** Fifty of a hundred milliseconds were wasted at the queue. */
function machineOf(cpus: number) {
  const topology = { ...oneInterface, cpus };
  const frame = buildFrame(topology, {
    t: 100 * MILLISECOND,
    places: [{}, {}, { drops: 900, wasted: 50 * MILLISECOND }],
    window: { elapsedCycles: 100 * MILLISECOND, wastedCycles: 50 * MILLISECOND },
  });
  return { topology, frame, scene: machineScene({ topology, frame, motionSpan: 0 }, 708) };
}

it.each([
  [1, "50 %", 0.5],
  [4, "13 %", 0.125],
])("with_%s_cpus_every_text_has_the_same_share", (cpus, told, share) => {
  const { topology, frame, scene } = machineOf(cpus);
  expect(placeRows(scene).find(({ place }) => place === 2)?.wasted).toBe(told);
  expect(describePlace(scene, 2)).toContain(`${told} of the CPU time wasted on them`);
  expect(describeMachine(frame, topology)).toContain(`with ${told} of the CPU time`);
  expect(wastedShare(frame)).toBe(share);
  expect(readOutcomes(frame, topology).losses.find(({ index }) => index === 2)?.wastedShare).toBe(
    share,
  );
});

it("before_any_time_has_passed_nothing_was_wasted", () => {
  expect(shareOfWindow(buildFrame(oneInterface, {}), 0)).toBe(0);
});
