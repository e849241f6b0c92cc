// Turns the lines of a chart into tables: a row for each rate and a column for each line. Lines that were measured at
// other rates get a table of their own, because nothing is interpolated between rates.
import { tr } from "../../i18n/i18n";
import { describeOffered } from "../../model/measures/curve-description";
import {
  formatMicroseconds,
  formatNumber,
  formatRate,
  formatPercent,
} from "../../lib/format/numbers";
import type { FigureLine, Picture, FigurePoint } from "../../desk/figures/measure-figure";

export interface NumberTable {
  caption: string;
  columns: string[];
  rows: string[][];
}

/** The shares of packets for which the table has a latency, in per cent. */
const SHARES = [10, 25, 50, 75, 90, 95, 99, 100];

export function tabulate(
  name: string,
  picture: Picture,
  lines: readonly FigureLine[],
  complete: boolean,
): NumberTable[] {
  if (picture.kind === "latency") return [latencyTable(name, picture, lines, complete)];
  const { caption, formatX, formatY } = formattersOf(picture);
  // While points are missing, lines with the same rates would be put into different tables.
  const groups = complete ? groupByRates(lines) : [lines];
  return groups.map((group) => {
    const places = [...new Set(group.flatMap(({ points }) => points.map(({ x }) => x)))];
    places.sort((a, b) => a - b);
    const [first, last] = [places[0], places.at(-1)];
    const apart = groups.length > 1 && first !== undefined && last !== undefined;
    return {
      caption: `${name}: ${caption}${apart ? tr(", {first} to {last}", { first: formatX(first), last: formatX(last) }) : ""}${describeSeeds(group)}`,
      columns: [firstColumnOf(picture, group), ...group.map(({ label }) => label)],
      rows: places.map((x) => [
        formatX(x),
        ...group.map(({ points }) => {
          const spot = points.find((one) => one.x === x);
          return spot === undefined ? missingText(complete) : formatRange(spot, formatY);
        }),
      ]),
    };
  });
}

/** Returns the label of the offered rate: "offered on each of 2 wires" if packets arrive on two wires. */
export function offeredLabel(lines: readonly FigureLine[]): string {
  const [wires = 1, ...others] = new Set(lines.map((line) => line.wires));
  return others.length > 0 ? tr("offered on each wire") : describeOffered({ wires, local: 0 });
}

/** Returns the largest number of seeds of a point. */
export function seedCount(lines: readonly FigureLine[]): number {
  return Math.max(1, ...lines.flatMap(({ points }) => points.map(({ seeds }) => seeds)));
}

function describeSeeds(lines: readonly FigureLine[]): string {
  const seeds = seedCount(lines);
  return seeds > 1 ? tr("; the mean of {seeds} seeds (lowest to highest)", { seeds }) : "";
}

/** Formats a mean with the range of its seeds. A range whose ends look the same is left out. */
function formatRange({ y, low, high }: FigurePoint, format: (value: number) => string): string {
  const [least, greatest] = [format(low), format(high)];
  return least === greatest
    ? format(y)
    : tr("{format} ({least} to {greatest})", { format: format(y), least, greatest });
}

/** Groups the lines that were measured at the same rates, in their order. */
function groupByRates(lines: readonly FigureLine[]): FigureLine[][] {
  const groups = new Map<string, FigureLine[]>();
  for (const line of lines) {
    const rates = line.points.map(({ x }) => x).join(" ");
    groups.set(rates, [...(groups.get(rates) ?? []), line]);
  }
  return [...groups.values()];
}

function formattersOf({ kind }: Picture) {
  const rates = { formatX: formatRate };
  switch (kind) {
    case "user_share":
      return {
        ...rates,
        caption: tr("CPU share of the user process at each offered rate"),
        formatY: (percent: number) => formatPercent(percent / 100),
      };
    case "first_packet":
      return {
        caption: tr("when the first packet of a burst is delivered"),
        formatX: (packets: number) => formatNumber(packets),
        formatY: (milliseconds: number) => formatMicroseconds(milliseconds * 1000),
      };
    default:
      return {
        ...rates,
        caption: tr("packets delivered a second at each offered rate"),
        formatY: formatRate,
      };
  }
}

function firstColumnOf({ kind }: Picture, lines: readonly FigureLine[]): string {
  if (kind === "first_packet") return tr("Packets in the burst");
  const words = offeredLabel(lines);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the table of a latency picture. Its rows are shares of the packets, because each line has other times. */
function latencyTable(
  name: string,
  { from, to }: Extract<Picture, { kind: "latency" }>,
  lines: readonly FigureLine[],
  complete: boolean,
): NumberTable {
  const within = (points: readonly FigurePoint[], share: number) =>
    points.find(({ y }) => y >= share)?.x;
  const measured = lines.some(({ points }) => points.length > 0);
  return {
    caption: tr("{name}: the time from {from} to {to} that a share of the packets needs at most", {
      name,
      from,
      to,
    }),
    columns: [tr("Share of the packets"), ...lines.map(({ label }) => label)],
    rows: (measured ? SHARES : []).map((share) => [
      formatPercent(share / 100),
      ...lines.map(({ points }) => {
        const time = within(points, share);
        return time === undefined ? missingText(complete) : formatMicroseconds(time);
      }),
    ]),
  };
}

function missingText(complete: boolean): string {
  return complete ? tr("not measured") : tr("not yet");
}
