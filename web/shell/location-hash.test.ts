// How often the address is replaced, what happens when the browser refuses, and that no link of a person is lost.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type * as shell from "./location-hash";

/** A browser's address, whose event comes when the test says so. */
let bar: EventTarget & { location: { hash: string; replace(hash: string): void } };
let createHashWriter: typeof shell.createHashWriter;
let replaceHash: typeof shell.replaceHash;
let redirectHash: typeof shell.redirectHash;

beforeEach(async () => {
  vi.useFakeTimers();
  const location = { hash: "#/first", replace: (hash: string) => void (location.hash = hash) };
  bar = Object.assign(new EventTarget(), { location });
  vi.stubGlobal("window", bar);
  vi.stubGlobal("location", location);
  vi.stubGlobal("history", {
    replaceState: (_state: unknown, _title: string, hash: string) => void (location.hash = hash),
  });
  vi.resetModules();
  ({ createHashWriter, replaceHash, redirectHash } = await import("./location-hash"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a_link_whose_event_is_still_to_come_is_not_replaced", () => {
  expect(replaceHash("#/first?t=1")).toBe(true);
  bar.location.hash = "#/second";
  expect(replaceHash("#/first?t=2")).toBe(false);
  redirectHash("#/first/step");
  expect(bar.location.hash).toBe("#/second");
  bar.dispatchEvent(new Event("hashchange"));
  expect(replaceHash("#/second?t=1")).toBe(true);
  redirectHash("#/second/step");
  expect(bar.location.hash).toBe("#/second/step");
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
