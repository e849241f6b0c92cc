// Facts about the position of the tour's card: beside its anchor, inside the window, and over the anchor only if there is no
// other room.
import { describe, expect, it } from "vitest";
import { aboveSheet, placeCard } from "./anchor";

const CARD = { offsetWidth: 300, offsetHeight: 200 };
const WINDOW = { innerWidth: 1280, innerHeight: 800 };
const at = (left: number, top: number, width: number, height: number) =>
  placeCard({ left, top, width, height }, CARD, WINDOW);

describe("the card of the tour", () => {
  it("is_to_the_right_where_there_is_room", () => {
    expect(at(16, 100, 208, 300)).toEqual({ left: 238, top: 100 });
  });

  it("is_below_a_wide_part", () => {
    expect(at(240, 100, 900, 200)).toEqual({ left: 240, top: 314 });
  });

  it("is_to_the_left_of_a_tall_part_at_the_right_edge", () => {
    expect(at(948, 8, 316, 780)).toEqual({ left: 634, top: 8 });
  });

  it("is_above_a_wide_part_at_the_lower_edge", () => {
    expect(at(8, 560, 1264, 230)).toEqual({ left: 8, top: 346 });
  });

  it("does_not_cover_the_effect_where_another_side_has_room", () => {
    const curve = { left: 948, top: 320, width: 316, height: 300 };
    const diagnosis = { left: 948, top: 100, width: 316, height: 200 };
    expect(placeCard(diagnosis, CARD, WINDOW)).toEqual({ left: 948, top: 314 });
    expect(placeCard(diagnosis, CARD, WINDOW, [curve])).toEqual({ left: 634, top: 100 });
  });

  it("stays_inside_the_window_when_a_part_fills_it", () => {
    expect(at(0, 0, 1280, 800)).toEqual({ left: 972, top: 592 });
  });
});

describe("the ring of the tour on a narrow window", () => {
  it("ends_above_the_sheet", () => {
    const ring = aboveSheet({ left: 8, top: 20, width: 300, height: 700 }, 450);
    expect(ring).toEqual({ left: 8, top: 20, width: 300, height: 416 });
  });

  it("is_whole_around_a_part_below_the_sheet", () => {
    const bar = { left: 4, top: 700, width: 350, height: 70 };
    expect(aboveSheet(bar, 450)).toBe(bar);
  });
});
