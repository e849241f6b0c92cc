// Facts about captures and the workers that get them.
import { expect, test } from "vitest";
import { createCaptures, type OpenedCapture } from "./captures";
import type { WorkerLike } from "./protocol";

function capture(digest: string): OpenedCapture {
  return { file: `${digest}.pcap`, packets: 1, digest, arrivals: new Float64Array([0, 64]) };
}

function recordingSpawner() {
  const given: string[] = [];
  const spawn = (): WorkerLike => {
    const name = `worker ${given.length}`;
    return {
      postMessage: (message) => given.push(`${name} ${(message as { kind: string }).kind}`),
      terminate: () => given.push(`${name} ended`),
      onmessage: null,
      onerror: null,
    };
  };
  return { given, spawn };
}

test("workers get every capture, whether they start before or after it", () => {
  const { given, spawn } = recordingSpawner();
  const captures = createCaptures();
  const make = captures.withCaptures(spawn);
  make();
  captures.add(capture("a"));
  make();
  expect(given).toEqual(["worker 0 capture", "worker 1 capture"]);
  expect([captures.has("a"), captures.has("b")]).toEqual([true, false]);
});

test("a capture is sent once, and not to ended workers", () => {
  const { given, spawn } = recordingSpawner();
  const captures = createCaptures();
  const first = captures.withCaptures(spawn)();
  captures.add(capture("a"));
  captures.add(capture("a"));
  first.terminate();
  captures.add(capture("b"));
  expect(given).toEqual(["worker 0 capture", "worker 0 ended"]);
});
