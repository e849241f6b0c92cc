// Creates the pool of workers that runs trials, and the curves of a desk: one for each of its machines. The page loads this file after the first picture, because the first picture needs no trials.
import { compileSimulator } from "../../engine/module";
import type { Engine } from "../../engine/client";
import { measureOf } from "../../model/measures/measures";
import type { Catalogue } from "../../generated/model";
import { Pool } from "../../engine/pool";
import type { WorkerLike } from "../../engine/protocol";
import { withEachMachine, type Comparison } from "../compare/comparison";
import type { ShownMachine } from "../lab/machine";
import type { Store } from "../../lib/store";
import { withoutPinned } from "../../model/curve-choices";
import { programKey } from "../../model/scenario/settings";
import { createSweep, type Sweep } from "./sweep";

export interface Trials {
  /** Null until the simulator has started. */
  pool: Pool | null;
  /** The curve of each machine of the desk; empty until the simulator has started. */
  sweeps: ReadonlyMap<ShownMachine, Sweep>;
}

export interface TrialServices {
  lab: ShownMachine;
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
  const { lab, comparison, trials, engine, spawn, cores, schedule, shared } = services;
  const size = Math.max(1, cores - 1);
  const { model } = catalogue;
  const pool = (shared.pool ??= new Pool({
    ...{ spawn, model },
    module: compileSimulator,
    sizeMax: size,
  }));
  trials.set({ pool });
  withEachMachine(comparison, (machine) => {
    const lane = machine === lab ? lab.kind : `${lab.kind}-second`;
    const sweep = createSweep(catalogue, pool, schedule, lane);
    trials.set({ sweeps: new Map([...trials.get().sweeps, [machine, sweep]]) });
    updateSweepOnChange({ sweep, lab: machine, chooser: lab, schedule });
  });
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

interface SweepUpdate {
  sweep: Sweep;
  /** The lab whose machine is measured. */
  lab: ShownMachine;
  /** The desk's machine: the axes that are chosen for it are those of all machines. */
  chooser: ShownMachine;
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
    const key = JSON.stringify([base.id, scenario.seed, programKey(scenario), values, axes]);
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
