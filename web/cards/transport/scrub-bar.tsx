// The time slider, from the beginning of the run to the machine's head, as in live video. Moving it back only reads the
// trace. Where steps are no longer in the trace the bar is thinner, and only rates are known.
import { useRef, useState } from "react";
import { tr } from "../../i18n/i18n";
import { formatMoment } from "../../lib/format/numbers";
import { isConcealed } from "../../model/limits";
import { isLive, positionOfTime, TIME_POSITIONS, timeAtPosition } from "../../model/playback";
import { useStore } from "../../lib/store";
import type { AppServices } from "../../desk/app-services";
import { Button } from "../../ui/button";
import { useFocusFallback } from "../../ui/use-focus-fallback";

interface ScrubBarProps {
  services: AppServices;
  /** Whether the page shows the diagnosis, which says why a kernel has stopped. */
  hasSentence: boolean;
}

export function ScrubBar({ services, hasSentence }: ScrubBarProps) {
  const { lab, playbackAnnouncer } = services;
  const { t, head, atBound, fault, frame } = useStore(lab.tick, (tick) => tick);
  const bar = useRef<HTMLInputElement>(null);
  const liveEdgeButton = useFocusFallback(bar);
  const hertz = useStore(lab.state, ({ topology }) => topology?.clock_hz ?? 1);
  const playing = useStore(lab.state, (state) => state.playing);
  const loop = useStore(lab.state, (state) => state.loop);
  const isSentenceShown =
    useStore(lab.state, ({ limits }) => !isConcealed(limits, "sentence")) && hasSentence;
  const live = isLive(t, head, hertz);
  const position = positionOfTime(t, head, hertz);
  const recordedFrom = frame === null || head <= 0 ? 0 : (100 * frame.traceFrom) / head;
  const shown = formatMoment(t, hertz);
  const end = fault === null ? tr("end of run") : tr("the kernel has stopped");
  const valueText = live
    ? `${shown}, ${atBound ? end : tr("live")}`
    : tr("{shown} of {head}", { shown, head: formatMoment(head, hertz) });
  const [focused, setFocused] = useState(false);
  // A screen reader reads every change of the focused slider. So its text does not change while time runs.
  const spokenText = useFrozen(valueText, playing && focused);
  return (
    <div className="scrub">
      {loop !== null && head > 0 && (
        <span
          className="scrub-loop"
          style={{
            left: `${(100 * Math.min(loop.from, head)) / head}%`,
            right: `${100 - (100 * Math.min(loop.to, head)) / head}%`,
          }}
        />
      )}
      <input
        ref={bar}
        className="range scrub-range"
        type="range"
        min={0}
        max={TIME_POSITIONS}
        step={1}
        value={position}
        aria-label={tr("Shown time")}
        aria-valuetext={spokenText}
        style={
          {
            "--fill": `${(100 * position) / TIME_POSITIONS}%`,
            "--recorded-from": `${Math.max(0, recordedFrom)}%`,
          } as React.CSSProperties
        }
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onChange={(event) =>
          lab.time.seek(timeAtPosition(Number(event.target.value), t, head, hertz))
        }
      />
      <div className="scrub-labels mono">
        <span>0</span>
        <span className="scrub-now">{shown}</span>
        {live ? (
          <span className="scrub-live">
            {atBound ? end : playing ? tr("live") : tr("live, paused")}
          </span>
        ) : (
          <button
            ref={liveEdgeButton}
            type="button"
            className="scrub-edge"
            title={tr("Go to the live edge (L)")}
            onClick={playbackAnnouncer.toLiveEdge}
          >
            {formatMoment(head, hertz)}
          </button>
        )}
      </div>
      {fault === null
        ? atBound && <RunEnd onContinue={lab.startNewRun} />
        : !isSentenceShown && (
            <p className="scrub-bound">
              <strong>{tr("The kernel has stopped.")}</strong> {fault.field} {fault.problem}
            </p>
          )}
    </div>
  );
}

function RunEnd({ onContinue }: { onContinue(): void }) {
  return (
    <p className="scrub-bound">
      {tr("A run ends after 600 simulated seconds or 1,000 changes. Turn a knob, or")}{" "}
      <Button onClick={onContinue}>{tr("Continue in a new run")}</Button>
    </p>
  );
}

/** Returns the text; while `hold` is true, the text from the moment when it became true. */
function useFrozen(text: string, hold: boolean): string {
  const [held, setHeld] = useState<string | null>(null);
  const next = hold ? (held ?? text) : null;
  if (next !== held) setHeld(next);
  return next ?? text;
}
