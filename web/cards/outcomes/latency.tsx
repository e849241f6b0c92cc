// The latency of the delivered packets as a histogram on a logarithmic time axis.
import { tr } from "../../i18n/i18n";
import { formatMicroseconds, formatNumber } from "../../lib/format/numbers";
import { histogram, percentileText } from "../../model/measures/histogram";
import type { Outcomes } from "../../model/measures/outcomes";
import { LiveNumber } from "../../ui/live-number";

export function Latency({ outcomes }: { outcomes: Outcomes }) {
  const { latency, delivered } = outcomes;
  const made = histogram(latency);
  const median = percentileText(latency, 0.5);
  const p99 = percentileText(latency, 0.99);
  return (
    <div className="outcome" data-picture={tr("Latency")}>
      <h3>
        {tr("Latency")}{" "}
        <span className="outcome-note">
          {tr("of the")} <LiveNumber text={formatNumber(delivered)} /> {tr("delivered")}
        </span>
      </h3>
      {made === null ? (
        <p className="muted">{tr("No packet was delivered in this time.")}</p>
      ) : (
        <>
          <svg
            className="latency"
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            role="img"
            aria-label={tr("Latency: half within {median}, 99 of 100 within {p99}", {
              median,
              p99,
            })}
          >
            {made.bars.map(({ bin, x, width, height }) => (
              <rect
                key={bin.low}
                x={x + 0.1}
                y={100 - height}
                width={Math.max(0.4, width - 0.2)}
                height={height}
              />
            ))}
          </svg>
          <div className="latency-axis mono" aria-hidden="true">
            {made.ticks.map(({ us, x }) => (
              <span key={us} style={{ left: `${x}%` }}>
                {formatMicroseconds(us)}
              </span>
            ))}
          </div>
          <p className="latency-text" aria-hidden="true">
            {tr("half within")} <LiveNumber text={median} />
            {tr(", 99 of 100 within")} <LiveNumber text={p99} />
          </p>
        </>
      )}
    </div>
  );
}
