// React hooks around a source of frames: the newest frame at a low rate, and a seek that is announced.
import { useCallback, useEffect, useRef, useState } from "react";
import { tr } from "../../i18n/i18n";
import { formatMoment } from "../../lib/format/numbers";
import type { Frame } from "../../frame/frame";
import type { FrameSource } from "../../frame/frame-source";

/** Returns the newest frame. Up to sixty frames come in a second, but the component renders at most
 * ten times. */
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

/** Returns a function that moves the shown time and tells a screen reader when that time is shown. */
export function useAnnouncedSeek(
  frames: FrameSource,
  clockHz: number,
  onSeek: ((t: number) => void) | undefined,
  onAnnounce: ((text: string) => void) | undefined,
): (t: number) => void {
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  return useCallback(
    (t) => {
      stop.current?.();
      stop.current = onceShown(frames, t, () =>
        onAnnounce?.(tr("Paused at {time}.", { time: formatMoment(t, clockHz) })),
      );
      onSeek?.(t);
    },
    [frames, clockHz, onSeek, onAnnounce],
  );
}

/** Calls back once, with the next frame of the time `t`. Returns a function that stops waiting. */
export function onceShown(frames: FrameSource, t: number, callback: () => void): () => void {
  const stop = frames.subscribe(() => {
    if (frames.current?.t !== t) return;
    stop();
    callback();
  });
  return stop;
}
