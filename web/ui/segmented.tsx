// A segmented control: one choice of a few, side by side. It is made of native radio buttons, which bring arrow keys
// and accessible names.
import { useId } from "react";

interface SegmentedProps<T extends string> {
  label: string;
  options: readonly { id: T; label: string; title?: string; lang?: string }[];
  /** null: no option is selected. */
  value: T | null;
  onChange(value: T): void;
  /** Shows the label above the control. Otherwise only screen readers get it. */
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
              // A click on a radio button that is already checked fires no change event. But the person may want
              // this value again, after another control has changed it.
              onClick={() => value === option.id && onChange(option.id)}
            />
            <span lang={option.lang}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
