// Positions of packets, the growth of the wasted work, and the traffic that a frame shows.
import { describe, expect, it } from "vitest";
import { buildFrame } from "../../../gallery/build-frame";
import { oneInterface } from "../../../gallery/synthetic-topologies";
import { machineLayout } from "../layout/machine-layout";
import { pointAt } from "../layout/path";
import { showsFlows, fallingPackets, movingPackets } from "./packets";
import { landingPoint, wastedWorkSize } from "./wasted-work";
import { edgeTraffic, knownTraffic, expectedWait, isUnusedRoute } from "../../../frame/flows";

const layout = machineLayout(oneInterface, 708);
const MOVE = (progress: number, moving: number) => [7, 1, progress, 2, moving, 0, -1, 0];

describe("a moving packet", () => {
  it("is_at_the_fraction_of_its_path_that_the_frame_gives", () => {
    const frame = buildFrame(oneInterface, { moves: [MOVE(0.4, 1)] });
    const [mover] = movingPackets(frame, layout, false);
    expect(mover).toMatchObject(pointAt(layout.edgeRoutes[1]?.path as never, 0.4));
    expect(mover?.isWaiting).toBe(false);
  });

  it("waits_while_its_context_does_not_run", () => {
    const frame = buildFrame(oneInterface, { moves: [MOVE(0.4, 0)] });
    expect(movingPackets(frame, layout, false)[0]?.isWaiting).toBe(true);
  });

  it("jumps_when_motion_is_reduced", () => {
    const at = (progress: number) =>
      movingPackets(buildFrame(oneInterface, { moves: [MOVE(progress, 1)] }), layout, true)[0];
    expect(at(0.2)?.x).toBe(at(0.7)?.x);
    expect(at(0)?.y).not.toBe(at(0.7)?.y);
  });
});

describe("a falling packet", () => {
  const options = {
    motionSpan: 1000,
    clockHz: oneInterface.clock_hz,
    wastedWork: wastedWorkSize(0, oneInterface.clock_hz),
    reducedMotion: false,
  };
  const fallAt = (t: number, kind: number) =>
    fallingPackets(
      buildFrame(oneInterface, {
        t,
        recentDrops: [[3, 2, 5000, kind === 1 ? 10_050 : 0, kind, 0]],
      }),
      layout,
      options,
    );

  it("falls_from_the_drop_point_to_the_wasted_work", () => {
    const heights = [5000, 5300, 5600, 5999].map((t) => fallAt(t, 1)[0]?.y ?? 0);
    expect(heights).toEqual([...heights].sort((a, b) => a - b));
    expect(heights[3]).toBeGreaterThan(layout.lanes.at(-1)?.y ?? 0);
  });

  it("is_gone_after_the_motion_span", () => {
    expect(fallAt(6001, 1)).toEqual([]);
  });

  it("is_larger_if_it_cost_more_and_has_no_block_if_refused", () => {
    expect(fallAt(5500, 1)[0]?.side).toBeGreaterThan(7);
    expect(fallAt(5500, 0)[0]?.side).toBe(0);
  });

  it("bounces_off_the_drop_point_if_refused", () => {
    const dropPoint = layout.dropPoints[2];
    expect(fallAt(5990, 0)[0]?.x).toBeLessThan(dropPoint?.x ?? 0);
    expect(Math.abs((fallAt(5990, 0)[0]?.y ?? 0) - (dropPoint?.y ?? 0))).toBeLessThan(40);
  });
});

describe("flows", () => {
  const frame = buildFrame(oneInterface, {
    t: 15_000_000,
    windowFrom: 0,
    flows: [1200, 1200, 94, 94, 94],
    window: { dropped: 1100 },
  });

  it("are_shown_above_150_packets_in_a_motion_span", () => {
    expect(showsFlows(frame, 180_000)).toBe(false);
    expect(showsFlows(frame, 90_000_000)).toBe(true);
  });
});

describe("the wasted work", () => {
  it("grows_with_every_wasted_cycle_until_the_scale_changes", () => {
    const hertz = 150_000_000;
    let before = 0;
    for (let cycles = 0; cycles < 10 * hertz; cycles += hertz / 50) {
      const size = wastedWorkSize(cycles, hertz);
      const length = size.covered * size.scaleCycles;
      expect(length).toBeCloseTo(cycles, 0);
      expect(size.covered).toBeLessThanOrEqual(1);
      expect(size.scaleCycles).toBeGreaterThanOrEqual(before);
      before = size.scaleCycles;
    }
  });

  it("is_empty_if_nothing_was_wasted", () => {
    expect(wastedWorkSize(0, 150_000_000).covered).toBe(0);
  });

  it("has_the_scale_of_another_machine_if_that_one_wasted_more", () => {
    const [little, much] = [wastedWorkSize(3e6, 150e6), wastedWorkSize(50e6, 50e6)];
    const seconds = much.scaleCycles / 50e6;
    const shared = wastedWorkSize(3e6, 150e6, seconds);
    expect(little.covered).toBeCloseTo(1, 9);
    expect(shared.scaleCycles / 150e6).toBeCloseTo(1, 9);
    expect(shared.covered).toBeCloseTo(0.02, 9);
    expect(wastedWorkSize(50e6, 50e6, little.scaleCycles / 150e6)).toEqual(much);
  });

  it("has_its_landing_points_inside_its_box", () => {
    const { wastedWork } = layout;
    for (const wasted of [0, 1e5, 1e7, 1e9]) {
      const point = landingPoint(
        wastedWork,
        wastedWorkSize(wasted, 150_000_000),
        wastedWork.x + 200,
      );
      expect(point.x).toBeGreaterThanOrEqual(wastedWork.x);
      expect(point.x).toBeLessThanOrEqual(wastedWork.x + wastedWork.w);
      expect(point.y).toBeLessThanOrEqual(wastedWork.baseline);
    }
  });
});

describe("traffic in a frame", () => {
  const frame = buildFrame(oneInterface, {
    t: 15_000_000,
    places: [
      {},
      { drops: 200, entered: 1000 },
      {
        packets: Array.from({ length: 50 }, (_, i) => i + 1),
        drops: 900,
        wasted: 9e6,
        entered: 100,
      },
    ],
    flows: [1000, 100, 100, 100, 100],
    window: { refused: 200 },
  });

  it("counts_a_packet_once_that_the_kernel_took_off_the_ring_and_dropped", () => {
    const window = { refused: 0 };
    const places = [{}, { drops: 1000, entered: 1000 }];
    const dropped = buildFrame(oneInterface, { places, flows: [1000], window });
    expect(edgeTraffic(oneInterface, dropped, 0)).toBe(1000);
  });

  it("includes_packets_that_found_no_room", () => {
    expect(edgeTraffic(oneInterface, frame, 0)).toBe(1200);
    expect(edgeTraffic(oneInterface, frame, 1)).toBe(1000);
  });

  it("gives_the_wait_by_littles_law", () => {
    expect(expectedWait(oneInterface, frame, 2)).toBe((50 * 15_000_000) / 100);
  });

  it("has_no_unused_route_if_there_is_only_one", () => {
    expect(
      oneInterface.edges.some((_, i) =>
        isUnusedRoute(oneInterface, knownTraffic(oneInterface, frame, []), i),
      ),
    ).toBe(false);
  });
});
