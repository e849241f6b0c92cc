// Facts about the timelines of two machines in one picture: which lanes lie above each other, one axis, one scale, and
// readable texts at every width.
import { describe, expect, it } from "vitest";
import { FROZEN_FRAMES, type FrozenFrame } from "../../../gallery/frozen";
import { WIDTHS } from "../../../gallery/scenes";
import { readFrame, type Frame } from "../../../frame/frame";
import { FRAME_FIELDS } from "../../../generated/layout";
import { timeToX } from "../../../frame/timescale";
import type { Topology } from "../../../frame/topology";
import { callDepths } from "./spans";
import { expectReadable } from "./texts.test-data";
import { timelinePicture } from "./index";
import { contextRows, machineScenes, timelinesLayout } from "./layout";
import { timeScale, type TimelineScene, type TimelinesScene } from "./scene";

type Pair<T> = readonly [T, T];

const moment = (id: string) => FROZEN_FRAMES[id] as FrozenFrame;

function pairedScene(ids: Pair<string>, width: number): TimelinesScene {
  const [first, second] = [moment(ids[0]), moment(ids[1])];
  const topologies = [first.topology, second.topology] as const;
  const { from, to } = first.frame;
  return {
    topologies,
    layout: timelinesLayout(topologies, width, [callDepths(first), callDepths(second)]),
    frames: [first.frame, second.frame],
    range: { from, to },
    selections: [null, null],
    highlights: [null, null],
    measure: null,
    loop: null,
  };
}

/** Contexts as "id kind". */
const topology = (...contexts: string[]) =>
  ({
    contexts: contexts.map((text) => {
      const [id, kind] = text.split(" ");
      return { id, kind, cpu: 0 };
    }),
  }) as Topology;

describe("rows", () => {
  const rows = (ours: string[], theirs: string[]) => {
    const topologies = [topology(...ours), topology(...theirs)] as const;
    return contextRows(topologies).map((row) =>
      row.map((context, machine) =>
        context === null ? "-" : topologies[machine]?.contexts[context]?.id,
      ),
    );
  };

  it("pair_what_has_the_same_id_in_the_order_of_the_first_machine", () => {
    const machine = ["rx device", "net thread", "idle idle"];
    expect(rows(machine, machine)).toEqual([
      ["rx", "rx"],
      ["net", "net"],
      ["idle", "idle"],
    ]);
  });

  it("of_one_machine_alone_are_in_the_order_of_priority", () => {
    const ours = ["rx device", "net thread", "idle idle"];
    const theirs = ["tick clock", "rx device", "napi thread", "receiver process", "idle idle"];
    expect(rows(ours, theirs)).toEqual([
      ["-", "tick"],
      ["rx", "rx"],
      ["net", "-"],
      ["-", "napi"],
      ["-", "receiver"],
      ["idle", "idle"],
    ]);
  });
});

const PAIRS: Pair<string>[] = [
  ["collapsed", "cured"],
  ["healthy", "screend"],
];
const cases = PAIRS.flatMap((ids) => WIDTHS.map((width) => ({ ids, width })));

describe.each(cases)("the timelines of $ids at $width px", ({ ids, width }) => {
  const scene = pairedScene(ids, width);
  const [first, second] = machineScenes(scene) as unknown as Pair<TimelineScene>;

  it("have_the_lanes_of_a_context_directly_above_each_other", () => {
    first.topology.contexts.forEach(({ id }, context) => {
      const other = second.topology.contexts.findIndex((one) => one.id === id);
      if (other < 0) return;
      const [upper, lower] = [first.layout.lanes[context], second.layout.lanes[other]];
      expect(upper?.context).toBe(context);
      expect(lower?.context).toBe(other);
      expect(lower?.h).toBe(upper?.h);
      expect((lower?.y ?? 0) - (upper?.y ?? 0) - (upper?.h ?? 0)).toBeLessThanOrEqual(2);
    });
  });

  it("have_lanes_that_do_not_overlap", () => {
    const boxes = [first, second].flatMap(({ layout }) => [...layout.lanes, ...layout.queueCharts]);
    const sorted = boxes.sort((a, b) => a.y - b.y);
    sorted.slice(1).forEach((box, index) => {
      const above = sorted[index] as (typeof sorted)[number];
      expect(box.y).toBeGreaterThanOrEqual(above.y + above.h);
    });
    expect(sorted.at(-1)?.y).toBeLessThan(scene.layout.height);
  });

  it("show_a_moment_at_the_same_pixel", () => {
    const seconds = first.frame.t / first.topology.clock_hz;
    const x = [first, second].map((one) =>
      timeToX(timeScale(one), seconds * one.topology.clock_hz),
    );
    expect(x[0]).toBeCloseTo(x[1] as number, 6);
  });

  it("have_readable_texts_that_do_not_overlap", () =>
    expectReadable(timelinePicture(scene), width));
});

it("charts_of_one_queue_have_one_scale_and_name_both_limits", () => {
  const scene = pairedScene(["healthy", "collapsed"], 708);
  const [ours, theirs] = scene.frames as Pair<Frame>;
  const [, { places }] = scene.topologies as Pair<Topology>;
  const place = places.findIndex(({ kind }) => kind === "receive_ring");
  const limit = ours.places.capacity(place);
  const data = theirs.data.slice();
  const fields = FRAME_FIELDS.places;
  const row = theirs.places.offset + place * fields.length;
  data[row + fields.indexOf("capacity")] = limit / 4;
  const changed: TimelinesScene = { ...scene, frames: [ours, readFrame(data)] };
  for (const { queueTops } of machineScenes(changed)) expect(queueTops[place]).toBe(limit);
  const texts = timelinePicture(changed).map((mark) => (mark.mark === "text" ? mark.text : ""));
  expect(texts).toContain(`limit ${limit}`);
  expect(texts).toContain(`limit ${limit / 4}`);
});
