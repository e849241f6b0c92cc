// Verdicts in words: medals, numbers with their units, bounds, and what a sweep of the window has found.
import { tr } from "../../i18n/i18n";
import type { Bound, BoundResult, LoadResult, Sweep, SweepPoint } from "../../generated/model";
import { metricRow } from "../../desk/challenges/challenge-table";
import { formatNumber } from "../../lib/format/numbers";

/** "4,130 packets/s", "267 µs", "99.87 %". */
export function formatValue(metric: string, value: number | null): string {
  return value === null ? tr("none") : `${formatPlain(value)} ${unitOf(metric)}`.trim();
}

/** The same without its unit. */
export function formatPlain(value: number | null): string {
  if (value === null) return tr("none");
  return formatNumber(value, value >= 1000 ? 0 : value >= 100 ? 1 : 2);
}

function unitOf(metric: string): string {
  const { unit } = metricRow(metric);
  return unit === "us" ? "µs" : unit === "" ? "" : tr(unit);
}

/** "at least 99.9 %". */
export function describeBound({ metric, at_least, at_most }: Bound): string {
  const parts = [
    at_least === undefined ? "" : tr("at least {value}", { value: formatValue(metric, at_least) }),
    at_most === undefined ? "" : tr("at most {value}", { value: formatValue(metric, at_most) }),
  ];
  return parts.filter((part) => part !== "").join(", ");
}

export const metricLabel = (metric: string) => tr(metricRow(metric).label);

/** "delivered (packets/s)". */
export function labelWithUnit(metric: string): string {
  const unit = unitOf(metric);
  return unit === "" ? metricLabel(metric) : `${metricLabel(metric)} (${unit})`;
}

/** What every kernel must do at every load, told only when it is not met. */
export const INVARIANTS: ReadonlySet<string> = new Set([
  ...["stuck", "unreclaimed", "overtaken", "skipped"],
]);

/** The bounds that a person is told, those that are missed first. */
export const toldBounds = ({ bounds }: LoadResult): readonly BoundResult[] =>
  bounds
    .filter(({ metric, met }) => !met || !INVARIANTS.has(metric))
    .sort((one, other) => Number(one.met) - Number(other.met));

/** The window in words: what a person who does not see the strip has to know. */
export function describeSweep({ points, window, last_look }: Sweep): string {
  const [first, last] = [points[0], points.at(-1)];
  if (last_look === null || first === undefined || last === undefined)
    return tr("The CPU never sleeps after a packet, so there is no window.");
  const left = points.filter(({ stranded }) => stranded);
  const [from, to] = [left[0], left.at(-1)];
  const tried = tr(
    `From the last look to the sleep there are {window} cycles. A second packet was tried at {count} cycles, from
    {from} to {to} after the last look.`,
    {
      ...{ window: formatNumber(window), count: formatNumber(points.length) },
      ...{ from: formatNumber(first.cycle), to: formatNumber(last.cycle) },
    },
  );
  const found =
    from === undefined || to === undefined
      ? tr("Each was served.")
      : tr(
          `{count, plural, one {At # of them} other {At # of them}} the packet is left waiting while the CPU
          sleeps: from cycle {from} to {to}.`,
          { count: left.length, from: formatNumber(from.cycle), to: formatNumber(to.cycle) },
        );
  return `${tried} ${found}`;
}

/** One cycle of the window. */
export function describePoint({ cycle, wait_us, stranded }: SweepPoint): string {
  const values = {
    cycle: formatNumber(cycle),
    wait: wait_us === null ? "" : formatValue("window_wait_us", wait_us),
  };
  if (wait_us === null) return tr("Cycle {cycle}: left waiting, nobody takes it for 3 ms.", values);
  return stranded
    ? tr(
        "Cycle {cycle}: left waiting while the CPU sleeps, until something else wakes it after {wait}.",
        values,
      )
    : tr("Cycle {cycle}: served after {wait}.", values);
}
