// The tracer of the figures: it retries a failed start, and does not run cancelled requests.
import { expect, test } from "vitest";
import type { Engine } from "../../engine/client";
import type { Scenario } from "../../generated/model";
import { CancelledError } from "../../engine/problems";
import { createTracer } from "./trace-calls";

const scenario = { settings: {} } as Scenario;

/** An engine whose first start can fail, and whose machines are ready when the test says so. */
function manualEngine(failures = 0) {
  const seen = { starts: 0, opened: 0, cancelled: 0 };
  let finishOpening: () => void = () => undefined;
  const engine = {
    start: () =>
      ++seen.starts <= failures ? Promise.reject(new Error("no connection")) : Promise.resolve({}),
    open: () => {
      seen.opened++;
      let cancel = () => undefined as void;
      const done = new Promise((resolve, reject) => {
        finishOpening = () => resolve({ topology: { clock_hz: 1e6 }, head: 0 });
        cancel = () => {
          seen.cancelled++;
          reject(new CancelledError("Cancelled."));
        };
      });
      return { done, cancel };
    },
    ask: () =>
      Promise.resolve({ text: '{"outcome":"delivered","ended":3000,"arrived":1000}', head: 0 }),
  };
  return { seen, finishOpening: () => finishOpening(), engine: engine as unknown as Engine };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test("the next request tries a failed start again", async () => {
  const { seen, finishOpening, engine } = manualEngine(1);
  const tracer = createTracer(() => engine);
  const { signal } = new AbortController();
  await expect(tracer.firstPacket(scenario, 1, signal)).rejects.toThrow("no connection");
  const again = tracer.firstPacket(scenario, 1, signal);
  await settled();
  finishOpening();
  expect(await again).toBe(2);
  expect(seen.starts).toBe(2);
});

test("a cancelled request does not run to its end, and a cancelled waiting request does not start", async () => {
  const { seen, engine } = manualEngine();
  const tracer = createTracer(() => engine);
  const controller = new AbortController();
  const running = tracer.firstPacket(scenario, 1, controller.signal);
  const waiting = tracer.firstPacket(scenario, 1, controller.signal);
  await settled();
  controller.abort();
  await expect(running).rejects.toBeInstanceOf(CancelledError);
  await expect(waiting).rejects.toBeInstanceOf(CancelledError);
  expect(seen).toEqual({ starts: 1, opened: 1, cancelled: 1 });
});
