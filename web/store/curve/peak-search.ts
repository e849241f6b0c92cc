// Searches the peak of a machine: the offered rate at which it delivers most. It tries evenly spaced rates first, then rates
// twice as close around the best one, and so on.
import { greatest } from "d3-array";
import type { Report } from "../../engine/model";

export interface PeakSearch {
  /** The highest rate, in packets/s. */
  rateMax: number;
  /** Runs a trial at a rate. `onEnd` gets null if the trial failed. */
  runTrial(rate: number, onEnd: (report: Report | null) => void): void;
  /** Gets the trial that delivers most; null if all trials failed. */
  onEnd(best: Report | null): void;
}

/** The number of rates at which the search begins, and the distance of rates at which it ends, in packets/s. */
const PEAK_RATES = 8;
const PEAK_PRECISION = 60;

export function searchPeak({ rateMax, runTrial, onEnd }: PeakSearch): void {
  const reports = new Map<number, Report>();

  function probe(rates: readonly number[], step: number): void {
    const open = rates.filter((rate) => rate > 0 && rate <= rateMax && !reports.has(rate));
    let waiting = open.length;
    if (waiting === 0) return refine(step);
    for (const rate of open) {
      runTrial(rate, (report) => {
        if (report !== null) reports.set(rate, report);
        if (--waiting === 0) refine(step);
      });
    }
  }

  function refine(step: number): void {
    const best = greatest(reports, ([, { delivered_pps }]) => delivered_pps);
    if (best === undefined) return onEnd(null);
    const [rate, report] = best;
    if (step <= PEAK_PRECISION) return onEnd(report);
    const half = Math.round(step / 2);
    probe([rate - half, rate + half], half);
  }

  const step = Math.max(1, Math.floor(rateMax / PEAK_RATES));
  probe(
    Array.from({ length: PEAK_RATES }, (_, index) => step * (index + 1)),
    step,
  );
}
