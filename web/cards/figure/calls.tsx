// Procedure calls over time, like the time lines in the papers: a lane for each context, and inner calls below their
// callers.
import { tr } from "../../i18n/i18n";
import { ticksUpTo } from "../../pictures/charts/curve-geometry";
import { niceStep, formatMicroseconds } from "../../lib/format/numbers";
import { callDepths, type CallSpan } from "../../desk/figures/trace-calls";
import { DataTable } from "../../ui/data-table";
import { Disclosure } from "../../ui/disclosure";
import { BASE_FONT_SIZE, useFontSize } from "../../ui/appearance";
import "../charts/charts.css";

interface CallsProps {
  /** Name of the figure: "M figure 7-4". */
  name: string;
  title: string;
  contexts: readonly string[];
  bars: readonly CallSpan[];
  width: number;
  /** Nothing has been computed yet, so there is no scale to show. */
  isPending: boolean;
}

const LANE_GAP = 8;
const WIDTH_MIN = 720;

/** Height of a row of calls, height of a lane's name, and the approximate width of a letter, which decides whether a name
 * fits into its bar. */
function sizesAt(k: number) {
  return { row: 19 * k, laneName: 18 * k, letter: 6.4 * k };
}

export function CallsTimeline(props: CallsProps) {
  const { name, title, contexts, bars, isPending } = props;
  const end = Math.max(1, ...bars.map((bar) => bar.end));
  const summary = isPending
    ? tr("not computed yet.")
    : tr(
        "{count, plural, one {one call} other {{count} calls}} in {end}; the table below lists them.",
        { count: bars.length, end: formatMicroseconds(end) },
      );
  return (
    <>
      <h5 className="subheading">{title}</h5>
      <div
        className="figure-scroll"
        tabIndex={0}
        role="group"
        aria-label={tr("Time line: {title}", { title })}
      >
        <CallsPicture
          contexts={contexts}
          bars={bars}
          width={Math.max(WIDTH_MIN, props.width)}
          end={end}
          isPending={isPending}
          label={`${title}: ${summary}`}
        />
      </div>
      <Disclosure
        hasTables
        label={tr("The calls as a table")}
        labelSuffix={tr("of {name}: {title}", { name, title })}
      >
        <DataTable
          caption={`${name}: ${title}`}
          columns={[tr("Procedure"), tr("Context"), tr("Packet"), tr("Begins, µs"), tr("Ends, µs")]}
          rows={bars.map((bar) => [
            bar.procedure,
            contexts[bar.context],
            bar.packet === 0 ? "" : bar.packet,
            bar.begin.toFixed(1),
            bar.end.toFixed(1),
          ])}
        />
      </Disclosure>
    </>
  );
}

interface PictureProps extends Pick<CallsProps, "contexts" | "bars" | "width" | "isPending"> {
  /** The time of the last bar's end. */
  end: number;
  label: string;
}

function CallsPicture({ contexts, bars, width, isPending, end, label }: PictureProps) {
  const k = useFontSize() / BASE_FONT_SIZE;
  const { row, laneName, letter } = sizesAt(k);
  const depths = callDepths(bars);
  const x = (time: number) => 4 + (time / end) * (width - 16);
  const { lanes, height } = placeLanes(bars, depths, k);
  const ticks = isPending ? [] : ticksUpTo(end, niceStep(end / 8));
  return (
    <svg
      width={width}
      height={height + 40 * k}
      viewBox={`0 0 ${width} ${height + 40 * k}`}
      role="img"
      aria-label={label}
    >
      {ticks.map((tick) => (
        <g key={tick} className="chart-axis">
          <path className="chart-grid" d={`M${x(tick)} 4V${height}`} />
          <text
            className="chart-tick"
            x={Math.max(12, x(tick))}
            y={height + 16 * k}
            textAnchor="middle"
          >
            {tick}
          </text>
        </g>
      ))}
      <text x={width / 2} y={height + 34 * k} textAnchor="middle">
        {tr("µs from the first interrupt")}
      </text>
      {[...lanes].map(([context, { top }]) => (
        <text key={context} className="figure-lane" x={4} y={top + 13 * k}>
          {contexts[context]}
        </text>
      ))}
      {bars.map((bar, index) => {
        const top = (lanes.get(bar.context)?.top ?? 0) + laneName + row * (depths[index] ?? 0);
        const wide = Math.max(1, x(bar.end) - x(bar.begin));
        return (
          <g key={index}>
            <rect
              className={`figure-call figure-call-${bar.packet % 5}`}
              x={x(bar.begin)}
              y={top}
              width={wide}
              height={row - 2}
            />
            {wide > bar.procedure.length * letter + 6 && (
              <text className="figure-name" x={x(bar.begin) + 4} y={top + 12.5 * k}>
                {bar.procedure}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** The lane of each context, below the lane of a context with a lower number, and the height of all. */
function placeLanes(bars: readonly CallSpan[], depths: readonly number[], k: number) {
  const { row, laneName } = sizesAt(k);
  const lanes = new Map<number, { top: number; rows: number }>();
  bars.forEach(({ context }, index) => {
    const rows = Math.max(lanes.get(context)?.rows ?? 0, (depths[index] ?? 0) + 1);
    lanes.set(context, { top: 0, rows });
  });
  let height = 4;
  for (const [context, lane] of [...lanes].sort(([a], [b]) => a - b)) {
    lanes.set(context, { ...lane, top: height });
    height += laneName + row * lane.rows + LANE_GAP;
  }
  return { lanes, height };
}
