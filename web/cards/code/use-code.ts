// The code view's changing data: the newest frame and counts at most five times a second, and the running lines. A mark
// changes at most three times a second: if lines change faster, `isTooFast` is true and nothing is marked.
import { useEffect, useRef, useState } from "react";
import type { Frame } from "../../frame/frame";
import { readCodeCounts, runningSteps, type CodeCounts } from "../../frame/code-lines";
import type { FrameSource } from "../../frame/frame-source";
import {
  newHeldLabel,
  nextHeldLabel,
  type HeldLabel,
} from "../../pictures/machine/motion/flash-limit";

const PUBLISH_MILLISECONDS = 200;

export interface ShownCode {
  frame: Frame;
  /** Null before the first counts. */
  counts: CodeCounts | "unknown" | null;
  /** The step that each CPU executes; -1 for none. */
  running: readonly number[];
  isTooFast: boolean;
}

export function useCode(frames: FrameSource, playing: boolean): ShownCode | null {
  const [shown, setShown] = useState<ShownCode | null>(null);
  const counts = useRef<ShownCode["counts"]>(null);
  useEffect(() => {
    let labels: HeldLabel[] = [];
    let timer: ReturnType<typeof setTimeout> | null = null;
    let publishedAt = -Infinity;
    const read = () => {
      const frame = frames.current;
      if (frame === null) {
        counts.current = null;
        labels = [];
        return;
      }
      if (frame.codeFacts.length > 0) {
        const found = readCodeCounts(frame);
        counts.current = found === "absent" ? null : found;
      }
      const now = performance.now() / 1e3;
      labels = runningSteps(frame).map((step, cpu) => {
        const before = labels[cpu];
        return before === undefined || !playing
          ? newHeldLabel(step, now)
          : nextHeldLabel(before, step, now);
      });
    };
    const publish = () => {
      timer = null;
      publishedAt = performance.now();
      const frame = frames.current;
      setShown(
        frame === null
          ? null
          : {
              frame,
              counts: counts.current,
              running: labels.map((label) => label.shown),
              isTooFast: labels.some((label) => label.isTooFast),
            },
      );
    };
    const stop = frames.subscribe(() => {
      read();
      const wait = publishedAt + PUBLISH_MILLISECONDS - performance.now();
      timer ??= setTimeout(publish, Math.max(0, wait));
    });
    read();
    timer = setTimeout(publish, 0);
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [frames, playing]);
  return shown;
}
