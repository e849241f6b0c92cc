// A packet keeps its position in a list while its button has the focus.
import { expect, it } from "vitest";
import { withFocusedPacket } from "./packet-lists";

it("a_packet_in_the_list_changes_nothing", () => {
  expect(withFocusedPacket([4, 5, 6], [3, 4, 5], 5)).toEqual([4, 5, 6]);
});

it("the_oldest_packet_stays_first_after_it_left", () => {
  expect(withFocusedPacket([5, 6, 7], [4, 5, 6], 4)).toEqual([4, 5, 6, 7]);
});

it("a_packet_in_the_middle_stays_after_those_before_it", () => {
  expect(withFocusedPacket([1, 3, 4], [1, 2, 3], 2)).toEqual([1, 2, 3, 4]);
});

it("the_last_packet_stays_last", () => {
  expect(withFocusedPacket([9, 8, 7], [8, 7, 6], 6)).toEqual([9, 8, 7, 6]);
});

it("an_empty_list_still_has_the_focused_packet", () => {
  expect(withFocusedPacket([], [4], 4)).toEqual([4]);
});
