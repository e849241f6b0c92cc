// A prediction as numbers, one a rate: for the keyboard, and for whoever knows them exactly.
import { useId, useState } from "react";
import { formatNumber, formatRate } from "../../charts/format";
import { readNumber } from "../../lesson/grade";
import { metricUnit, typedScale } from "../../lesson/metric";
import type { Prediction } from "../../lesson/model";

interface PredictionNumbersProps {
  task: Prediction;
  guess: readonly (number | null)[];
  /** null: not now. */
  onChange: ((values: readonly (number | null)[]) => void) | null;
}

export function PredictionNumbers({ task, guess, onChange }: PredictionNumbersProps) {
  const unit = metricUnit(task.metric);
  return (
    <fieldset className="prediction-numbers">
      <legend>What do you expect{unit === "" ? "" : `, in ${unit}`}?</legend>
      {task.rates.map((rate, at) => (
        <Entry
          key={rate}
          task={task}
          rate={rate}
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
  rate: number;
  value: number | null;
  onChange: ((value: number | null) => void) | null;
}

function Entry({ task, rate, value, onChange }: EntryProps) {
  const id = useId();
  const scale = typedScale(task.metric);
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (value === null ? "" : formatNumber(value / scale, 1));
  const number = readNumber(shown);
  const wrong = typed !== null && typed.trim() !== "" && (number === null || number < 0);
  // Taken with every key, so that nothing waits for the field to be left.
  const type = (text: string) => {
    setTyped(text);
    const read = readNumber(text);
    if (text.trim() === "") onChange?.(null);
    else if (read !== null && read >= 0) onChange?.(Math.min(task.max, read * scale));
  };
  return (
    <div className="prediction-entry">
      <label htmlFor={id}>at {formatRate(rate)}</label>
      <input
        id={id}
        className="text-entry mono"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        size={7}
        value={shown}
        disabled={onChange === null}
        aria-invalid={wrong}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(null)}
      />
    </div>
  );
}
