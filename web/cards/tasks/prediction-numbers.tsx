// A prediction as numbers, one for each value of the axis: for the keyboard, and for people who want exact values.
import { useId, useState } from "react";
import { tr } from "../../i18n/i18n";
import { formatNumber } from "../../lib/format/numbers";
import { metricUnit, inputScale } from "../../lesson/metric";
import type { Prediction } from "../../lesson/lesson";
import {
  describeExpectedNumber,
  formatReading,
  parseNumber,
  readNumber,
} from "../../lib/format/parse-number";
import { NumberChoice } from "../../ui/number-choice";
import type { PredictionAxis } from "./prediction-axis";

interface PredictionNumbersProps {
  task: Prediction;
  axis: PredictionAxis;
  guess: readonly (number | null)[];
  /** null when the prediction cannot be changed. */
  onChange: ((values: readonly (number | null)[]) => void) | null;
}

export function PredictionNumbers({ task, axis, guess, onChange }: PredictionNumbersProps) {
  const unit = metricUnit(task.metric);
  return (
    <fieldset className="prediction-numbers">
      <legend>
        {unit === "" ? tr("What do you expect?") : tr("What do you expect, in {unit}?", { unit })}
      </legend>
      {task.values.map((one, at) => (
        <Entry
          key={one}
          task={task}
          label={tr("at {value}{one}", {
            value: axis.isRate ? "" : `${axis.name} `,
            one: axis.format(one),
          })}
          value={guess[at] ?? null}
          onChange={
            onChange && ((value) => onChange(guess.map((one, i) => (i === at ? value : one))))
          }
        />
      ))}
    </fieldset>
  );
}

interface EntryProps {
  task: Prediction;
  label: string;
  value: number | null;
  onChange: ((value: number | null) => void) | null;
}

function Entry({ task, label, value, onChange }: EntryProps) {
  const id = useId();
  const scale = inputScale(task.metric);
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (value === null ? "" : formatNumber(value / scale, 1));
  const problem = typed === null ? "" : inputProblem(task, typed);
  const read = readNumber(typed ?? "", metricUnit(task.metric));
  // Every key updates the value at once, not only when the person leaves the field. Text that is
  // not a number clears the value, even if its first digits have already set one.
  const type = (text: string) => {
    setTyped(text);
    const read =
      inputProblem(task, text) === "" ? parseNumber(text, metricUnit(task.metric)) : null;
    onChange?.(read === null ? null : read * scale);
  };
  return (
    <div className="prediction-entry">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="text-entry mono"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        size={7}
        value={shown}
        disabled={onChange === null}
        aria-invalid={problem !== ""}
        aria-describedby={`${id}-problem`}
        onChange={(event) => type(event.target.value)}
        onBlur={() => {
          if (problem === "") setTyped(null);
        }}
      />
      <p id={`${id}-problem`} className="prediction-problem" aria-live="polite">
        {problem !== "" && read.kind === "ambiguous" ? (
          <NumberChoice values={read.values} onChoose={(number) => type(formatReading(number))} />
        ) : (
          problem
        )}
      </p>
    </div>
  );
}

/** The problem of a typed text; "" when there is none. An empty field is not a problem. */
function inputProblem({ metric, max }: Prediction, text: string): string {
  if (text.trim() === "") return "";
  const unit = metricUnit(metric);
  const number = parseNumber(text, unit);
  if (number === null) return describeExpectedNumber(unit);
  const most = max / inputScale(metric);
  if (number >= 0 && number <= most * (1 + 1e-9)) return "";
  return tr("This is outside the axes: write 0 to {most}.", { most: formatNumber(most, 1) });
}
