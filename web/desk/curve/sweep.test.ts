// Facts about epochs: points of an older machine never mix with those of the current one.
import { describe, expect, it } from "vitest";
import type { Report } from "../../generated/model";
import type { Job } from "../../engine/pool";
import { catalogueOf, scenarioOf } from "../../model/scenario/small-catalogue.test-data";
import {
  scenarioStartingWith,
  valuesAtStart,
  type SettingValues,
} from "../../model/scenario/settings";
import { DEFAULT_CHOICES, withChangedCurve, withPinned } from "../../model/curve-choices";
import { createSweep } from "./sweep";

const catalogue = catalogueOf();
const base = scenarioOf();

function setUp() {
  const jobs: Job[] = [];
  const cancelled: string[] = [];
  const pool = {
    submit: (job: Job) => void jobs.push(job),
    cancel: (owner: string) => void cancelled.push(owner),
  };
  const sweep = createSweep(catalogue, pool, (run) => run());
  const leave = sweep.watch();
  const finish = (job: Job | undefined, lost = 0) => {
    const { settings } = JSON.parse(job?.scenario ?? "{}") as { settings: Record<string, number> };
    const rate = settings["traffic.rate"] ?? 0;
    job?.onReport({ offered_pps: rate, delivered_pps: rate * (1 - lost) } as Report);
  };
  return { jobs, cancelled, sweep, leave, finish };
}

describe("sweep", () => {
  it("plans_6_then_12_then_24_points_each_with_its_own_scenario", () => {
    const { jobs, sweep } = setUp();
    sweep.show(base, base, { "trial.to": 14_880, limit: 5 }, 1);
    expect(jobs).toHaveLength(24);
    expect(new Set(jobs.map(({ scenario }) => scenario)).size).toBe(24);
    expect(jobs[5]?.scenario).toContain("14880");
  });

  it("no_trial_runs_where_the_rate_has_no_effect", () => {
    const parameters = catalogue.parameters.map((one) =>
      one.path === "traffic.rate" ? { ...one, when: "mode=steady" } : one,
    );
    const jobs: Job[] = [];
    const pool = { submit: (job: Job) => void jobs.push(job), cancel: () => undefined };
    const sweep = createSweep({ ...catalogue, parameters }, pool, (run) => run());
    sweep.watch();
    sweep.show(base, base, { mode: "bursty" }, 1);
    expect(jobs).toHaveLength(0);
    sweep.show(base, base, { mode: "steady" }, 2);
    expect(jobs).toHaveLength(24);
  });

  it("an_earlier_machine_has_the_same_points_and_runs_each_trial_once", () => {
    const { jobs, sweep, finish } = setUp();
    const lossy = (job: Job) => {
      const { settings } = JSON.parse(job.scenario) as { settings: Record<string, number> };
      finish(job, (settings["traffic.rate"] ?? 0) > 4000 ? 0.5 : 0);
    };
    sweep.show(base, base, { limit: 5, "trial.seeds": 3 }, 1);
    for (const job of jobs) lossy(job);
    const first = sweep.store.get().points;
    expect(first.length).toBeGreaterThan(24);
    // The pool answers cached trials during `submit`.
    const known = createSweep(catalogue, { submit: lossy, cancel: () => undefined }, (run) =>
      run(),
    );
    known.watch();
    known.show(base, base, { limit: 5, "trial.seeds": 3 }, 1);
    const { points, done, wanted } = known.store.get();
    expect(points).toEqual(first);
    expect(done).toBe(wanted);
    for (const { trials } of points) expect(trials.map(({ seed }) => seed)).toEqual([7, 8, 9]);
  });

  it("trials_run_only_while_a_view_shows_the_curve", () => {
    const { jobs, cancelled, sweep, leave, finish } = setUp();
    sweep.choose({ ...DEFAULT_CHOICES, pinned: withPinned([], base, "pinned") });
    sweep.show(base, base, { limit: 5 }, 1);
    const once = jobs.length;
    expect(once).toBeGreaterThan(24);
    for (const job of jobs) finish(job);
    const drawn = sweep.store.get().points;
    leave();
    expect(new Set(cancelled)).toContain(jobs[0]?.owner);
    expect(new Set(cancelled)).toContain(jobs[once - 1]?.owner);
    expect(sweep.store.get().points).toEqual([]);
    jobs.length = 0;
    sweep.show(base, base, { limit: 9 }, 2);
    sweep.show(base, base, { limit: 5 }, 3);
    expect(jobs).toHaveLength(0);
    sweep.watch();
    expect(jobs).toHaveLength(once);
    for (const job of jobs) finish(job);
    expect(sweep.store.get().points).toEqual(drawn);
    expect(sweep.store.get().previous).toBeNull();
  });

  it("moving_along_the_axis_is_the_same_curve", () => {
    const { jobs, sweep } = setUp();
    sweep.show(base, base, { "traffic.rate": 2000 }, 2);
    sweep.show(base, base, { "traffic.rate": 9000 }, 3);
    expect(jobs).toHaveLength(24);
    expect(sweep.store.get().epoch).toBe(1);
  });

  it("a_moved_knob_removes_all_points_of_the_older_machine", () => {
    const { jobs, sweep, finish, cancelled } = setUp();
    sweep.show(base, base, { limit: 5 }, 4);
    for (const job of jobs.slice(0, 3)) finish(job);
    expect(sweep.store.get().points).toHaveLength(3);
    sweep.show(base, base, { limit: 6 }, 5);
    expect(cancelled).toContain("curve 1");
    expect(sweep.store.get().points).toEqual([]);
    finish(jobs[3]);
    expect(sweep.store.get().points).toEqual([]);
  });

  it("a_drawn_curve_becomes_the_previous_one_but_not_if_it_has_too_few_points", () => {
    const { jobs, sweep, finish } = setUp();
    sweep.show(base, base, { limit: 5 }, 6);
    for (const job of jobs.slice(0, 6)) finish(job);
    sweep.show(base, base, { limit: 6 }, 7);
    expect(sweep.store.get().previous?.points).toHaveLength(6);
    sweep.show(base, base, { limit: 7 }, 8);
    expect(sweep.store.get().previous?.points).toHaveLength(6);
  });

  it("a_drag_keeps_no_curve_of_its_intermediate_values", () => {
    const { jobs, sweep, finish } = setUp();
    const others = { cure: false, limit: 10, mode: "steady", ring: 32 };
    const measureCurve = (rate: number, transaction: number) => {
      sweep.show(base, base, { ...others, rate }, transaction);
      for (const job of jobs.splice(0)) finish(job);
    };
    measureCurve(5, 1);
    for (const rate of [8, 32, 200]) measureCurve(rate, 2);
    expect(sweep.store.get().previous?.name).toBe("rate 5/s");
    measureCurve(7, 3);
    expect(sweep.store.get().previous?.name).toBe("rate 200/s");
  });

  it("every_seed_of_a_point_is_kept", () => {
    const { jobs, sweep, finish } = setUp();
    sweep.show(base, base, { "trial.seeds": 3 }, 9);
    expect(jobs).toHaveLength(72);
    for (const job of [...jobs].reverse()) finish(job);
    const { points, done, wanted, seeds } = sweep.store.get();
    expect(points).toHaveLength(24);
    expect(
      points.every(({ trials }) => trials.map(({ seed }) => seed).join() === seeds.join()),
    ).toBe(true);
    expect(done).toBe(wanted);
  });

  it("the_start_of_loss_is_refined_when_all_points_are_there", () => {
    const { jobs, sweep, finish } = setUp();
    sweep.show(base, base, { limit: 5 }, 10);
    for (const [index, job] of jobs.slice().entries()) finish(job, index % 2);
    expect(jobs.length).toBeGreaterThan(24);
  });

  it("a_pinned_machine_is_measured_over_the_axis_that_is_shown", () => {
    const { jobs, sweep, finish } = setUp();
    const values = { ...valuesAtStart(catalogue, base), cure: true };
    const pinned = withPinned([], scenarioStartingWith(catalogue, base, values), "Cured");
    sweep.choose({ ...DEFAULT_CHOICES, pinned });
    sweep.show(base, base, valuesAtStart(catalogue, base), 11);
    for (const job of jobs.splice(0)) finish(job);
    expect(sweep.store.get().pinned).toMatchObject([{ name: "Cured", hasAxis: true }]);
    expect(sweep.store.get().pinned[0]?.points).toHaveLength(24);
    sweep.choose({ ...DEFAULT_CHOICES, pinned, axisPath: "limit" });
    sweep.show(base, base, { ...values, "traffic.rate": 5000 }, 12);
    for (const job of jobs) finish(job);
    expect(sweep.store.get().axis?.path).toBe("limit");
    expect(sweep.store.get().pinned[0]?.points.at(-1)?.x).toBe(Infinity);
    sweep.choose(DEFAULT_CHOICES);
    expect(sweep.store.get().pinned).toEqual([]);
  });

  it("another_setting_is_varied_at_the_machines_own_rate", () => {
    const { jobs, sweep } = setUp();
    sweep.choose({ ...DEFAULT_CHOICES, axisPath: "ring" });
    sweep.show(base, base, { ...valuesAtStart(catalogue, base), "traffic.rate": 5000 }, 1);
    expect(sweep.store.get().axis?.range).toMatchObject({ min: 1, max: 1024 });
    expect(jobs).toHaveLength(25);
    expect(jobs.every(({ scenario }) => scenario.includes('"traffic.rate":5000'))).toBe(true);
    sweep.show(base, base, { ...valuesAtStart(catalogue, base), "traffic.rate": 5000, ring: 8 }, 2);
    expect(sweep.store.get().epoch).toBe(1);
  });

  it("a_lesson_may_have_a_locked_setting_on_its_axis_between_its_own_ends", () => {
    const { sweep } = setUp();
    const curve = { axisPath: "limit", measure: "delivered", from: 2, to: 50 } as const;
    const values = { ...valuesAtStart(catalogue, base), cure: true };
    sweep.choose({ ...DEFAULT_CHOICES, axisPath: "limit" }, { unlocked: [], curve: null });
    sweep.show(base, base, values, 1);
    expect(sweep.store.get().axis?.path).toBe("traffic.rate");
    sweep.choose({ ...DEFAULT_CHOICES, axisPath: "limit" }, { unlocked: [], curve });
    sweep.show(base, base, values, 1);
    expect(sweep.store.get().axis?.range).toMatchObject({ min: 2, max: 50, infinity: false });
  });

  it("a_setting_without_effect_gives_way_to_the_offered_rate", () => {
    const { sweep } = setUp();
    sweep.choose({ ...DEFAULT_CHOICES, axisPath: "limit" });
    sweep.show(base, base, valuesAtStart(catalogue, base), 1);
    expect(sweep.store.get().axis?.path).toBe("traffic.rate");
  });

  /** A sweep over the ring, of a machine that the search for a rate measures. */
  function searchOverRing(measure: "peak" | "livelock") {
    const delivered = (job: Job) => {
      const { settings } = JSON.parse(job.scenario) as { settings: Record<string, number> };
      const { "traffic.rate": rate = 2000, ring = 32 } = settings;
      // The peak is at 4 packets/s for each slot of the ring; beyond it the machine delivers ever less.
      const delivered_pps = rate <= 4 * ring ? rate : Math.max(0, 8 * ring - rate);
      job.onReport({ offered_pps: rate, delivered_pps } as Report);
    };
    const sweep = createSweep(catalogue, { submit: delivered, cancel: () => undefined }, (run) =>
      run(),
    );
    sweep.watch();
    sweep.choose({ ...DEFAULT_CHOICES, axisPath: "ring", measure });
    sweep.show(base, base, { ...valuesAtStart(catalogue, base), "trial.to": 4000 }, 1);
    return sweep;
  }

  it("the_livelock_is_searched_at_each_value_and_values_without_it_have_no_point", () => {
    const { points } = searchOverRing("livelock").store.get();
    const rings = points.map(({ x }) => x);
    expect(rings.length).toBeGreaterThan(5);
    expect(Math.max(...rings)).toBeLessThanOrEqual(4000 / 8 + 10);
    for (const { x, trials } of points.slice(1))
      expect(Math.abs((trials[0]?.report.offered_pps ?? 0) - 8 * x), `ring ${x}`).toBeLessThan(150);
  });

  it("the_peak_is_searched_at_each_value_of_another_setting", () => {
    const sweep = searchOverRing("peak");
    const { points, done, wanted } = sweep.store.get();
    expect(points).toHaveLength(25);
    expect(done).toBe(wanted);
    for (const { x, trials } of points.slice(1)) {
      const peak = trials[0]?.report.delivered_pps ?? 0;
      expect(Math.abs(peak - Math.min(4000, 4 * x)), `ring ${x}`).toBeLessThan(80);
    }
    const { epoch } = sweep.store.get();
    sweep.show(
      base,
      base,
      { ...valuesAtStart(catalogue, base), "trial.to": 4000, "traffic.rate": 9 },
      2,
    );
    expect(sweep.store.get().epoch).toBe(epoch);
  });

  it("a_hidden_curve_is_not_measured", () => {
    const { jobs, sweep } = setUp();
    const pinned = withChangedCurve(withPinned([], base, "Base"), 1, { isHidden: true });
    sweep.choose({ ...DEFAULT_CHOICES, pinned });
    sweep.show(base, base, { ...valuesAtStart(catalogue, base), ring: 8 }, 1);
    expect(jobs).toHaveLength(24);
  });

  it("after_a_failed_trial_the_refinement_goes_on", () => {
    const { jobs, sweep, finish } = setUp();
    sweep.show(base, base, { limit: 5 }, 13);
    const [first, ...others] = jobs.slice();
    for (const [index, job] of others.entries()) finish(job, index % 2);
    first?.onFailure(new Error("no time passes in lnread"));
    expect(sweep.store.get().done).toBe(24);
    expect(jobs.length).toBeGreaterThan(24);
    const { length } = jobs;
    for (const job of jobs.slice(24)) job.onFailure(new Error("no time passes in lnread"));
    expect(jobs).toHaveLength(length);
    expect(sweep.store.get().done).toBe(sweep.store.get().wanted);
  });

  it("machines_with_the_same_first_differences_get_different_names", () => {
    const { jobs, sweep, finish } = setUp();
    const draw = (values: SettingValues, transaction: number) => {
      sweep.show(
        base,
        base,
        { rate: 5, cure: true, limit: 6, mode: "bursty", ...values },
        transaction,
      );
      for (const job of jobs.splice(0)) finish(job);
      return sweep.store.get();
    };
    const first = draw({ ring: 64 }, 14).name;
    const { name, previous } = draw({ ring: 128 }, 15);
    expect(name).not.toBe(first);
    expect(previous?.name).toBe(first);
  });

  it("a_failed_trial_is_reported", () => {
    const { jobs, sweep } = setUp();
    sweep.show(base, base, { limit: 5 }, 12);
    jobs[0]?.onFailure(new Error("no time passes in lnread"));
    expect(sweep.store.get().failure).toBe("no time passes in lnread");
  });
});
