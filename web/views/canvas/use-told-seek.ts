// A press that moves the shown time, for whoever does not see it move: said when that moment is shown.
import { useCallback, useEffect, useRef } from "react";
import type { FrameSource } from "../../frame/frame-source";
import { formatMoment } from "../../frame/words";

export function useAnnouncedSeek(
  frames: FrameSource,
  clockHz: number,
  onSeek: ((t: number) => void) | undefined,
  onSay: ((words: string) => void) | undefined,
): (t: number) => void {
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  return useCallback(
    (t) => {
      stop.current?.();
      stop.current = onceShown(frames, t, () => onSay?.(`Paused at ${formatMoment(t, clockHz)}.`));
      onSeek?.(t);
    },
    [frames, clockHz, onSeek, onSay],
  );
}

/** Once, with the first frame of that moment from now on. */
export function onceShown(frames: FrameSource, t: number, tell: () => void): () => void {
  const stop = frames.subscribe(() => {
    if (frames.current?.t !== t) return;
    stop();
    tell();
  });
  return stop;
}
