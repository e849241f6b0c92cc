// How often the address is replaced, and what happens when the browser refuses.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createHashWriter, replaceHash } from "./location-hash";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("somebody_who_types_fast_writes_the_address_twice_a_second", () => {
  const replace = vi.fn((_hash: string) => true);
  const writer = createHashWriter(500, replace);
  for (let key = 1; key <= 300; key++) {
    writer.write(`#/explore?find=${key}`);
    vi.advanceTimersByTime(20);
  }
  vi.advanceTimersByTime(500);
  expect(replace.mock.calls.length).toBeLessThanOrEqual(14);
  expect(replace.mock.calls.at(-1)).toEqual(["#/explore?find=300"]);
});

it("the_first_hash_is_written_at_once_and_a_flush_writes_what_waits", () => {
  const replace = vi.fn((_hash: string) => true);
  const writer = createHashWriter(500, replace);
  writer.write("#/a");
  writer.write("#/b");
  expect(replace.mock.calls).toEqual([["#/a"]]);
  writer.flush();
  expect(replace.mock.calls.at(-1)).toEqual(["#/b"]);
  vi.advanceTimersByTime(5_000);
  expect(replace).toHaveBeenCalledTimes(2);
});

it("a_browser_that_throws_is_survived_and_the_last_hash_is_tried_again", () => {
  const written: string[] = [];
  let isAllowed = false;
  vi.stubGlobal("history", {
    replaceState(_state: unknown, _title: string, hash: string) {
      if (!isAllowed) throw new DOMException("too many calls", "SecurityError");
      written.push(hash);
    },
  });
  const writer = createHashWriter(500);
  expect(replaceHash("#/a")).toBe(false);
  for (let key = 0; key < 3; key++) writer.write(`#/${key}`);
  vi.advanceTimersByTime(1_000);
  isAllowed = true;
  vi.advanceTimersByTime(1_000);
  expect(written).toEqual(["#/2"]);
});

it("a_page_that_is_left_writes_nothing_more", () => {
  const replace = vi.fn((_hash: string) => true);
  const writer = createHashWriter(500, replace);
  writer.write("#/a");
  writer.write("#/b");
  writer.stop();
  vi.advanceTimersByTime(5_000);
  expect(replace.mock.calls).toEqual([["#/a"]]);
});
