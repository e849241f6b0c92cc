// CPU time by context, and, on the same scale, the CPU time that was spent on packets which were dropped later.
import { Fragment } from "react";
import { tr } from "../../i18n/i18n";
import {
  formatMicroseconds,
  formatPacketRate,
  formatPercentFixed,
  formatPercent,
} from "../../lib/format/numbers";
import type { ContextShare, Outcomes } from "../../model/measures/outcomes";
import { LiveNumber } from "../../ui/live-number";
import { StackedBar } from "./stacked-bar";

export function CpuTime({ outcomes, hertz }: { outcomes: Outcomes; hertz: number }) {
  const { cpus, interrupts, elapsedCycles } = outcomes;
  const parts = (shares: readonly ContextShare[]) =>
    shares.map(({ id, name, kind, share }) => ({
      id,
      name,
      value: share,
      valueText: formatPercentFixed(share),
      fill: kind === "idle" ? ("hollow" as const) : ("solid" as const),
      colour: `var(--context-${kind})`,
    }));
  return (
    <div className="outcome" data-picture={tr("CPU time")}>
      <h3>{tr("CPU time")}</h3>
      {cpus.map((shares, cpu) =>
        cpus.length === 1 ? (
          <StackedBar key={cpu} label={tr("CPU time by context")} parts={parts(shares)} />
        ) : (
          <div key={cpu} className="outcome-cpu">
            <h4>{tr("CPU {cpu}", { cpu })}</h4>
            <StackedBar label={tr("Time of CPU {cpu} by context", { cpu })} parts={parts(shares)} />
          </div>
        ),
      )}
      <WastedTime outcomes={outcomes} />
      <p className="outcome-interrupts">
        {tr("interrupts taken:")}{" "}
        <LiveNumber text={formatPacketRate(interrupts, elapsedCycles, hertz) || tr("none")} />
      </p>
    </div>
  );
}

/** The hatched bar below the first: CPU time spent on packets that were dropped later, by the place of the drop. */
function WastedTime({ outcomes }: { outcomes: Outcomes }) {
  const { wastedShare, losses, milliseconds } = outcomes;
  const places = losses.filter((loss) => loss.wastedShare > 0);
  const ends = runningSums(places.map((loss) => loss.wastedShare));
  // The share can exceed 1: work counts when its packet is lost, even if it was done before the window.
  const amount = (share: number) =>
    wastedShare > 1
      ? tr("{microseconds} of work", {
          microseconds: formatMicroseconds(share * milliseconds * 1e3),
        })
      : formatPercent(share);
  const words = places.map(({ name, wastedShare: share }) =>
    tr("at {name} {amount}", { name, amount: amount(share) }),
  );
  return (
    <div className="waste">
      <div
        className="waste-track"
        role="img"
        aria-label={tr("Thrown away: {amount}{value} {join}", {
          amount: amount(wastedShare),
          value: wastedShare > 1 ? "" : tr(" of the CPU time"),
          join: words.join(", "),
        })}
      >
        {places.map((loss, index) => (
          <span
            key={loss.id}
            className="fill-waste"
            style={{
              left: `${Math.min(100, 100 * (ends[index - 1] ?? 0))}%`,
              width: `${Math.max(0.6, Math.min(100, 100 * loss.wastedShare))}%`,
            }}
          />
        ))}
      </div>
      {wastedShare > 0 ? (
        <p className="waste-text" aria-hidden="true">
          {tr("thrown away:")} <LiveNumber text={amount(wastedShare)} />
          {wastedShare > 1 && tr(", some of it done before this time")}
          {places.length === 1 && tr(" at {name}", { name: places[0]?.name ?? "" })}
          {places.length > 1 &&
            places.map(({ id, name, wastedShare: share }, index) => (
              <Fragment key={id}>
                {tr("{value}at {name}", { value: index === 0 ? ": " : ", ", name })}{" "}
                <LiveNumber text={amount(share)} />
              </Fragment>
            ))}
        </p>
      ) : (
        <p className="muted" aria-hidden="true">
          {tr("nothing thrown away")}
        </p>
      )}
    </div>
  );
}

function runningSums(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => (sum += value));
}
