// Facts about the packet that keeps its place while it has the focus.
import { expect, it } from "vitest";
import { withFocusedPacket } from "./packet-lists";

it("a_packet_that_is_there_changes_nothing", () => {
  expect(withFocusedPacket([4, 5, 6], [3, 4, 5], 5)).toEqual([4, 5, 6]);
});

it("the_oldest_that_left_stays_the_first", () => {
  expect(withFocusedPacket([5, 6, 7], [4, 5, 6], 4)).toEqual([4, 5, 6, 7]);
});

it("one_in_the_middle_stays_behind_those_that_were_before_it", () => {
  expect(withFocusedPacket([1, 3, 4], [1, 2, 3], 2)).toEqual([1, 2, 3, 4]);
});

it("the_last_of_those_that_fell_stays_the_last", () => {
  expect(withFocusedPacket([9, 8, 7], [8, 7, 6], 6)).toEqual([9, 8, 7, 6]);
});

it("alone_it_is_still_there", () => {
  expect(withFocusedPacket([], [4], 4)).toEqual([4]);
});
