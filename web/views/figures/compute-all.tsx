// The button that computes every figure. Only the whole is told: that it begins, and that all are there.
import { useEffect, useRef, useState } from "react";
import type { FigureRun } from "../../store/figures/figure-run";
import { Button } from "../../ui/button";

interface ComputeAllProps {
  runs: readonly FigureRun[];
  announce(text: string): void;
}

export function ComputeAll({ runs, announce }: ComputeAllProps) {
  const [asked, setAsked] = useState(false);
  const [done, setDone] = useState(0);
  const told = useRef(false);
  useEffect(() => {
    if (!asked) return;
    const look = () => {
      const phases = runs.map(({ store }) => store.get().phase);
      setDone(phases.filter((phase) => phase === "done").length);
      const over = phases.every((phase) => phase === "done" || phase === "failed");
      if (!over || told.current) return;
      told.current = true;
      const failed = phases.filter((phase) => phase === "failed").length;
      announce(
        failed === 0 ? "All figures are computed." : `${failed} figures could not be computed.`,
      );
    };
    look();
    const stops = runs.map(({ store }) => store.subscribe(look));
    return () => stops.forEach((stop) => stop());
  }, [asked, runs, announce]);
  const ask = () => {
    announce(`All ${runs.length} figures are being computed.`);
    told.current = false;
    setAsked(true);
    runs.forEach((run) => run.start());
  };
  const running = asked && done < runs.length;
  return (
    <p className="figures-compute-all">
      <Button onClick={ask}>Compute all figures</Button>
      {asked && (
        <span className="figure-muted">
          {done} of {runs.length} {running ? "are" : "figures are"} computed.
        </span>
      )}
    </p>
  );
}
