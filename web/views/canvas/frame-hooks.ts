// The newest frame for React: at most ten renders a second while frames come sixty times a second.
import { useEffect, useState } from "react";
import type { Frame } from "../../frame/frame";
import type { FrameSource } from "../../frame/frame-source";

export function useThrottledFrame(frames: FrameSource, everyMilliseconds = 100): Frame | null {
  const [frame, setFrame] = useState<Frame | null>(frames.current);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const publish = () => {
      timer = null;
      setFrame(frames.current);
    };
    const stop = frames.subscribe(() => {
      timer ??= setTimeout(publish, everyMilliseconds);
    });
    timer = setTimeout(publish, 0);
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [frames, everyMilliseconds]);
  return frame;
}
