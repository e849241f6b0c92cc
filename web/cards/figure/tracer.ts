// The engine of the figures that show calls. It starts when a figure first needs it, and all pages share it.
import { createEngine } from "../../engine/client";
import { compileSimulator, fetchCatalogue, spawnWorker } from "../../engine/module";
import { createTracer } from "../../desk/figures/trace-calls";

export const tracer = createTracer(() =>
  createEngine({
    spawn: spawnWorker,
    module: compileSimulator,
    catalogue: fetchCatalogue,
    query: "",
    now: () => performance.now(),
  }),
);
