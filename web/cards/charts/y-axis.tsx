// The vertical axis of a line chart: at each tick a grid line and its number. The horizontal axes differ: each chart draws
// its own.
import { toY, type Plot } from "../../pictures/charts/curve-geometry";
import "./charts.css";

interface YAxisProps {
  plot: Plot;
  formatTick(tick: number): string;
}

export function YAxis({ plot, formatTick }: YAxisProps) {
  const { size, margins, y } = plot;
  return (
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
            {formatTick(tick)}
          </text>
        </g>
      ))}
    </g>
  );
}
