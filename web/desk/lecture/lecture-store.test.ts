// A lecture in two windows: each key has its effect, both windows show the same state, and a reload loses nothing.
import { describe, expect, test } from "vitest";
import type { Lesson, Step } from "../../lesson/lesson";
import { sampleLesson } from "../../lesson/parse/sample.test-data";
import { memoryStorage } from "../../lib/persistence/memory-storage.test-data";
import { commandOf, LECTURE_KEYS } from "./lecture-keys";
import { formatClock, valuesAfterCues } from "./lecture-state";
import { createLectureStore, slideToContinue, type Channel } from "./lecture-store";

const cue = (set: Record<string, number>) => ({ set, label: "", line: 1 });
const sample = sampleLesson();
const lecture: Lesson = {
  ...sample,
  steps: sample.steps.map((step, at) =>
    at === 0 ? { ...step, cues: [cue({ a: 1, b: 1 }), cue({ a: 2 })] } : step,
  ),
};

/** A device with windows: one storage and one channel. */
function device() {
  const { storage } = memoryStorage();
  const channels: Channel[] = [];
  const channel = (): Channel => {
    const own: Channel = {
      onmessage: null,
      postMessage(data) {
        for (const other of channels) if (other !== own) other.onmessage?.({ data });
      },
      close: () => void channels.splice(channels.indexOf(own), 1),
    };
    channels.push(own);
    return own;
  };
  let count = 0;
  const clock = { now: 5_000, mayStart: true };
  const open = (isStored = true, isChannelled = true) =>
    createLectureStore(lecture, {
      storage: isStored ? storage : null,
      channel: isChannelled ? channel() : null,
      now: () => clock.now,
      mayStart: () => clock.mayStart,
      windowName: `w${++count}`,
    });
  return { storage, open, clock };
}

function press(store: ReturnType<typeof createLectureStore>, ...keys: string[]) {
  for (const key of keys) {
    const command = commandOf(key, store.state.get().typed);
    if (command !== null) store.run(command);
  }
  return store.state.get();
}

test("for_a_person_who_has_asked_for_less_motion_no_slide_starts_its_machine", () => {
  const { open, clock } = device();
  clock.mayStart = false;
  const slides = open();
  expect(slides.state.get().isPlaying).toBe(false);
  expect(press(slides, "ArrowRight")).toMatchObject({ slide: 1, isPlaying: false });
  slides.run({ kind: "play" });
  expect(press(slides, "ArrowRight")).toMatchObject({ slide: 2, isPlaying: true });
});

test("both_windows_follow_each_other", () => {
  const { open } = device();
  const [slides, speaker] = [open(), open()];
  press(slides, "ArrowRight");
  expect(speaker.state.get()).toEqual(slides.state.get());
  press(speaker, "PageDown", "b");
  expect(slides.state.get()).toMatchObject({ slide: 2, isBlack: true, startedAt: 5_000 });
});

test("a_reload_and_a_window_opened_later_find_the_same_state", () => {
  const { open } = device();
  const slides = open();
  press(slides, "c", "ArrowRight", "PageUp", "c");
  slides.close();
  expect(open().state.get()).toMatchObject({ slide: 0, cues: 1 });
});

test("without_storage_the_other_window_keeps_the_state", () => {
  const { open } = device();
  const [slides, speaker] = [open(false), open(false)];
  press(slides, "End");
  slides.close();
  expect(open(false).state.get()).toEqual(speaker.state.get());
});

test("a_lecture_begins_anew_hours_after_its_rehearsal", () => {
  const { open, clock } = device();
  const rehearsal = open();
  press(rehearsal, "End");
  rehearsal.close();
  clock.now += 3 * 3_600_000;
  expect(open().state.get()).toMatchObject({ slide: 2, startedAt: 5_000 });
  const { open: openNextDay, clock: nextDay } = device();
  press(openNextDay(), "End");
  nextDay.now += 24 * 3_600_000;
  expect(openNextDay(true, false).state.get()).toMatchObject({ slide: 0, startedAt: 0 });
});

test("a_finished_lecture_opens_at_its_beginning_with_a_new_clock", () => {
  const { storage, open, clock } = device();
  const opened = (slide: number | null) => {
    const store = open();
    store.run({ kind: "open", slide });
    return store;
  };
  press(opened(null), "ArrowRight");
  expect(slideToContinue(lecture, storage, clock.now)).toBe(1);
  expect(press(opened(null), "End")).toMatchObject({ slide: 2, startedAt: 5_000 });
  expect(slideToContinue(lecture, storage, clock.now)).toBeNull();
  expect(opened(2).state.get()).toMatchObject({ slide: 2, startedAt: 5_000 });
  const speaker = open();
  const again = opened(null);
  for (const store of [again, speaker]) {
    expect(store.state.get()).toMatchObject({ slide: 0, startedAt: 0 });
  }
});

test("the_address_opens_its_slide_and_a_reload_keeps_what_was_done_there", () => {
  const { open, clock } = device();
  press(open(), "ArrowRight", "ArrowLeft", "c", "b");
  const reloaded = open();
  reloaded.run({ kind: "open", slide: 0 });
  expect(reloaded.state.get()).toMatchObject({
    slide: 0,
    cues: 1,
    isBlack: true,
    startedAt: 5_000,
  });
  const linked = open();
  linked.run({ kind: "open", slide: 2 });
  expect(linked.state.get()).toMatchObject({ slide: 2, cues: 0, isBlack: false, startedAt: 5_000 });
  clock.now += 1_000;
  linked.run({ kind: "go", slide: 0 });
  expect(linked.state.get()).toMatchObject({ slide: 0, startedAt: 5_000 });
});

test("a_damaged_state_or_a_slide_that_is_gone_begins_anew", () => {
  const { storage, open } = device();
  for (const text of ["{", '{"serial":1}', "null"]) {
    storage.setItem(`livelock-lab.lecture.${lecture.id}`, text);
    expect(open().state.get().slide).toBe(0);
  }
});

describe("keys", () => {
  const fresh = () => device().open();

  test("go_to_slides_and_stay_inside", () => {
    expect(press(fresh(), "ArrowRight", "ArrowRight", "PageDown", "PageDown").slide).toBe(2);
    expect(press(fresh(), "End", "PageUp").slide).toBe(1);
    expect(press(fresh(), "PageUp").slide).toBe(0);
    expect(press(fresh(), "3", "Enter")).toMatchObject({ slide: 2, typed: "" });
    expect(press(fresh(), "9", "9", "Enter").slide).toBe(2);
  });

  test("enter_without_a_number_is_the_next_slide", () => {
    expect(press(fresh(), "Enter").slide).toBe(1);
  });

  test("give_cues_and_take_them_back", () => {
    expect(press(fresh(), "c", "ArrowDown", "c").cues).toBe(2);
    expect(press(fresh(), "c", "C", "ArrowUp").cues).toBe(0);
    expect(press(fresh(), "c", "ArrowRight").cues).toBe(0);
  });

  test("two_buttons_of_a_clicker_go_through_slides_and_cues", () => {
    const store = fresh();
    const visited = (key: string, times: number) =>
      Array.from({ length: times }, () => {
        const { slide, cues } = press(store, key);
        return `slide ${slide}, ${cues} cues`;
      });
    expect(visited("PageDown", 3)).toEqual([
      "slide 0, 1 cues",
      "slide 0, 2 cues",
      "slide 1, 0 cues",
    ]);
    expect(visited("PageUp", 2)).toEqual(["slide 0, 0 cues", "slide 0, 0 cues"]);
    expect(press(store, "PageDown", "PageUp")).toMatchObject({ slide: 0, cues: 0 });
    // A dark screen first becomes light again.
    expect(press(store, "PageDown", "b", "PageUp")).toMatchObject({ cues: 1, isBlack: false });
  });

  test("next_first_ends_the_black_out", () => {
    expect(press(fresh(), "b", "PageDown")).toMatchObject({ slide: 0, isBlack: false });
  });

  test("the_spotlight_goes_through_lanes_and_queues_and_out_again", () => {
    const store = fresh();
    store.setCounts({ context: 2, place: 3 });
    expect(press(store, "l").spotlight).toEqual({ kind: "context", index: 0 });
    expect(press(store, "l", "l").spotlight).toBeNull();
    expect(press(store, "Q").spotlight).toEqual({ kind: "place", index: 2 });
    expect(press(store, "Escape").spotlight).toBeNull();
  });

  test("no_key_has_two_commands", () => {
    const keys = LECTURE_KEYS.flatMap((one) => one.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

test("cues_turn_knobs_and_taking_back_restores_the_values_before", () => {
  const slide = lecture.steps[0] as Step;
  const start = { a: 9, b: 8 };
  expect(valuesAfterCues(slide, start, 2)).toEqual({ a: 2, b: 1 });
  expect(valuesAfterCues(slide, start, 1)).toEqual({ a: 1, b: 1 });
  expect(valuesAfterCues(slide, start, 0)).toEqual(start);
});

test("the_clock", () => {
  expect([0, 65_000, 3_725_000].map(formatClock)).toEqual(["0:00", "1:05", "1:02:05"]);
});
