// The draw list of the machine: no text overlaps or is clipped, every slot is there, and snapshots match.
import { describe, expect, it } from "vitest";
import {
  textBounds,
  type Mark,
  type SlotsMark,
  type TextBounds,
  type TextMark,
} from "../../../frame/draw-list";
import { interfaceName } from "../../../frame/topology";
import { machineScene, MOMENTS, WIDTHS } from "../../../gallery/scenes";
import { formsOutside, recordOf } from "../../recorded-lists.test-data";
import { withTextBackgrounds } from "./text-backgrounds";
import { machineBackground, machinePicture } from "./index";

const cases = Object.entries(MOMENTS).flatMap(([id, moment]) =>
  WIDTHS.map((width) => ({ id, width, moment })),
);

function textsOf(marks: readonly Mark[]): TextMark[] {
  return marks.filter((mark): mark is TextMark => mark.mark === "text" && mark.text !== "");
}

function overlap(a: TextBounds, b: TextBounds): boolean {
  return a.x < b.x + b.w - 1 && b.x < a.x + a.w - 1 && a.y < b.y + b.h - 1 && b.y < a.y + a.h - 1;
}

describe.each(cases)("the machine's picture of $id at $width px", ({ moment, width }) => {
  const scene = machineScene(moment, width);
  const marks = [...machineBackground(scene), ...machinePicture(scene)];

  it("has_no_text_under_12_px", () => {
    for (const text of textsOf(marks)) expect(text.size).toBeGreaterThanOrEqual(12);
  });

  it("has_no_text_on_top_of_other_text", () => {
    const boxes = textsOf(marks).map(textBounds);
    const clashes = boxes.flatMap((a, index) =>
      boxes.slice(index + 1).flatMap((b) => (overlap(a, b) ? [`${a.text} | ${b.text}`] : [])),
    );
    expect(clashes).toEqual([]);
  });

  it("names_the_interface_of_rings_and_wires_that_others_have_too", () => {
    const said = textsOf(marks).map(({ text }) => text);
    for (const [index, { kind }] of scene.topology.places.entries()) {
      const unit = interfaceName(scene.topology, index);
      if (unit !== "" && kind !== "queue") expect(said, `${kind} ${unit}`).toContain(unit);
    }
  });

  it("has_no_text_clipped_by_the_edge", () => {
    for (const box of textsOf(marks).map(textBounds)) {
      expect(box.x, box.text).toBeGreaterThanOrEqual(-0.5);
      expect(box.x + box.w, box.text).toBeLessThanOrEqual(width + 0.5);
      expect(box.y + box.h, box.text).toBeLessThanOrEqual(scene.layout.height + 2);
    }
  });

  it("gives_text_over_a_thick_flow_a_background", () => {
    const words = marks.filter((mark) => mark.mark !== "text" || mark.face === "mono");
    const last = words.findLastIndex((mark) => mark.mark === "slots");
    const thick = marks.filter((mark) => mark.mark === "line" && mark.width >= 4);
    const shares = textsOf(words.slice(0, last)).filter(({ text }) => /^(< )?[\d.]+ %$/.test(text));
    const bare = shares.filter((share) => withTextBackgrounds(thick, [share])[0] !== share);
    expect(bare.map(({ text }) => text)).toEqual([]);
  });

  it("shows_a_rate_before_the_words_arrive_and_delivered", () => {
    const texts = textsOf(marks).map(({ text }) => text);
    texts.forEach((text, index) => {
      if (["arrive", "delivered"].includes(text)) expect(texts[index - 1]).toMatch(/^\d/);
    });
  });

  it("leaves_the_name_and_the_count_of_a_highlighted_queue_legible", () => {
    for (const { place, bar } of scene.layout.places.filter(({ hasSlots }) => hasSlots)) {
      const selection = { kind: "place", place, isSpotlight: true } as const;
      const drawn = machinePicture({ ...scene, selection });
      const ring = drawn.findIndex(
        (mark) => mark.mark === "rect" && mark.stroke === "accent" && mark.lineWidth === 4,
      );
      const rect = drawn[ring];
      if (rect?.mark !== "rect") throw new Error("no ring");
      const below = bar.y + bar.h;
      const labels = textsOf(drawn).filter(
        (text) => Math.abs(text.x - bar.x) < 2 && text.y > bar.y - 12 && text.y < below + 16,
      );
      expect(labels.length).toBeGreaterThanOrEqual(2);
      for (const text of labels) {
        // Descenders and digits, too, are clear of the ring, which is 4 px wide.
        expect(drawn.indexOf(text)).toBeGreaterThan(ring);
        if (text.y < bar.y) expect(rect.y - 2).toBeGreaterThanOrEqual(text.y + text.size * 0.22);
        else expect(rect.y + rect.h + 2).toBeLessThanOrEqual(text.y - text.size * 0.7);
      }
    }
  });

  it("shows_in_every_queue_what_the_frame_has", () => {
    const slots = marks.filter((mark): mark is SlotsMark => mark.mark === "slots");
    const drawn = slots.map((mark) => [mark.capacity, mark.count]);
    const framed = scene.layout.places
      .filter((box) => box.hasSlots)
      .map((box) => [scene.frame.places.capacity(box.place), scene.frame.places.count(box.place)]);
    expect(drawn).toEqual(framed);
  });
});

/** Their snapshots are whole lists. */
const WHOLE = [
  "broken-frames",
  "made-up-two",
  "classes",
  "cured-rates",
  "gateway-early",
  "socket-flood",
];

describe("the draw list", () => {
  const pictures = Object.entries(MOMENTS).map(
    ([id, moment]) => [id, machinePicture(machineScene(moment, 708))] as const,
  );

  it.each(pictures)("of_%s_is_as_recorded", (id, marks) => {
    expect(recordOf("machine", [id, marks], WHOLE)).toMatchSnapshot();
  });

  it("has_every_form_of_mark_in_a_whole_list", () => {
    expect(formsOutside(WHOLE, pictures)).toEqual([]);
  });
});
