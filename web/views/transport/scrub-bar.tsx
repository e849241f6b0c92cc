// The bar: from the run's beginning to the machine's head, as in live video. Pulling it back only reads
// what was recorded; where steps are no longer kept the bar is thinner, and only rates are known.
import { useRef, useState } from "react";
import { formatMoment } from "../../format/numbers";
import { isLive, positionOfTime, TIME_POSITIONS, timeAtPosition } from "../../store/lab/playback";
import { useStore } from "../../store/store";
import type { AppServices } from "../../store/app-services";
import { Button } from "../../ui/button";
import { useFocusFallback } from "../../ui/use-focus-fallback";

export function ScrubBar({ services }: { services: AppServices }) {
  const { lab, playbackAnnouncer } = services;
  const { t, head, atBound, frame } = useStore(lab.tick, (tick) => tick);
  const bar = useRef<HTMLInputElement>(null);
  const edge = useFocusFallback(bar);
  const hertz = useStore(lab.state, ({ topology }) => topology?.clock_hz ?? 1);
  const playing = useStore(lab.state, (state) => state.playing);
  const live = isLive(t, head, hertz);
  const position = positionOfTime(t, head, hertz);
  const kept = frame === null || head <= 0 ? 0 : (100 * frame.traceFrom) / head;
  const shown = formatMoment(t, hertz);
  const words = live
    ? `${shown}, ${atBound ? "end of run" : "live"}`
    : `${shown} of ${formatMoment(head, hertz)}`;
  const [focused, setFocused] = useState(false);
  // Who has the focus here hears every change: time that runs by itself would never let them hear anything else.
  const said = useFrozen(words, playing && focused);
  return (
    <div className="scrub">
      <input
        ref={bar}
        className="range scrub-range"
        type="range"
        min={0}
        max={TIME_POSITIONS}
        step={1}
        value={position}
        aria-label="Shown time"
        aria-valuetext={said}
        style={
          {
            "--fill": `${(100 * position) / TIME_POSITIONS}%`,
            "--kept": `${Math.max(0, kept)}%`,
          } as React.CSSProperties
        }
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onChange={(event) => lab.seek(timeAtPosition(Number(event.target.value), t, head, hertz))}
      />
      <div className="scrub-labels mono">
        <span>0</span>
        <span className="scrub-now">{shown}</span>
        {live ? (
          <span className="scrub-live">
            {atBound ? "end of run" : playing ? "live" : "live, paused"}
          </span>
        ) : (
          <button
            ref={edge}
            type="button"
            className="scrub-edge"
            title="To the live edge (L)"
            onClick={playbackAnnouncer.toLiveEdge}
          >
            {formatMoment(head, hertz)}
          </button>
        )}
      </div>
      {atBound && (
        <p className="scrub-bound">
          A run ends after 600 simulated seconds or 1,000 changes. Turn a knob, or{" "}
          <Button onClick={lab.startNewRun}>Go on as a new run</Button>
        </p>
      )}
    </div>
  );
}

/** The words as they were when they began to be held. */
function useFrozen(words: string, hold: boolean): string {
  const [held, setHeld] = useState<string | null>(null);
  const next = hold ? (held ?? words) : null;
  if (next !== held) setHeld(next);
  return next ?? words;
}
