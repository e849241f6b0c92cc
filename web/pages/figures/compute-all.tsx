// The button that computes every figure. It announces only the beginning and the end of the whole computation, not each figure.
import { useEffect, useRef, useState } from "react";
import { tr } from "../../i18n/i18n";
import type { FigureRun } from "../../desk/figures/figure-run";
import { Button } from "../../ui/button";

interface ComputeAllProps {
  runs: readonly FigureRun[];
  announce(text: string): void;
}

export function ComputeAll({ runs, announce }: ComputeAllProps) {
  const [wasRequested, setWasRequested] = useState(false);
  const [done, setDone] = useState(0);
  const isAnnounced = useRef(false);
  useEffect(() => {
    if (!wasRequested) return;
    const update = () => {
      const phases = runs.map(({ store }) => store.get().phase);
      setDone(phases.filter((phase) => phase === "done").length);
      const hasEnded = phases.every((phase) => phase === "done" || phase === "failed");
      if (!hasEnded || isAnnounced.current) return;
      isAnnounced.current = true;
      const failed = phases.filter((phase) => phase === "failed").length;
      announce(
        failed === 0
          ? tr("All figures are computed.")
          : tr("{failed} figures could not be computed.", { failed }),
      );
    };
    update();
    const stops = runs.map(({ store }) => store.subscribe(update));
    return () => stops.forEach((stop) => stop());
  }, [wasRequested, runs, announce]);
  const computeAll = () => {
    announce(tr("All {length} figures are being computed.", { length: runs.length }));
    isAnnounced.current = false;
    setWasRequested(true);
    runs.forEach((run) => run.start());
  };
  return (
    <p className="figures-buttons">
      <Button onClick={computeAll}>{tr("Compute all figures")}</Button>
      {wasRequested && (
        <span className="muted">
          {tr("{done} of {length} figures are computed.", { done, length: runs.length })}
        </span>
      )}
      {done < runs.length && (
        <span className="print-only">
          {tr("A figure that was not computed is printed without its picture.")}
        </span>
      )}
    </p>
  );
}
