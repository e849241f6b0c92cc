// Searches an offered rate that says something about a machine: the one at which it delivers most (its peak), and the lowest
// one at which almost nothing gets through (its livelock). Each is one number for a machine, so that a curve can show how it
// depends on another setting.
import { ascending, greatest, least } from "d3-array";
import { isAlmostNothing } from "../../model/measures/curve-description";
import type { RateSearchId } from "../../model/measures/measures";
import type { Report } from "../../generated/model";

export interface RateSearch {
  /** The highest rate, in packets/s. */
  rateMax: number;
  /** Runs a trial at a rate. `onEnd` gets null if the trial failed. */
  runTrial(rate: number, onEnd: (report: Report | null) => void): void;
  /** Gets the trial at the rate that was searched; null if there is none. */
  onEnd(found: Report | null): void;
}

export const RATE_SEARCHES: Record<RateSearchId, (search: RateSearch) => void> = {
  peak: (search) => searchPeak(search, new Map(), ({ report }) => search.onEnd(report)),
  livelock: searchLivelock,
};

/** The number of rates at which the search begins, and the distance of rates at which it ends, in packets/s. */
const PEAK_RATES = 8;
const PRECISION = 60;

type Reports = Map<number, Report>;

/** Tries evenly spaced rates first, then rates twice as close around the best one, and so on. `then` gets the best rate. */
function searchPeak(
  search: RateSearch,
  reports: Reports,
  then: (best: { rate: number; report: Report }) => void,
): void {
  function refine(step: number): void {
    const best = greatest(reports, ([, { delivered_pps }]) => delivered_pps);
    if (best === undefined) return search.onEnd(null);
    const [rate, report] = best;
    if (step <= PRECISION) return then({ rate, report });
    const half = Math.round(step / 2);
    runTrials(search, reports, [rate - half, rate + half], () => refine(half));
  }

  const step = Math.max(1, Math.floor(search.rateMax / PEAK_RATES));
  const rates = Array.from({ length: PEAK_RATES }, (_, index) => step * (index + 1));
  runTrials(search, reports, rates, () => refine(step));
}

/** Halves the distance between the lowest rate beyond the peak at which almost nothing gets through and the rate below it. */
function searchLivelock(search: RateSearch): void {
  const reports: Reports = new Map();
  searchPeak(search, reports, (peak) => {
    function refine(): void {
      const rates = [...reports.keys()].filter((rate) => rate >= peak.rate).sort(ascending);
      const isDead = (rate: number) =>
        isAlmostNothing(reports.get(rate)?.delivered_pps ?? 0, peak.report.delivered_pps);
      const dead = least(rates.filter((rate) => rate > peak.rate && isDead(rate)));
      if (dead === undefined) return search.onEnd(null);
      const below = rates[rates.indexOf(dead) - 1] ?? peak.rate;
      if (dead - below <= PRECISION) return search.onEnd(reports.get(dead) ?? null);
      const middle = Math.round((below + dead) / 2);
      runTrials(search, reports, [middle], () => {
        // A failed trial leaves the rate as precise as it is.
        if (reports.has(middle)) refine();
        else search.onEnd(reports.get(dead) ?? null);
      });
    }
    refine();
  });
}

/** Runs trials at those of the rates that are possible and have none yet. */
function runTrials(
  { rateMax, runTrial }: RateSearch,
  reports: Reports,
  rates: readonly number[],
  then: () => void,
): void {
  const open = rates.filter((rate) => rate > 0 && rate <= rateMax && !reports.has(rate));
  let waiting = open.length;
  if (waiting === 0) return then();
  for (const rate of open) {
    runTrial(rate, (report) => {
      if (report !== null) reports.set(rate, report);
      if (--waiting === 0) then();
    });
  }
}
