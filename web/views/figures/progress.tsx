// How far a figure is, and the button that asks for it. The button stays where it is while the figure is
// computed: it may have the focus, and a figure that comes into view computes by itself.
import { useRef } from "react";
import type { FigureState } from "../../store/figures/figure-run";
import { Button } from "../../ui/button";
import { useFocusFallback } from "../../ui/use-focus-fallback";

interface ProgressProps {
  name: string;
  state: FigureState;
  /** Somebody wants to have it, and to hear of it. */
  onRequest(): void;
}

const BUTTON_LABELS = { waiting: "Compute", running: "Computing", failed: "Try again" } as const;

export function Progress({ name, state, onRequest }: ProgressProps) {
  const { phase, progress, failure } = state;
  // At the end it is not needed any more: who is at it is at its outcome then.
  const outcome = useRef<HTMLSpanElement>(null);
  const button = useFocusFallback(outcome);
  return (
    <div className="figure-progress">
      {phase === "failed" && (
        <span role="alert">
          {name} could not be computed: {failure}
        </span>
      )}
      {phase === "done" ? (
        <span ref={outcome} tabIndex={-1}>
          Computed in this browser.
        </span>
      ) : (
        <Button
          ref={button}
          variant="quiet"
          aria-disabled={phase === "running"}
          onClick={onRequest}
        >
          {BUTTON_LABELS[phase]}
          <span className="visually-hidden"> {name}</span>
        </Button>
      )}
      {phase === "running" && (
        <>
          <progress value={progress} max={1} aria-label={`Computing ${name}`} />
          <span className="mono">{Math.floor(progress * 100)} %</span>
        </>
      )}
    </div>
  );
}
