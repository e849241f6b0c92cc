// The draw list of the timeline: readable at every width, lanes as in the machine, columns that add up to 1.
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { textBounds, type TextMark } from "../../../frame/draw-list";
import { machineScene, timelineScene, WIDTHS } from "../../../gallery/scenes";
import { FROZEN_FRAMES } from "../../../gallery/frozen";
import { formsOutside, recordOf } from "../../recorded-lists.test-data";
import { titleMarks } from "./background";
import { machineScenes } from "./layout";
import { playheadMarks } from "./overlay";
import { MIN_LABELLED_WIDTH } from "./spans";
import { expectReadable, textsOf } from "./texts.test-data";
import { timelinePicture } from "./index";
import type { TimelineLayout } from "./scene";

const cases = Object.entries(FROZEN_FRAMES).flatMap(([id, moment]) =>
  WIDTHS.map((width) => ({ id, width, moment })),
);

describe.each(cases)("the timeline's picture of $id at $width px", ({ moment, width }) => {
  const scene = timelineScene(moment, width);
  const marks = timelinePicture(scene);

  it("has_readable_texts_that_do_not_overlap", () => expectReadable(marks, width));

  it("has_names_that_the_playhead_does_not_cross", () => {
    const { from, to, t } = moment.frame;
    const left = t - 0.1 * (to - from);
    const both = { ...scene, range: { from: left, to: left + (to - from) } };
    const all = timelinePicture(both);
    const [early] = machineScenes(both);
    const [line, arrow] = playheadMarks(early);
    const playhead = all.findIndex((mark) => isDeepStrictEqual(mark, arrow));
    expect(playhead).toBeGreaterThan(0);
    const x = line?.mark === "line" ? (line.points[0] ?? 0) : 0;
    const names = textsOf(titleMarks(early));
    const crossed = names.filter((name) => {
      const box = textBounds(name);
      const at = all.findIndex((mark) => isDeepStrictEqual(mark, name));
      const isAbove = at > playhead && name.background === "card";
      return box.x < x && x < box.x + box.w && !isAbove;
    });
    expect(crossed.map(({ text }) => text)).toEqual([]);
    if (early.layout.isNarrow) expect(names.some((name) => textBounds(name).x < x)).toBe(true);
  });

  it("has_the_machines_lanes_in_the_same_order", () => {
    const machine = machineScene(moment, width).layout.lanes.map((lane) => lane.context);
    expect(scene.layout.machines[0]?.lanes.map((lane) => lane.context)).toEqual(machine);
  });
});

it("on_a_phone_the_playhead_does_not_cover_the_legend", () => {
  const scene = timelineScene(FROZEN_FRAMES["collapsed"] as (typeof FROZEN_FRAMES)[string], 320);
  const words = textsOf(timelinePicture(scene)).find(({ text }) => text === "in above, out below");
  const box = textBounds(words as TextMark);
  const { x, w } = (scene.layout.machines[0] as TimelineLayout).plot;
  expect(box.x + box.w).toBeLessThan(x + 0.9 * w);
});

describe("columns", () => {
  it.each(Object.keys(FROZEN_FRAMES))("of_%s_add_up_to_1_for_each_cpu", (id) => {
    const { frame, topology } = FROZEN_FRAMES[id] as (typeof FROZEN_FRAMES)[string];
    const columns = frame.columns.length;
    expect(columns).toBeGreaterThan(0);
    const width = (frame.to - frame.from) / columns;
    for (let column = 0; column < columns; column += 1) {
      const offset = frame.columns.offset + column * frame.contexts.length;
      const shares = frame.data.subarray(offset, offset + frame.contexts.length);
      const sum = shares.reduce((total, share) => total + share, 0);
      if (frame.from + (column + 1) * width <= frame.head)
        expect(sum).toBeCloseTo(topology.cpus, 3);
    }
  });
});

describe("batching", () => {
  it("shows_several_packets_in_one_lnintr_at_12000_a_second", () => {
    const { frame, topology } = FROZEN_FRAMES["collapsed"] as (typeof FROZEN_FRAMES)[string];
    const { spans } = frame;
    const rows = Array.from({ length: spans.length }, (_, row) => row);
    const handlers = rows.filter((row) => topology.steps[spans.step(row)]?.procedure === "lnintr");
    const packetsIn = handlers.map((handler) => {
      const within = rows.filter(
        (row) =>
          spans.packet(row) >= 0 &&
          spans.begin(row) >= spans.begin(handler) &&
          spans.end(row) <= spans.end(handler),
      );
      return new Set(within.map((row) => spans.packet(row))).size;
    });
    expect(Math.max(...packetsIn)).toBeGreaterThanOrEqual(3);
  });
});

describe("names on bars", () => {
  it("need_40_px", () => {
    expect(MIN_LABELLED_WIDTH).toBe(40);
    const scene = timelineScene(FROZEN_FRAMES["screend"] as (typeof FROZEN_FRAMES)[string], 708);
    const names = textsOf(timelinePicture(scene)).filter((text) => text.face === "mono");
    for (const name of names.map(textBounds)) expect(name.w).toBeGreaterThan(0);
  });
});

/** Their snapshots are whole lists. */
const WHOLE = [
  "broken-frames",
  "backlog-flood",
  "collapsed-rates",
  "classes",
  "gateway-stages",
  "process-burst",
];

describe("the draw list", () => {
  const pictures = Object.entries(FROZEN_FRAMES).map(
    ([id, moment]) => [id, timelinePicture(timelineScene(moment, 708))] as const,
  );

  it.each(pictures)("of_%s_is_as_recorded", (id, marks) => {
    expect(recordOf("timeline", [id, marks], WHOLE)).toMatchSnapshot();
  });

  it("has_every_form_of_mark_in_a_whole_list", () => {
    expect(formsOutside(WHOLE, pictures)).toEqual([]);
  });
});
