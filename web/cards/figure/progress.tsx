// The progress of a figure and the button that computes it. The button stays in place while the figure is computed,
// because it may have the focus, and because a figure also computes by itself when it comes into view.
import { useEffect, useRef, type RefObject } from "react";
import { msg, tr } from "../../i18n/i18n";
import type { FigureRun, FigureState } from "../../desk/figures/figure-run";
import { Button } from "../../ui/button";
import { useFocusFallback } from "../../ui/use-focus-fallback";

interface ProgressProps {
  name: string;
  state: FigureState;
  /** The person requested the figure and wants its announcements. */
  onRequest(): void;
}

const BUTTON_LABELS = {
  waiting: msg("Compute"),
  running: msg("Computing"),
  failed: msg("Try again"),
} as const;

export function Progress({ name, state, onRequest }: ProgressProps) {
  const { phase, progress, failure } = state;
  // At the end the button disappears, and the text that replaces it gets its focus.
  const outcome = useRef<HTMLSpanElement>(null);
  const button = useFocusFallback(outcome);
  return (
    <div className="figure-progress">
      {phase === "failed" && (
        <span role="alert">
          {tr("{name} could not be computed:", { name })} {failure}
        </span>
      )}
      {phase === "done" ? (
        <span ref={outcome} tabIndex={-1}>
          {tr("Computed in this browser.")}
        </span>
      ) : (
        <Button
          ref={button}
          variant="quiet"
          aria-disabled={phase === "running"}
          onClick={onRequest}
        >
          {tr(BUTTON_LABELS[phase])}
          <span className="visually-hidden"> {name}</span>
        </Button>
      )}
      {phase === "running" && (
        <>
          <progress value={progress} max={1} aria-label={tr("Computing {name}", { name })} />
          <span className="mono">{Math.floor(progress * 100)} %</span>
        </>
      )}
    </div>
  );
}

/** Computes a figure when the element with the returned ref comes into view. Cancels it when the element leaves the page. */
export function useRunInView(run: FigureRun): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) run.start();
    });
    if (element.current !== null) watcher.observe(element.current);
    return () => {
      watcher.disconnect();
      run.cancel();
    };
  }, [run]);
  return element;
}
