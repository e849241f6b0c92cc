// Variables and knobs over the shown range: the value now, a small chart, the smallest and the largest value, and a way back to the
// last change. Of an array one element is shown, which a person chooses.
import { tr } from "../../../i18n/i18n";
import type { Course, DebugView, LastWrite } from "../../../frame/debug-view";
import type { Topology, VariableRow } from "../../../generated/model";
import { formatMoment, formatNumber } from "../../../lib/format/numbers";
import { IconButton } from "../../../ui/button";
import { MomentLink, type MomentLinkProps } from "./moment-link";

/** A variable that is shown: its number in the topology; of an array, the number of elements. */
export interface ListedVariable {
  number: number;
  name: string;
  array: string | null;
  elements: number;
}

/** The variables to show: all but the elements of arrays, and of each array the chosen element. */
export function listedVariables(
  rows: readonly VariableRow[],
  chosen: Readonly<Record<string, number>>,
): readonly ListedVariable[] {
  const arrayOf = ({ name, line }: VariableRow) =>
    line > 0 ? (/^(\w+)\[\d+\]$/.exec(name)?.[1] ?? null) : null;
  return rows.flatMap((row, number): ListedVariable[] => {
    const array = arrayOf(row);
    if (array === null) return [{ number, name: row.name, array, elements: 1 }];
    const element = chosen[array] ?? 0;
    if (row.name !== `${array}[${element}]`) return [];
    const elements = rows.filter((other) => arrayOf(other) === array).length;
    return [{ number, name: row.name, array, elements }];
  });
}

interface VariablesProps extends Pick<MomentLinkProps, "onGoTo"> {
  topology: Topology;
  view: DebugView;
  variables: readonly ListedVariable[];
  write: (LastWrite & { name: string }) | null;
  onChoose(array: string, element: number): void;
  onLastWrite(variable: number): void;
}

export function Variables(props: VariablesProps) {
  const { topology, view, variables, write, onChoose, onGoTo, onLastWrite } = props;
  const knobs = topology.knobs ?? [];
  if (variables.length + knobs.length === 0) return null;
  const hertz = topology.clock_hz;
  return (
    <section className="debugger-part" aria-label={tr("Variables")}>
      <h4>{tr("Variables")}</h4>
      {write !== null && <Write {...{ write, hertz, onGoTo }} />}
      <table className="debugger-variables">
        <caption className="visually-hidden">
          {tr("Values from {from} to {to}", {
            from: formatMoment(view.from, hertz),
            to: formatMoment(view.to, hertz),
          })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{tr("Name")}</th>
            <th scope="col">{tr("Now")}</th>
            <th scope="col">{tr("In the range")}</th>
            <th scope="col">{tr("Smallest to largest")}</th>
            <th scope="col">
              <span className="visually-hidden">{tr("Last change")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {variables.map((variable, index) => (
            <Row
              key={variable.number}
              name={<Name {...{ variable, onChoose }} />}
              course={view.variables[index]}
              view={view}
              back={
                <IconButton
                  icon="chevronLeft"
                  label={tr("Back to the last change of {name}", { name: variable.name })}
                  onClick={() => onLastWrite(variable.number)}
                />
              }
            />
          ))}
          {knobs.map((knob, index) => (
            <Row
              key={knob.name}
              name={
                <>
                  <code>{knob.name}</code> <span className="muted">{tr("knob")}</span>
                </>
              }
              course={view.knobs[index]}
              view={view}
              back={null}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The last write that a person has gone back to. */
function Write({
  write,
  hertz,
  onGoTo,
}: Pick<MomentLinkProps, "hertz" | "onGoTo"> & { write: LastWrite & { name: string } }) {
  const { line, at, name } = write;
  const values = { name, before: formatNumber(write.before), after: formatNumber(write.after) };
  return (
    <p className="debugger-write">
      {tr("{name} changed from {before} to {after}.", values)}{" "}
      {line > 0 && (
        <MomentLink place={{ line, at }} hertz={hertz} onGoTo={onGoTo}>
          {tr("Line {line}", { line })}
        </MomentLink>
      )}
    </p>
  );
}

function Name({
  variable,
  onChoose,
}: { variable: ListedVariable } & Pick<VariablesProps, "onChoose">) {
  const { name, array, elements } = variable;
  if (array === null) return <code>{name}</code>;
  return (
    <label className="debugger-element">
      <code>{array}</code>
      <select
        aria-label={tr("Element of {array}", { array })}
        value={name}
        onChange={(event) => onChoose(array, event.target.selectedIndex)}
      >
        {Array.from({ length: elements }, (_, index) => (
          <option key={index} value={`${array}[${index}]`}>
            [{index}]
          </option>
        ))}
      </select>
    </label>
  );
}

interface RowProps {
  name: React.ReactNode;
  course: Course | undefined;
  view: DebugView;
  back: React.ReactNode;
}

function Row({ name, course, view, back }: RowProps) {
  if (course === undefined) return null;
  const { low, high } = extremes(course);
  return (
    <tr>
      <th scope="row" translate="no">
        {name}
      </th>
      <td className="debugger-now">{formatNumber(course.value)}</td>
      <td>
        <Sparkline course={course} at={(view.t - view.from) / Math.max(1, view.to - view.from)} />
      </td>
      <td className="debugger-extremes">
        {low === high ? formatNumber(low) : `${formatNumber(low)} – ${formatNumber(high)}`}
      </td>
      <td>{back}</td>
    </tr>
  );
}

function extremes({ columns }: Course): { low: number; high: number } {
  return {
    low: Math.min(...columns.map(([low]) => low)),
    high: Math.max(...columns.map(([, high]) => high)),
  };
}

const WIDTH = 100;
const HEIGHT = 22;

/** The course as a line; a column with several values is a vertical stroke. `at`: the shown moment, from 0 to 1. */
function Sparkline({ course, at }: { course: Course; at: number }) {
  return (
    <svg
      className="debugger-chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <line
        className="debugger-chart-now"
        x1={at * WIDTH}
        x2={at * WIDTH}
        y1={0}
        y2={HEIGHT}
        vectorEffect="non-scaling-stroke"
      />
      <path d={sparkline(course)} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** The path of a course in a box of WIDTH by HEIGHT. */
export function sparkline(course: Course): string {
  const { low, high } = extremes(course);
  const span = high - low || 1;
  const y = (value: number) => (HEIGHT - 2 - ((value - low) / span) * (HEIGHT - 4)).toFixed(1);
  const step = WIDTH / course.columns.length;
  let before = NaN;
  const parts = course.columns.map(([least, most], index) => {
    // The stroke begins at the end that is nearer to the column before.
    const [first, last] = before > (least + most) / 2 ? [most, least] : [least, most];
    before = last;
    const from = (index * step).toFixed(1);
    const to = ((index + 1) * step).toFixed(1);
    return `${index === 0 ? "M" : "L"}${from} ${y(first)}L${from} ${y(last)}L${to} ${y(last)}`;
  });
  return parts.join("");
}
