// Reads one capture file in a worker of its own, so that a damaged file cannot break anything else. Only the times and
// lengths of the packets leave this worker.
import type { CaptureAnswer, ReadCaptureCommand } from "./protocol";
import * as reader from "./pkg/capture";
import { parseRefusal } from "./problems";

const post = (answer: CaptureAnswer, transfer: Transferable[] = []) =>
  self.postMessage(answer, { transfer });

self.onmessage = async ({ data }: MessageEvent<ReadCaptureCommand>) => {
  try {
    reader.initSync({ module: data.module });
    const bytesMax = reader.bytes_max();
    const bytes = new Uint8Array(await data.file.slice(0, bytesMax).arrayBuffer());
    const opened = reader.open(bytes, data.packetsMax, data.file.size > bytesMax);
    const arrivals = opened.arrivals();
    post({ kind: "read", digest: opened.digest(), arrivals }, [arrivals.buffer]);
  } catch (error) {
    const problems = parseRefusal(error);
    if (problems !== null) post({ kind: "refused", problems });
    else post({ kind: "failed", message: String(error) });
  }
};
