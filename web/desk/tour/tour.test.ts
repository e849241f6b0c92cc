// Facts about the tour of a first visit: what completes its steps, what it does for a person, and that all can be undone.
import { beforeEach, describe, expect, it } from "vitest";
import { memoryStorage } from "../../lib/persistence/memory-storage.test-data";
import { startLab, type LabHarness } from "../lab/lab-harness.test-data";
import type { Lab } from "../lab/lab";
import type { Tick } from "../lab/lab-state";
import type { Store } from "../../lib/store";
import { WATCH_PACKETS } from "../../model/playback";
import { createTour, takeFirstVisit, TOUR_KEY, TOUR_STEPS, type Tour } from "./tour";

let bench: LabHarness;
let lab: Lab;
let tour: Tour;

/** The fake machine has no diagnoses of its own: this one stays until the next frame. */
function diagnose(id: string, tone: "good" | "bad"): void {
  const { diagnosis } = lab.tick.get();
  const cure = { label: "Another limit", set: { limit: 3 } };
  (lab.tick as Store<Tick>).set({
    diagnosis: { window_ms: 50, headline: "", sentence: "", ...diagnosis, id, tone, cure },
  });
}

const step = () => TOUR_STEPS[tour.state.get().step ?? -1];

beforeEach(async () => {
  bench = await startLab();
  ({ lab } = bench);
  lab.clock.setSpeed(WATCH_PACKETS);
  const timers: { run: () => void; milliseconds: number }[] = [];
  tour = createTour({
    lab,
    schedule: (run, milliseconds) => void timers.push({ run, milliseconds }),
  });
  pending = timers;
  await bench.animate(100);
});

let pending: { run: () => void; milliseconds: number }[] = [];

/** The knob has been still for a while. */
const waitUntilStill = () => pending.splice(0).forEach(({ run }) => run());

function goTo(name: (typeof TOUR_STEPS)[number]): void {
  tour.start();
  while (step() !== name) tour.next();
}

describe("the tour", () => {
  it("opens_on_the_first_step_and_goes_on_and_back", () => {
    tour.start();
    expect(step()).toBe("arrival");
    tour.next();
    tour.next();
    expect(step()).toBe("overload");
    tour.back();
    expect(step()).toBe("lanes");
    tour.close();
    expect(step()).toBeUndefined();
  });

  it("waits_for_the_diagnosis_of_a_livelock_and_jumps_to_it_when_the_knob_is_still", async () => {
    lab.clock.pause();
    await bench.animate(50);
    goTo("overload");
    expect(tour.state.get().goal).not.toBe("reached");
    tour.act();
    await bench.animate(200);
    expect(lab.values()["traffic.rate"]).toBe(12_000);
    expect(tour.state.get().goal).toBe("running");
    expect(lab.state.get().skip).toBeNull();
    waitUntilStill();
    expect(lab.state.get().skip).not.toBeNull();
    await bench.animate(2_500);
    diagnose("livelock_at_queue", "bad");
    expect(tour.state.get().goal).toBe("reached");
  });

  it("counts_a_cure_only_under_a_load_that_the_machine_could_not_carry", async () => {
    goTo("cure");
    diagnose("keeping_up", "good");
    expect(tour.state.get().goal).toBe("ready");
    lab.clock.setSpeed(1);
    lab.change({ "traffic.rate": 12_000 });
    await bench.animate(300);
    diagnose("shedding", "good");
    expect(tour.state.get().goal).toBe("reached");
  });

  it("takes_back_what_was_changed_since_it_began", async () => {
    goTo("overload");
    tour.act();
    await bench.animate(300);
    expect(lab.values()["traffic.rate"]).toBe(12_000);
    tour.undo();
    await bench.animate(500);
    expect(lab.values()["traffic.rate"]).not.toBe(12_000);
    expect(step()).toBeUndefined();
  });

  it("closes_when_another_machine_is_opened", async () => {
    goTo("lanes");
    lab.openScenario("second");
    await bench.animate(300);
    expect(lab.state.get().base?.id).toBe("second");
    expect(step()).toBeUndefined();
  });
});

describe("a first visit", () => {
  it("is_reported_once", () => {
    const { storage } = memoryStorage();
    expect(takeFirstVisit(storage, false)).toBe(true);
    expect(takeFirstVisit(storage, false)).toBe(false);
    expect(storage.getItem(TOUR_KEY)).toBe("shown");
  });

  it("is_not_reported_with_earlier_progress_or_without_storage", () => {
    expect(takeFirstVisit(memoryStorage().storage, true)).toBe(false);
    expect(takeFirstVisit(null, false)).toBe(false);
  });
});
