// An on-off switch with its label beside it. The position of the thumb and a word show the state, not only a colour.
import { useId } from "react";
import { tr } from "../i18n/i18n";

interface ToggleProps {
  label: string;
  on: boolean;
  onChange(on: boolean): void;
  disabled?: boolean;
  describedBy?: string;
}

export function Toggle({ label, on, onChange, disabled, describedBy }: ToggleProps) {
  const id = useId();
  return (
    <div className="toggle">
      <span id={id} className="toggle-label">
        {label}
      </span>
      <button
        type="button"
        role="switch"
        className="toggle-switch"
        aria-checked={on}
        aria-labelledby={id}
        aria-describedby={describedBy}
        disabled={disabled}
        onClick={() => onChange(!on)}
      >
        <span className="toggle-word" aria-hidden="true">
          {on ? tr("on") : tr("off")}
        </span>
        <span className="toggle-track" aria-hidden="true">
          <span className="toggle-thumb" />
        </span>
      </button>
    </div>
  );
}
