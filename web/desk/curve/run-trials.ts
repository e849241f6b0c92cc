// Creates the pool of workers that runs trials, and the curves of a desk: that of its machine, and that of the second machine of
// a comparison. The page loads this file after the first picture, because the first picture needs no trials.
import { compileSimulator } from "../../engine/module";
import type { Engine } from "../../engine/client";
import { measureOf } from "../../model/measures/measures";
import type { Catalogue } from "../../generated/model";
import { Pool } from "../../engine/pool";
import type { WorkerLike } from "../../engine/protocol";
import type { Comparison } from "../compare/comparison";
import type { Lab } from "../lab/lab";
import type { Store } from "../../lib/store";
import { withoutPinned } from "../../model/curve-choices";
import { createSweep, type Sweep } from "./sweep";

export interface Trials {
  /** Null until the simulator has started. */
  pool: Pool | null;
  /** The curve of the desk's machine; null until the simulator has started. */
  sweep: Sweep | null;
  /** The curve of the second machine of a comparison; null until there has been one. */
  followerSweep: Sweep | null;
}

export interface TrialServices {
  lab: Lab;
  comparison: Comparison;
  trials: Store<Trials>;
  engine: Engine;
  spawn(): WorkerLike;
  /** The device's hardware threads. */
  cores: number;
  schedule(run: () => void, milliseconds: number): void;
  /** The pool that all desks share; the first of them creates it. */
  shared: { pool: Pool | null };
}

/** The first change of a knob is drawn at once. While the knob goes on moving, the curve waits until the knob has been
 * still for this long, in wall milliseconds. */
const SETTLE_MILLISECONDS = 120;

/** Call when the first machine is shown. */
export function runTrials(catalogue: Catalogue, services: TrialServices): void {
  const { lab, trials, engine, spawn, cores, schedule, shared } = services;
  const size = Math.max(1, cores - 1);
  const { model } = catalogue;
  const pool = (shared.pool ??= new Pool({
    ...{ spawn, model },
    module: compileSimulator,
    sizeMax: size,
  }));
  const sweep = createSweep(catalogue, pool, schedule, lab.kind);
  trials.set({ pool, sweep });
  updateSweepOnChange({ sweep, lab, chooser: lab, schedule });
  createFollowerSweep(catalogue, pool, services);
  adaptPoolToFrames(engine, pool, size);
}

/** Halves the pool when frames come late, and doubles it again when they come in time. */
function adaptPoolToFrames(engine: Engine, pool: Pool, size: number): void {
  const LATE_MILLISECONDS = 40;
  const SAMPLES = 30;
  let waits: number[] = [];
  engine.onFrame(({ roundTrip, spent }) => {
    waits.push(roundTrip - spent);
    if (waits.length < SAMPLES) return;
    const median = [...waits].sort((a, b) => a - b)[SAMPLES / 2] ?? 0;
    waits = [];
    const { workersMax: now } = pool;
    pool.resize(median > LATE_MILLISECONDS ? Math.max(1, now >> 1) : Math.min(size, now * 2));
  });
}

/** Creates the curve of the second machine when there is one. It has the axes that are chosen for the first machine. */
function createFollowerSweep(catalogue: Catalogue, pool: Pool, services: TrialServices): void {
  const { lab, comparison, trials, schedule } = services;
  const create = () => {
    const { follower, phase } = comparison.state.get();
    if (follower === null || phase !== "ready") return;
    stop();
    const followerSweep = createSweep(catalogue, pool, schedule, `${lab.kind}-second`);
    trials.set({ followerSweep });
    updateSweepOnChange({ sweep: followerSweep, lab: follower, chooser: lab, schedule });
  };
  const stop = comparison.state.subscribe(create);
  create();
}

interface SweepUpdate {
  sweep: Sweep;
  /** The lab whose machine is measured. */
  lab: Lab;
  /** The lab in which a person chooses the axes. */
  chooser: Lab;
  schedule: TrialServices["schedule"];
}

/** Draws the curve of a machine soon after its knobs have stopped moving. */
function updateSweepOnChange({ sweep, lab, chooser, schedule }: SweepUpdate): void {
  let latest = 0;
  let moving = false;
  let last = "";
  const update = () => {
    const { scenario, base, catalogue, transaction } = lab.state.get();
    const { curves, limits } = chooser.state.get();
    if (scenario === null || base === null || catalogue === null) return;
    // Only the chooser's own sweep measures the pinned curves, so that they are measured and drawn once.
    sweep.choose(chooser === lab ? curves : withoutPinned(curves), limits);
    const values = lab.values();
    const { axisPath, measure } = curves;
    const axes = [axisPath, measureOf(measure).search, limits.unlocked, limits.curve];
    const key = JSON.stringify([base.id, scenario.seed, values, axes]);
    if (key === last) return;
    last = key;
    const ours = ++latest;
    const show = () => sweep.show(scenario, base, values, transaction);
    if (!moving) show();
    moving = true;
    schedule(() => {
      if (ours !== latest) return;
      moving = false;
      show();
    }, SETTLE_MILLISECONDS);
  };
  update();
  lab.state.subscribe(update);
  lab.tick.subscribe(update);
  if (chooser !== lab) chooser.state.subscribe(update);
}
