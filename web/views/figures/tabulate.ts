// A chart's numbers as tables: a row a rate, a column a line, so that the lines are compared at one rate. Lines
// that were measured at other rates have a table of their own: nothing is read off between two rates.
import { describeOffered } from "../../charts/curve-description";
import { formatMicroseconds, formatNumber, formatRate, formatPercent } from "../../format/numbers";
import type { FigureLine, Picture, FigurePoint } from "../../store/figures/figure-run";

export interface NumberTable {
  caption: string;
  columns: string[];
  rows: string[][];
}

/** The shares of packets at which a latency is told, in per cent. */
const SHARES = [10, 25, 50, 75, 90, 95, 99, 100];

export function tabulate(
  name: string,
  picture: Picture,
  lines: readonly FigureLine[],
  complete: boolean,
): NumberTable[] {
  if (picture.kind === "latency") return [latencyTable(name, picture, lines, complete)];
  const { caption, sayX, sayY } = formattersOf(picture);
  // What is yet to come would tear the lines apart.
  const groups = complete ? groupByRates(lines) : [lines];
  return groups.map((group) => {
    const places = [...new Set(group.flatMap(({ points }) => points.map(({ x }) => x)))];
    places.sort((a, b) => a - b);
    const [first, last] = [places[0], places.at(-1)];
    const apart = groups.length > 1 && first !== undefined && last !== undefined;
    return {
      caption: `${name}: ${caption}${apart ? `, ${sayX(first)} to ${sayX(last)}` : ""}${describeSeeds(group)}`,
      columns: [firstColumnOf(picture, group), ...group.map(({ label }) => label)],
      rows: places.map((x) => [
        sayX(x),
        ...group.map(({ points }) => {
          const spot = points.find((one) => one.x === x);
          return spot === undefined ? missingText(complete) : formatRange(spot, sayY);
        }),
      ]),
    };
  });
}

/** "offered on each of 2 wires": what is delivered of it may be more than it. */
export function offeredLabel(lines: readonly FigureLine[]): string {
  const [wires = 1, ...others] = new Set(lines.map((line) => line.wires));
  return others.length > 0 ? "offered on each wire" : describeOffered(wires);
}

/** How many seeds the points are the mean of, at the most. */
export function seedCount(lines: readonly FigureLine[]): number {
  return Math.max(1, ...lines.flatMap(({ points }) => points.map(({ seeds }) => seeds)));
}

function describeSeeds(lines: readonly FigureLine[]): string {
  const seeds = seedCount(lines);
  return seeds > 1 ? `; the mean of ${seeds} seeds (the least to the greatest)` : "";
}

/** Seeds that read the same are one number. */
function formatRange({ y, low, high }: FigurePoint, say: (value: number) => string): string {
  const [least, greatest] = [say(low), say(high)];
  return least === greatest ? say(y) : `${say(y)} (${least} to ${greatest})`;
}

/** Lines with the same rates are together, in their order. */
function groupByRates(lines: readonly FigureLine[]): FigureLine[][] {
  const groups = new Map<string, FigureLine[]>();
  for (const line of lines) {
    const rates = line.points.map(({ x }) => x).join(" ");
    groups.set(rates, [...(groups.get(rates) ?? []), line]);
  }
  return [...groups.values()];
}

function formattersOf({ kind }: Picture) {
  const rates = { sayX: formatRate };
  switch (kind) {
    case "user_share":
      return {
        ...rates,
        caption: "CPU share of the user process at each offered rate",
        sayY: (percent: number) => formatPercent(percent / 100),
      };
    case "first_packet":
      return {
        caption: "when the first packet of a burst is delivered",
        sayX: (packets: number) => formatNumber(packets),
        sayY: (milliseconds: number) => formatMicroseconds(milliseconds * 1000),
      };
    default:
      return {
        ...rates,
        caption: "packets delivered a second at each offered rate",
        sayY: formatRate,
      };
  }
}

function firstColumnOf({ kind }: Picture, lines: readonly FigureLine[]): string {
  if (kind === "first_packet") return "Packets in the burst";
  const words = offeredLabel(lines);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Every line has times of its own: what is common to all are shares of the packets. */
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
    caption: `${name}: the time from ${from} to ${to} that a share of the packets stays within`,
    columns: ["Share of the packets", ...lines.map(({ label }) => label)],
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
  return complete ? "not measured" : "not yet";
}
