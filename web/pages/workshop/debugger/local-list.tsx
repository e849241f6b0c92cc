// The local variables of a function that runs: their values, and the line that wrote each last, with the value before. Of an array
// only elements that are set are shown, and the first one.
import { tr } from "../../../i18n/i18n";
import type { FunctionLocals, LocalValue, LocalVariable } from "../../../frame/debug-locals";
import type { LocalRow, Topology } from "../../../generated/model";
import { formatNumber } from "../../../lib/format/numbers";
import { MomentLink, type MomentLinkProps } from "./moment-link";

interface LocalListProps extends Pick<MomentLinkProps, "onGoTo"> {
  topology: Topology;
  /** The function's name. */
  name: string;
  shown: FunctionLocals;
  /** The values are those of another moment: the replay is under way. */
  isOld: boolean;
}

export function LocalList({ topology, name, shown, isOld, onGoTo }: LocalListProps) {
  const rows = (topology.locals?.[shown.function] ?? []).flatMap((row, index) => {
    const variable = shown.variables[index];
    return variable === undefined || isHidden(row, variable) ? [] : [{ row, variable }];
  });
  if (rows.length === 0) return null;
  return (
    <table className={`debugger-locals ${isOld ? "debugger-old" : ""}`} aria-busy={isOld}>
      <caption className="visually-hidden">{tr("Local variables of {name}", { name })}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{tr("Name")}</th>
          <th scope="col">{tr("Now")}</th>
          <th scope="col">{tr("Last change")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, variable }, index) => (
          <tr key={index}>
            <th scope="row" translate="no">
              <code>{row.name}</code>
            </th>
            <td className={variable.value === "unset" ? "muted" : "debugger-now"}>
              {formatValue(row, variable.value)}
            </td>
            <td>
              {variable.write === null ? (
                <span className="muted">{describeNoWrite(row, variable, shown)}</span>
              ) : (
                <>
                  <MomentLink place={variable.write} hertz={topology.clock_hz} onGoTo={onGoTo}>
                    {tr("Line {line}", { line: variable.write.line })}
                  </MomentLink>{" "}
                  <span className="muted">
                    {tr("before: {value}", { value: formatValue(row, variable.write.before) })}
                  </span>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isHidden = ({ name }: LocalRow, { value }: LocalVariable) =>
  value === "unset" && /\[[1-9]\d*\]$/.test(name);

function formatValue({ type }: LocalRow, value: LocalValue): string {
  if (value === "unset") return tr("not set yet");
  if (value === "NULL") return value;
  const number = formatNumber(value);
  return /^struct packet\b/.test(type) ? tr("packet {number}", { number }) : number;
}

function describeNoWrite(row: LocalRow, { value }: LocalVariable, shown: FunctionLocals): string {
  if (row.is_parameter) return tr("from the call");
  return value === "unset" || shown.isWhole ? "" : tr("more than a second ago");
}
