// Builds machines to get their topologies. Uses a worker of its own, so that the lab's machine does not change, and ends
// it afterwards.
import { createEngine } from "../../../engine/client";
import type { WorkerLike } from "../../../engine/protocol";
import type { Scenario, Topology } from "../../../generated/model";
import { compileSimulator, fetchCatalogue, spawnWorker } from "../../../engine/module";
import { RefusedError } from "../../../engine/problems";

/** The topologies of the scenarios, in their order; undefined for a scenario that the simulator refuses. */
export async function buildTopologies(
  scenarios: readonly Scenario[],
): Promise<(Topology | undefined)[]> {
  const workers: WorkerLike[] = [];
  const spawn = () => {
    const worker = spawnWorker();
    workers.push(worker);
    return worker;
  };
  const now = () => performance.now();
  const engine = createEngine({
    spawn,
    module: compileSimulator,
    catalogue: fetchCatalogue,
    query: "",
    now,
  });
  const found: (Topology | undefined)[] = [];
  try {
    await engine.start();
    for (const scenario of scenarios) {
      const opened = engine.open(JSON.stringify(scenario), { milliseconds: 0 }, 1).done;
      found.push(
        await opened.then(
          ({ topology }) => topology,
          (error: unknown) => {
            if (error instanceof RefusedError) return undefined;
            throw error;
          },
        ),
      );
    }
  } finally {
    for (const worker of workers) worker.terminate();
  }
  return found;
}
