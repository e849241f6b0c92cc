// The results of two machines in the same stretch of time, row by row: what each did, and which of the two did better.
import { msg, tr } from "../../i18n/i18n";
import { formatPercent, formatRate, formatNumber } from "../../lib/format/numbers";
import { lowerFirst } from "../../lib/format/sentence";
import { percentile, percentileText } from "./histogram";
import {
  RATE_NEEDS_MILLISECONDS,
  type ContextShare,
  type Outcomes,
  type PlaceLoss,
} from "./outcomes";

export type Side = "first" | "second";

export interface ComparedRow {
  id: string;
  label: string;
  first: string;
  second: string;
  /** The side with the better value; null where they are alike, or where neither direction is better. */
  better: Side | null;
  /** A part of the row above it. */
  isPart: boolean;
}

export interface ComparedGroup {
  title: string;
  rows: ComparedRow[];
}

const PART_OF_LOST = "lost ";
/** The row that is true at a moment, not in a window. */
const INSIDE = "inside";

/** Values that differ by less than this share count as alike: two seeds of one machine differ as much. */
const ALIKE = 0.02;

export function compareOutcomes(first: Outcomes, second: Outcomes): ComparedGroup[] {
  const row = rowsOf(first, second);
  const seconds = ({ milliseconds }: Outcomes) => milliseconds / 1e3;
  const rateOf = (packets: number, outcomes: Outcomes) =>
    seconds(outcomes) > 0 ? packets / seconds(outcomes) : 0;
  const lost = ({ refused, droppedAfterWork }: Outcomes) => refused + droppedAfterWork;
  const latencyRow = (id: string, label: string, share: number) => {
    const read = ({ latency }: Outcomes) => percentile(latency, share);
    return row(id, label, read, (_, { latency }) => percentileText(latency, share), "low");
  };
  const hasServers = [first, second].some(({ cpu }) => cpu.some(isServer));
  const processRows = hasServers ? PROCESS_ROWS : [ALL_PROCESSES];
  const cpuRows = [...KERNEL_ROWS, ...processRows, IDLE_ROW];
  return [
    {
      title: tr("Packets"),
      rows: [
        row("delivered", tr("Delivered"), ({ deliveredRate }) => deliveredRate, formatRate, "high"),
        row("lost", tr("Lost"), (outcomes) => rateOf(lost(outcomes), outcomes), formatRate, "low"),
        ...placesOf(first, second).map(({ id, name }) =>
          row(
            `${PART_OF_LOST}${id}`,
            tr("at the {name}", { name: lowerFirst(name) }),
            (outcomes) => rateOf(lossAt(outcomes, id)?.packets ?? 0, outcomes),
            formatRate,
            null,
          ),
        ),
        row(INSIDE, tr("Waiting now"), ({ inside }) => inside, formatRounded, null),
      ],
    },
    {
      title: tr("Latency of the delivered packets"),
      rows: [
        latencyRow("median", tr("Half within"), 0.5),
        latencyRow("p99", tr("99 of 100 within"), 0.99),
      ],
    },
    {
      title: tr("CPU time"),
      rows: [
        row("wasted", tr("Thrown away"), ({ wastedShare }) => wastedShare, formatPercent, "low"),
        ...cpuRows.map(({ id, label, isPartOf, wanted }) =>
          row(
            id,
            tr(label),
            ({ cpu, cpus }) =>
              cpu.filter(isPartOf).reduce((sum, { share }) => sum + share, 0) /
              Math.max(1, cpus.length),
            formatPercent,
            wanted,
          ),
        ),
        row(
          "taken",
          tr("Interrupts taken"),
          (outcomes) => rateOf(outcomes.interrupts, outcomes),
          formatRate,
          null,
        ),
      ],
    },
  ];
}

/** Makes the rows of two machines. */
function rowsOf(first: Outcomes, second: Outcomes) {
  return (
    id: string,
    label: string,
    read: (outcomes: Outcomes) => number | null,
    format: (value: number, outcomes: Outcomes) => string,
    wanted: "high" | "low" | null,
  ): ComparedRow => {
    const [a, b] = [read(first), read(second)];
    const text = (value: number | null, outcomes: Outcomes) => {
      if (isTooShort(outcomes) && id !== INSIDE) return tr("not yet");
      return value === null ? tr("none") : format(value, outcomes);
    };
    return {
      id,
      label,
      first: text(a, first),
      second: text(b, second),
      better: isTooShort(first) || isTooShort(second) ? null : betterSide(a, b, wanted),
      isPart: id.startsWith(PART_OF_LOST),
    };
  };
}

/** The window of a machine begins anew at each of its changes. */
function isTooShort({ milliseconds }: Outcomes): boolean {
  return milliseconds < RATE_NEEDS_MILLISECONDS;
}

interface CpuRow {
  id: string;
  label: string;
  isPartOf(context: ContextShare): boolean;
  wanted: "high" | null;
}

/** Contexts of the same kind differ between designs, so shares are compared by kind. */
const kernelRow = (id: string, label: string, ...kinds: ContextShare["kind"][]): CpuRow => ({
  id,
  label,
  isPartOf: ({ kind }) => kinds.includes(kind),
  wanted: null,
});

const KERNEL_ROWS = [
  kernelRow("interrupts", msg("Interrupts"), "clock", "device"),
  kernelRow("kernel", msg("Rest of the kernel"), "software", "thread"),
];
const IDLE_ROW = kernelRow("idle", msg("Idle"), "idle");

const isServer = ({ kind, handlesPackets }: ContextShare) => kind === "process" && handlesPackets;

/** What other processes get is progress: a kernel that leaves them nothing starves them. The time of a process that handles packets
 * shows in the packets. */
const ALL_PROCESSES: CpuRow = {
  id: "processes",
  label: msg("Processes"),
  isPartOf: ({ kind, handlesPackets }) => kind === "process" && !handlesPackets,
  wanted: "high",
};
const PROCESS_ROWS: readonly CpuRow[] = [
  { id: "servers", label: msg("Processes that handle packets"), isPartOf: isServer, wanted: null },
  { ...ALL_PROCESSES, label: msg("Other processes") },
];

const formatRounded = (value: number) => formatNumber(value);

/** The places where one of the two machines lost packets, in the order of the packets' path. */
function placesOf(first: Outcomes, second: Outcomes): PlaceLoss[] {
  const losing = ({ losses }: Outcomes) => losses.filter(({ packets }) => packets > 0);
  const ours = losing(first);
  const others = losing(second).filter(({ id }) => ours.every((one) => one.id !== id));
  return [...ours, ...others].sort((a, b) => a.index - b.index);
}

function lossAt({ losses }: Outcomes, id: string): PlaceLoss | undefined {
  return losses.find((loss) => loss.id === id);
}

function betterSide(
  first: number | null,
  second: number | null,
  wanted: "high" | "low" | null,
): Side | null {
  if (wanted === null || first === null || second === null || first === second) return null;
  const size = Math.max(Math.abs(first), Math.abs(second));
  // A latency beyond the last bin is infinite.
  if (Number.isFinite(size) && Math.abs(first - second) <= ALIKE * size) return null;
  return first > second === (wanted === "high") ? "first" : "second";
}
