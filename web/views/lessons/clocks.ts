// How fast the CPU of a scenario's machine is: only a machine that is built knows. A worker of its own, so
// that the lab's machine stays as it is; gone when it has been asked.
import { createEngine, type WorkerLike } from "../../engine/client";
import type { Scenario } from "../../engine/model";
import { compileSimulator } from "../../engine/module";
import { spawnWorker } from "../../engine/spawn";
import { PROFILE_PATH } from "../../store/settings";

export async function clocksOf(scenarios: readonly Scenario[]): Promise<number[]> {
  const workers: WorkerLike[] = [];
  const spawn = () => {
    const worker = spawnWorker();
    workers.push(worker);
    return worker;
  };
  const now = () => performance.now();
  const engine = createEngine({ spawn, module: compileSimulator, query: "", now });
  const known = new Map<unknown, number>();
  try {
    await engine.start();
    for (const scenario of scenarios) {
      const profile = scenario.settings[PROFILE_PATH];
      if (known.has(profile)) continue;
      const opened = await engine.open(JSON.stringify(scenario), { milliseconds: 0 }, 1).done;
      known.set(profile, opened.topology.clock_hz);
    }
  } finally {
    for (const worker of workers) worker.terminate();
  }
  return scenarios.map((scenario) => known.get(scenario.settings[PROFILE_PATH]) ?? NaN);
}
