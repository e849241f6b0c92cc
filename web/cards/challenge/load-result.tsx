// What the judge says of one load: met or missed, each bound with the worst of the seeds, what broke with its line, the window as a
// strip, and three numbers that oppose each other beside our solution's.
import { tr } from "../../i18n/i18n";
import type { LoadResult, Scenario, SweepPoint, Sweep } from "../../generated/model";
import { translateMessage } from "../../i18n/model-texts";
import { formatNumber } from "../../lib/format/numbers";
import { Button } from "../../ui/button";
import { NumberPicture } from "./number-picture";
import { describeBound, formatValue, metricLabel, toldBounds } from "./texts";
import { WindowStrip } from "./window-strip";

export interface LoadActions {
  onOpenRun(scenario: Scenario, from: LoadResult): void;
  onOpenPoint(sweep: Sweep, point: SweepPoint): void;
  /** Goes to a line of the program; none if the editor has another text by now. */
  onGoTo?: ((line: number) => void) | undefined;
}

export function LoadResultView({ result, ...actions }: { result: LoadResult } & LoadActions) {
  const { fault, told, sweep, numbers } = result;
  return (
    <div className="load-result">
      {fault === undefined ? <Bounds result={result} /> : <Fault fault={fault} {...actions} />}
      {told !== undefined && <Fault fault={told} {...actions} />}
      {sweep !== undefined && (
        <WindowStrip sweep={sweep} onOpen={(point) => actions.onOpenPoint(sweep, point)} />
      )}
      {fault === undefined && numbers.length > 0 && (
        <div className="load-numbers">
          {numbers.map((one) => (
            <NumberPicture key={one.metric} numbers={one} />
          ))}
        </div>
      )}
      <OpenRun result={result} onOpenRun={actions.onOpenRun} />
    </div>
  );
}

function Bounds({ result }: { result: LoadResult }) {
  return (
    <ul className="load-bounds">
      {toldBounds(result).map((bound) => {
        const { metric, value, met, seed, rate } = bound;
        const values = { name: metricLabel(metric), value: formatValue(metric, value) };
        return (
          <li key={metric} className={met ? "" : "load-bound-missed"}>
            <span>{tr("{name}: {value}", values)}</span>{" "}
            <span className="muted">({describeBound(bound)})</span>
            {!met && rate > 0 && (
              <span className="muted">
                {" "}
                {tr("missed with seed {seed}, which sends {rate} packets/s", {
                  seed: String(seed),
                  rate: formatNumber(rate),
                })}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Fault({
  fault: { line, told, seed, rate },
  onGoTo,
}: { fault: NonNullable<LoadResult["fault"]> } & LoadActions) {
  return (
    <p className="load-fault">
      {line > 0 &&
        (onGoTo === undefined ? (
          <strong>{tr("Line {line}", { line })}: </strong>
        ) : (
          <>
            <button type="button" className="link-button" onClick={() => onGoTo(line)}>
              {tr("Line {line}", { line })}
            </button>
            {": "}
          </>
        ))}
      {translateMessage(told)}{" "}
      <span className="muted">
        {tr("(seed {seed}, {rate} packets/s)", { seed: String(seed), rate: formatNumber(rate) })}
      </span>
    </p>
  );
}

/** The first run that shows what is wrong. */
function OpenRun({ result, onOpenRun }: { result: LoadResult } & Pick<LoadActions, "onOpenRun">) {
  const { fault, bounds, sweep } = result;
  const scenario = fault?.scenario ?? bounds.find(({ met }) => !met)?.scenario;
  // A strip has a button for each of its runs.
  if (scenario === undefined || sweep !== undefined) return null;
  return (
    <Button onClick={() => onOpenRun(scenario, result)}>
      {tr("Open this run in the machine")}
    </Button>
  );
}
