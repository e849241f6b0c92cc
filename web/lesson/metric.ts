// The metrics that a lesson may name, and their text. A metric of a trial is a field of its Report, or an entry of a field
// (core/cli/src/grade/metric.rs reads the same ones). Metrics of a running machine (its topology, its diagnosis, single
// packets) are measured only by the tests, for `expect`.
import { formatMicroseconds, formatNumber, formatRate, formatPercent } from "../lib/format/numbers";
import { msg, tr } from "../i18n/i18n";
import type { Report } from "../generated/model";

interface MetricFamily {
  /** The kind of id after the dot: an id of the Topology, a percentile, or none. */
  idKind: "" | "place" | "context" | "line" | "percentile";
  unit: "rate" | "share" | "microseconds" | "count";
  /** For example "delivered"; `name` is that of the id. */
  describe(this: void, name: string): string;
  /** The field of a report that has the value, or the values by id. */
  field: keyof Report;
}

const FAMILIES: Record<string, MetricFamily> = {
  offered_pps: {
    idKind: "",
    unit: "rate",
    describe: () => tr("offered"),
    field: "offered_pps",
  },
  delivered_pps: {
    idKind: "",
    unit: "rate",
    describe: () => tr("delivered"),
    field: "delivered_pps",
  },
  delivered_share: {
    idKind: "",
    unit: "share",
    describe: () => tr("of the offered packets delivered"),
    field: "delivered_share",
  },
  dropped_pps: {
    idKind: "place",
    unit: "rate",
    describe: (name) => tr("lost at the {name}", { name }),
    field: "dropped_pps",
  },
  wasted_share: {
    idKind: "",
    unit: "share",
    describe: () => tr("CPU time thrown away"),
    field: "wasted_share",
  },
  wasted_us: {
    idKind: "place",
    unit: "microseconds",
    describe: (name) => tr("CPU time spent on each packet lost at the {name}", { name }),
    field: "wasted_us",
  },
  cpu_share: {
    idKind: "context",
    unit: "share",
    describe: (name) => tr("CPU time of {name}", { name }),
    field: "cpu_share",
  },
  interrupts_pps: {
    idKind: "line",
    unit: "rate",
    describe: () => tr("interrupts taken"),
    field: "interrupts_per_second",
  },
  packets_per_interrupt: {
    idKind: "line",
    unit: "count",
    describe: () => tr("packets per interrupt"),
    field: "packets_per_interrupt",
  },
  latency_us: {
    idKind: "percentile",
    unit: "microseconds",
    describe: (name) => tr("latency, {name}", { name }),
    field: "latency_us",
  },
};

const PERCENTILES: Record<string, string> = {
  p50: msg("median"),
  p90: msg("90th percentile"),
  p99: msg("99th percentile"),
  max: msg("longest"),
  mean: msg("mean"),
};

/** Metrics of a running machine, only for `expect`. */
const MACHINE_METRICS: Record<string, string> = {
  setting: "setting.<path of a parameter>: its value",
  capacity: "capacity.<place>: how many packets fit",
  rank: "rank.<context>: 0 for the highest priority",
  peak: "peak.<place>: the most packets there at once",
  diagnosis: "diagnosis: the id of the page's diagnosis",
  latency_us_of: "latency_us_of.<packet>: latency of one packet, by its number",
  work_us_of: "work_us_of.<packet>: CPU time spent on one packet",
};

export interface MetricName {
  family: string;
  /** After the first dot; empty when there is none. */
  id: string;
}

export function splitMetric(metric: string): MetricName {
  const cut = metric.indexOf(".");
  return cut < 0
    ? { family: metric, id: "" }
    : { family: metric.slice(0, cut), id: metric.slice(cut + 1) };
}

/** Whether a trial can measure the metric. */
export function isTrialMetric(metric: string): boolean {
  const { family, id } = splitMetric(metric);
  if (!Object.hasOwn(FAMILIES, family)) return false;
  const found = FAMILIES[family];
  if (found?.idKind === "percentile") return Object.hasOwn(PERCENTILES, id);
  return (found?.idKind === "") === (id === "");
}

export function isMachineMetric(metric: string): boolean {
  const { family, id } = splitMetric(metric);
  return Object.hasOwn(MACHINE_METRICS, family) && (family === "diagnosis") === (id === "");
}

/** The path of the setting that a metric names: "setting.traffic.rate". null: it is measured. */
export function settingOf(metric: string): string | null {
  const { family, id } = splitMetric(metric);
  return family === "setting" && id !== "" ? id : null;
}

/** The names of all metrics of a trial, for authors. */
export const TRIAL_METRIC_NAMES = Object.entries(FAMILIES)
  .map(([family, { idKind }]) =>
    idKind === ""
      ? family
      : `${family}.<${idKind === "percentile" ? Object.keys(PERCENTILES).join("|") : idKind}>`,
  )
  .join(", ");

export const MACHINE_METRIC_NAMES = Object.values(MACHINE_METRICS).join("; ");

/** The part of the Topology that a metric is about; null when there is none. */
export function pointerOf(
  metric: string,
): { kind: "place" | "context" | "line"; id: string } | null {
  const { family, id } = splitMetric(metric);
  const of = FAMILIES[family]?.idKind;
  if (of === "place" || of === "context" || of === "line") return { kind: of, id };
  if (family === "capacity" || family === "peak") return { kind: "place", id };
  return family === "rank" ? { kind: "context", id } : null;
}

/** The value of a metric in a finished trial; null when there is nothing to measure (no packet was delivered). */
export function readMetric(metric: string, report: Report): number | null {
  const { family, id } = splitMetric(metric);
  const found = FAMILIES[family];
  const field: unknown = found && report[found.field];
  const value = id === "" ? field : (field as Record<string, unknown> | undefined)?.[id];
  return typeof value === "number" ? value : null;
}

/** "delivered", "lost at the output queue"; `nameOf` returns the plain name of an id. */
export function describeMetric(metric: string, nameOf: (id: string) => string): string {
  const { family, id } = splitMetric(metric);
  const found = FAMILIES[family];
  if (found === undefined) return metric;
  const name = found.idKind === "percentile" ? tr(PERCENTILES[id] ?? id) : nameOf(id);
  return found.describe(name);
}

/** The unit for an axis: "packets/s", "%", "µs". */
export function metricUnit(metric: string): string {
  const { family } = splitMetric(metric);
  switch (FAMILIES[family]?.unit) {
    case "rate":
      return family === "interrupts_pps" ? tr("per second") : tr("packets/s");
    case "share":
      return "%";
    case "microseconds":
      return "µs";
    default:
      return "";
  }
}

/** The factor from the typed number to the metric's value: a learner types shares in per cent. */
export function inputScale(metric: string): number {
  return FAMILIES[splitMetric(metric).family]?.unit === "share" ? 0.01 : 1;
}

export function formatMetric(metric: string, value: number | null): string {
  if (value === null || !Number.isFinite(value)) return tr("nothing to measure");
  switch (FAMILIES[splitMetric(metric).family]?.unit) {
    case "rate":
      return formatRate(value);
    case "share":
      return formatPercent(value);
    case "microseconds":
      return formatMicroseconds(value);
    default:
      return formatNumber(value, 2);
  }
}

/** Formats how far apart two values are: two shares in percentage points, because "14 %" would be a part of one of them. */
export function formatDifference(metric: string, difference: number): string {
  if (FAMILIES[splitMetric(metric).family]?.unit !== "share") {
    return formatMetric(metric, difference);
  }
  return tr("{points, plural, one {# percentage point} other {# percentage points}}", {
    points: Math.round(difference * 100),
  });
}

/** Formats a bound that an author has set: exactly, while measured values are rounded. */
export function formatBound(metric: string, value: number): string {
  const { family } = splitMetric(metric);
  if (FAMILIES[family]?.unit !== "share") return formatMetric(metric, value);
  return `${formatNumber(value * 100, 2)}\u202f%`;
}

const DECIMALS_MAX = 3;

/** A measured value that differs from the bound, with as many decimals as it takes to see that: 0.9796 and 0.98 are
 * "97.96 %" and "98 %". */
export function formatDistinctly(metric: string, value: number, bound: number): string {
  const usual = formatMetric(metric, value);
  if (usual !== formatMetric(metric, bound)) return usual;
  const { unit } = FAMILIES[splitMetric(metric).family] ?? {};
  const scaled = unit === "share" ? 100 : 1;
  const write = (number: number, decimals: number) => formatNumber(number * scaled, decimals);
  const ends = { rate: "/s", share: "\u202f%", microseconds: " µs", count: "" };
  for (let decimals = 0; decimals <= DECIMALS_MAX; decimals += 1) {
    const text = write(value, decimals);
    if (text !== write(bound, decimals)) return `${text}${ends[unit ?? "count"]}`;
  }
  return usual;
}
