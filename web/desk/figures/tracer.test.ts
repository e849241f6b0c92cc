// The tracer of the figures: it retries a failed start, and does not run cancelled requests.
import { expect, test } from "vitest";
import type { Engine, FrameAnswer, FrameRequest } from "../../engine/client";
import { FRAME_HEADER_LENGTH, FRAME_VERSION } from "../../generated/layout";
import type { Scenario } from "../../generated/model";
import { CancelledError, RefusedError, TrapError } from "../../engine/problems";
import { createTracer } from "./tracer";

const scenario = { settings: {} } as Scenario;

/** An engine whose first start can fail, and whose machines are ready when the test says so. */
function manualEngine(failures = 0) {
  const seen = { starts: 0, opened: 0, cancelled: 0 };
  let showFrame: (answer: FrameAnswer) => void = () => undefined;
  let trap: (trap: TrapError) => void = () => undefined;
  let finishOpening: () => void = () => undefined;
  let refuse: () => void = () => undefined;
  const engine = {
    start: () =>
      ++seen.starts <= failures ? Promise.reject(new Error("no connection")) : Promise.resolve({}),
    open: () => {
      seen.opened++;
      let cancel = () => undefined as void;
      const done = new Promise((resolve, reject) => {
        finishOpening = () => resolve({ topology: { clock_hz: 1e6 }, head: 0 });
        refuse = () => reject(new RefusedError([]));
        cancel = () => {
          seen.cancelled++;
          reject(new CancelledError("Cancelled."));
        };
      });
      return { done, cancel };
    },
    ask: () =>
      Promise.resolve({ text: '{"outcome":"delivered","ended":3000,"arrived":1000}', head: 0 }),
    requestFrame: () => undefined,
    onFrame: (listener: typeof showFrame) => (showFrame = listener),
    onTrap: (listener: typeof trap) => (trap = listener),
  };
  return {
    seen,
    finishOpening: () => finishOpening(),
    refuse: () => refuse(),
    showFrame: (answer: FrameAnswer) => showFrame(answer),
    trap: (error: TrapError) => trap(error),
    engine: engine as unknown as Engine,
  };
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

test("a snapshot is the requested frame with its diagnosis, and after a trap the next one is still answered", async () => {
  const { showFrame, trap, finishOpening, engine } = manualEngine();
  const tracer = createTracer(() => engine);
  const { signal } = new AbortController();
  const next = async () => {
    const snapshot = tracer.snapshot(scenario, 1, () => ({}) as FrameRequest, signal);
    await settled();
    finishOpening();
    await settled();
    return { snapshot };
  };
  const first = await next();
  trap(new TrapError("stuck", "frame", 0));
  await expect(first.snapshot).rejects.toThrow("stuck");
  const second = await next();
  const frame = new Float64Array(FRAME_HEADER_LENGTH);
  frame[0] = FRAME_VERSION;
  const headline = { text: "All packets are lost.", values: [] };
  const diagnosis = JSON.stringify({ headline, sentences: [headline], cure: null });
  showFrame({ frame, diagnosis } as FrameAnswer);
  const { diagnosis: shown, topology } = await second.snapshot;
  expect([shown.sentence, topology.clock_hz]).toEqual(["All packets are lost.", 1e6]);
});

test("a machine that is refused has no topology, and the next one is still built", async () => {
  const { refuse, finishOpening, engine } = manualEngine();
  const tracer = createTracer(() => engine);
  const { signal } = new AbortController();
  const both = [tracer.topology(scenario, signal), tracer.topology(scenario, signal)];
  await settled();
  refuse();
  await settled();
  finishOpening();
  expect(await Promise.all(both)).toEqual([undefined, { clock_hz: 1e6 }]);
});
