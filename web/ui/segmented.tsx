// One of a few choices side by side: native radio buttons, so arrow keys and names come with them.
import { useId } from "react";

interface SegmentedProps<T extends string> {
  label: string;
  options: readonly { id: T; label: string; title?: string }[];
  /** null: none of them is the present one. */
  value: T | null;
  onChange(value: T): void;
  /** Shows the label, above; otherwise it is only read aloud. */
  showLabel?: boolean;
}

export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { label, options, value, onChange, showLabel } = props;
  const name = useId();
  return (
    <fieldset className="segmented">
      <legend className={showLabel === true ? "segmented-label" : "visually-hidden"}>
        {label}
      </legend>
      <div className="segmented-row">
        {options.map((option) => (
          <label key={option.id} className="segment" title={option.title}>
            <input
              type="radio"
              name={name}
              value={option.id}
              checked={value === option.id}
              onChange={() => onChange(option.id)}
              // A radio that is chosen already says nothing when pressed again; choosing it anew is
              // still a wish (a speed that was left by the slider).
              onClick={() => value === option.id && onChange(option.id)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
