// Facts about cancelling the reading of a capture file: its reader ends, and there is no result.
import { expect, it } from "vitest";
import { openCaptureFile, type ReaderDependencies } from "./capture-file";

function reader() {
  const seen = { made: 0, ended: 0 };
  const worker = {
    postMessage: () => undefined,
    terminate: () => seen.ended++,
    onmessage: null as ((event: MessageEvent) => void) | null,
  };
  const dependencies: ReaderDependencies = {
    module: () => Promise.resolve({} as WebAssembly.Module),
    spawn: () => (seen.made++, worker as unknown as Worker),
  };
  return { seen, worker, dependencies };
}

const file = { name: "packets.pcap" } as File;
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

it("a_file_that_is_read_completely_becomes_a_capture", async () => {
  const { seen, worker, dependencies } = reader();
  const opened = openCaptureFile(file, 0, new AbortController().signal, dependencies);
  await settled();
  const arrivals = Float64Array.of(0, 64);
  worker.onmessage?.({ data: { kind: "read", digest: "d", arrivals } } as MessageEvent);
  expect(await opened).toEqual({ file: "packets.pcap", packets: 1, digest: "d", arrivals });
  expect(seen).toEqual({ made: 1, ended: 1 });
});

it("a_cancelled_file_is_not_read_further", async () => {
  const { seen, dependencies } = reader();
  const controller = new AbortController();
  const opened = openCaptureFile(file, 0, controller.signal, dependencies);
  await settled();
  controller.abort();
  await expect(opened).rejects.toThrow();
  expect(seen).toEqual({ made: 1, ended: 1 });
});

it("no_worker_starts_if_the_reading_is_cancelled_before_the_reader_is_loaded", async () => {
  const { seen, dependencies } = reader();
  const controller = new AbortController();
  const opened = openCaptureFile(file, 0, controller.signal, dependencies);
  controller.abort();
  await expect(opened).rejects.toThrow();
  expect(seen.made).toBe(0);
});
