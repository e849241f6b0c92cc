// A line chart of a figure. Each line has a colour, a dash pattern and a symbol, all named in the legend. The numbers
// are in a table below the chart.
import type { ReactElement } from "react";
import { tr } from "../../i18n/i18n";
import {
  axis,
  axisWithHeadroom,
  linePath,
  toX,
  toY,
  ticksWithEnd,
  type Plot,
} from "../../pictures/charts/curve-geometry";
import { formatCompact, formatNumber } from "../../lib/format/numbers";
import {
  squareAround,
  candidatesAround,
  pointsAlong,
  labelArea,
  labelBaseline,
  labelHeight,
  placeLabels,
} from "../../pictures/charts/label-placement";
import type { Mark } from "../../generated/model";
import type { FigureLine, Picture, FigurePoint } from "../../desk/figures/measure-figure";
import { BASE_FONT_SIZE, useFontSize } from "../../ui/appearance";
import { Axes } from "../charts/axes";
import { offeredLabel, seedCount } from "./tabulate";
import { NumbersTable } from "./numbers-table";

interface ChartProps {
  /** Name of the figure: "M figure 6-3". */
  name: string;
  /** The figure has several line charts. */
  several?: boolean;
  picture: Picture;
  lines: readonly FigureLine[];
  marks: readonly Mark[];
  width: number;
  /** The figure is computed: missing points could not be measured. Otherwise they are not measured yet. */
  complete: boolean;
}

const LINE_STYLES = 6;

function axisNames(picture: Picture, lines: readonly FigureLine[]): { x: string; y: string } {
  const offered = tr("{offered}, packets/s", { offered: offeredLabel(lines) });
  switch (picture.kind) {
    case "user_share":
      return { x: offered, y: tr("CPU share of the user process, %") };
    case "first_packet":
      return { x: tr("packets in the burst"), y: tr("first packet delivered after, ms") };
    case "latency":
      return {
        x: "µs",
        y: tr("% of packets within, {from} to {to}", { from: picture.from, to: picture.to }),
      };
    default:
      return { x: offered, y: tr("delivered, packets/s") };
  }
}

function chartHeight(width: number): number {
  return Math.round(Math.max(220, Math.min(360, width * 0.56)));
}

export function LineChart(props: ChartProps) {
  const { name, several = false, picture, lines, marks, width, complete } = props;
  const k = useFontSize() / BASE_FONT_SIZE;
  const plot = plotOf(lines, marks, { width, k }, complete);
  const { size } = plot;
  const names = axisNames(picture, lines);
  const rangesSeen = lines.some(({ points }) => rangesPath(plot, points) !== "");
  return (
    <>
      <svg
        className="figure-chart"
        width={size.width}
        height={size.height}
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={tr("{value} against {value2}. {join}", {
          value: names.y,
          value2: names.x,
          join: lines.map((line) => describe(line, complete)).join(" "),
        })}
      >
        <Axes
          {...{ plot, names }}
          formatY={formatCompact}
          ticks={ticksWithEnd(plot, formatCompact)}
          endsInside
          below={18 * k}
        />
        {lines.map((line, number) => (
          <g key={line.label} className={`figure-line figure-line-${number % LINE_STYLES}`}>
            <path d={linePath(plot, line.points)} />
            <path className="figure-range" d={rangesPath(plot, line.points)} />
            {line.points
              .filter((_, index) => index % Math.ceil(line.points.length / 30) === 0)
              .map(({ x, y }) => (
                <PointSymbol
                  key={x}
                  style={number % LINE_STYLES}
                  x={toX(plot, x)}
                  y={toY(plot, y)}
                />
              ))}
          </g>
        ))}
        <PaperMarks plot={plot} lines={lines} marks={marks} />
      </svg>
      <Legend {...{ picture, lines, marks }} agree={complete && !rangesSeen} />
      <NumbersTable
        {...{ name, picture, lines, marks, complete }}
        detail={several ? names.y : ""}
      />
    </>
  );
}

/** Returns a bar for each point, from the lowest to the highest of its seeds. The bar's ends are wider than the symbol. */
function rangesPath(plot: Plot, points: readonly FigurePoint[]): string {
  return points
    .flatMap(({ x, low, high }) => {
      const [at, top, bottom] = [toX(plot, x), toY(plot, high), toY(plot, low)];
      if (bottom - top < SYMBOL_PIXELS) return [];
      return [`M${at - 4} ${top}h8M${at} ${top}V${bottom}M${at - 4} ${bottom}h8`];
    })
    .join("");
}

/** A bar that is not higher than the point's symbol would be invisible. */
const SYMBOL_PIXELS = 8;

/** Marks the papers' numbers with crosses. Each cross has a letter, placed where it covers no line and no other cross. */
function PaperMarks({ plot, lines, marks }: Pick<ChartProps, "lines" | "marks"> & { plot: Plot }) {
  const pixel = ({ x, y }: { x: number | null; y: number | null }) => ({
    x: toX(plot, x ?? 0),
    y: toY(plot, y ?? 0),
  });
  const crosses = marks.map(pixel);
  const letters = placeLabels(
    crosses.map((cross) =>
      candidatesAround(cross, LETTER_WIDTH, labelHeight(plot), labelArea(plot)),
    ),
    {
      points: pointsAlong(lines.map(({ points }) => points.map(pixel))),
      boxes: crosses.map((cross) => squareAround(cross, 12)),
    },
  );
  return crosses.map(({ x, y }, number) => (
    // A claim may have several marks.
    <g key={letter(number)} className="figure-mark">
      <path d={`M${x - 5} ${y - 5}l10 10m0 -10l-10 10`} />
      <text
        x={(letters[number]?.x ?? x) + LETTER_WIDTH / 2}
        y={(letters[number]?.y ?? y) + labelBaseline(plot)}
        textAnchor="middle"
      >
        {letter(number)}
      </text>
    </g>
  ));
}

/** Width of a mark's letter, in pixels. */
const LETTER_WIDTH = 9;

/** Whether the picture's points are means over seeds. Bursts and latencies come from a single run. */
function hasSeeds({ kind }: Picture): boolean {
  return kind === "delivered" || kind === "user_share";
}

interface LegendProps extends Pick<ChartProps, "picture" | "lines" | "marks"> {
  /** No bar of seeds is visible, because the seeds differ by at most the height of a symbol. */
  agree: boolean;
}

function Legend({ picture, lines, marks, agree }: LegendProps) {
  const seeds = seedCount(lines);
  return (
    <ul className="figure-legend">
      {lines.map(({ label }, number) => (
        <li key={label}>
          <svg width={34} height={16} aria-hidden="true">
            <g className={`figure-line figure-line-${number % LINE_STYLES}`}>
              <path d="M1 8H33" />
              <PointSymbol style={number % LINE_STYLES} x={17} y={8} />
            </g>
          </svg>
          {label}
        </li>
      ))}
      {hasSeeds(picture) && (
        <li>
          <svg width={34} height={16} aria-hidden="true">
            {!agree && <path className="figure-range" d="M13 1h8M17 1V15M13 15h8" />}
          </svg>
          {seeds > 1
            ? tr("Each point is the mean of {seeds} seeds.", { seeds })
            : tr("Each point is the mean of its seeds.")}{" "}
          {agree
            ? tr("The lowest and the highest seed never differ by more than the height of a point.")
            : tr(
                "A bar goes from the lowest to the highest seed where it is higher than the point.",
              )}
        </li>
      )}
      {marks.map(({ label, source }, number) => (
        <li key={letter(number)}>
          <svg width={34} height={16} aria-hidden="true" className="figure-mark">
            <path d="M12 3l10 10m0 -10l-10 10" />
          </svg>
          {tr("{letter}: {label} (stated in {source})", { letter: letter(number), label, source })}
        </li>
      ))}
    </ul>
  );
}

function letter(number: number): string {
  return String.fromCharCode(97 + (number % 26));
}

/** The symbol of a line: colours alone do not distinguish the lines. */
function PointSymbol({ style, x, y }: { style: number; x: number; y: number }): ReactElement {
  const paths = [
    `M${x - 3.2} ${y}a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z`,
    `M${x - 3} ${y - 3}h6v6h-6z`,
    `M${x} ${y - 4.2}l4.2 4.2l-4.2 4.2l-4.2 -4.2z`,
    `M${x} ${y - 4.4}l4 7h-8z`,
    `M${x} ${y + 4.4}l4 -7h-8z`,
    `M${x - 4} ${y - 1.5}h8v3h-8z`,
  ];
  return <path className="figure-symbol" d={paths[style] ?? ""} />;
}

/** Height of a chart's text, above and below the plot. */
const TEXT_HEIGHT = 28 + 44;

/** Before anything is measured the axes have no numbers. */
function plotOf(
  lines: readonly FigureLine[],
  marks: readonly Mark[],
  { width, k }: { width: number; k: number },
  complete: boolean,
): Plot {
  const points = lines.flatMap((line) => line.points);
  const highest = Math.max(1, ...points.map(({ high }) => high), ...marks.map(({ y }) => y ?? 0));
  const farthest = Math.max(1, ...points.map(({ x }) => x), ...marks.map(({ x }) => x ?? 0));
  const unknown = !complete && points.length === 0 && marks.length === 0;
  const bare = { max: 1, ticks: [] };
  return {
    size: { width, height: chartHeight(width) + TEXT_HEIGHT * (k - 1) },
    margins: { top: 28 * k, right: 18, bottom: 44 * k, left: 40 * k },
    fontSize: 14 * k,
    x: unknown ? bare : axis(Math.ceil(farthest), width < 500 ? 3 : 6),
    y: unknown ? bare : axisWithHeadroom(highest, 4),
  };
}

function describe({ label, points }: FigureLine, complete: boolean): string {
  const last = points.at(-1);
  const top = points.reduce<typeof last>(
    (a, b) => (a === undefined || b.y > a.y ? b : a),
    undefined,
  );
  if (last === undefined || top === undefined) {
    return `${label}: ${complete ? tr("nothing was measured") : tr("not computed yet")}.`;
  }
  return tr("{label}: highest {number} at {number2}, last {number3} at {number4}.", {
    label,
    number: number(top.y),
    number2: number(top.x),
    number3: number(last.y),
    number4: number(last.x),
  });
}

function number(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return formatNumber(value, digits);
}
