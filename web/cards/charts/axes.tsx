// The axes of a line chart: at each tick of the vertical one a grid line and its number, the numbers of the horizontal one below
// the plot, and their names, unless controls of the page name them.
import { toX, toY, type Plot } from "../../pictures/charts/curve-geometry";
import "./charts.css";

interface AxesProps {
  plot: Plot;
  formatY(tick: number): string;
  /** The ticks of the horizontal axis with their numbers. */
  ticks: readonly (readonly [at: number, words: string])[];
  /** The number at the end of the axis ends there. Otherwise it is centred, like the others. */
  endsInside?: boolean;
  /** From the axis to the baseline of its numbers. */
  below: number;
  names?: { x: string; y: string };
}

export function Axes({ plot, formatY, ticks, endsInside = false, below, names }: AxesProps) {
  const { size, margins, y } = plot;
  return (
    <>
      <g className="chart-axis">
        {y.ticks.map((tick) => (
          <g key={tick}>
            <path
              className="chart-grid"
              d={`M${margins.left} ${toY(plot, tick)}H${size.width - margins.right}`}
            />
            <text
              className="chart-tick"
              x={margins.left - 6}
              y={toY(plot, tick)}
              dy="0.32em"
              textAnchor="end"
            >
              {formatY(tick)}
            </text>
          </g>
        ))}
        {ticks.map(([at, words], index) => (
          <text
            key={at}
            className="chart-tick"
            x={toX(plot, at)}
            y={size.height - margins.bottom + below}
            textAnchor={
              endsInside && index === ticks.length - 1 && at !== Infinity ? "end" : "middle"
            }
          >
            {words}
          </text>
        ))}
      </g>
      {names !== undefined && (
        <>
          <text className="chart-name" x={0} y={plot.fontSize}>
            {names.y}
          </text>
          <text
            className="chart-name"
            x={(margins.left + size.width) / 2}
            y={size.height - 4}
            textAnchor="middle"
          >
            {names.x}
          </text>
        </>
      )}
    </>
  );
}
