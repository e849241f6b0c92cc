// The results of a run as a table for spreadsheets: one row for each number of the report, with its unit. Also the rows of
// the settings.
import type { Report, Value } from "../../generated/model";

type NumberField = Exclude<keyof Report, "model" | "conservation">;

/** Units of the fields of a report; those of its maps are those of their entries. */
const UNITS: Readonly<Record<string, string> & Record<NumberField, string>> = {
  offered_pps: "packets/s",
  delivered_pps: "packets/s",
  delivered_share: "share of the packets that arrived",
  drops: "packets",
  dropped_pps: "packets/s",
  cpu_share: "share of the CPU",
  user_share: "share of the time of all CPUs",
  process_share: "share of the time of all CPUs",
  latency_us: "us",
  interrupts: "interrupts",
  interrupts_per_second: "interrupts/s",
  wasted_cycles: "cycles",
  wasted_us: "us",
  packets_per_interrupt: "packets",
  wasted_share: "share of the time of all CPUs",
  gate_share: "share of the window",
  mean_inside: "packets",
  little: "packets",
  "window.from_us": "us",
  "window.to_us": "us",
  "window.packet_work_cycles": "cycles",
  window: "packets",
  "conservation.packets": "packets",
  "conservation.cycles": "cycles",
  "conservation.cycles.cpus": "CPUs",
};

export function resultsTable(
  report: Report,
  settings: Readonly<Record<string, Value>>,
): string[][] {
  const { model, ...numbers } = report;
  const settingRows = Object.entries(settings).map(([path, value]) => [
    `settings.${path}`,
    String(value),
    "",
  ]);
  return [
    ["quantity", "value", "unit"],
    ["model", `version ${model}`, ""],
    ...rowsOf(numbers, ""),
    ...settingRows,
  ];
}

function rowsOf(value: unknown, path: string): string[][] {
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, one]) =>
      rowsOf(one, path === "" ? key : `${path}.${key}`),
    );
  }
  return [
    [
      path,
      value === null ? "" : JSON.stringify(value),
      typeof value === "boolean" ? "" : unitOf(path),
    ],
  ];
}

/** The unit of the longest known beginning of a path. */
function unitOf(path: string): string {
  const parts = path.split(".");
  for (let length = parts.length; length > 0; length -= 1) {
    const unit = UNITS[parts.slice(0, length).join(".")];
    if (unit !== undefined) return unit;
  }
  return "";
}
