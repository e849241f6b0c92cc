// Buttons: plain, primary (one a card), quiet (text in a bar), round (transport).
import type { ButtonHTMLAttributes, Ref } from "react";
import { Icon, type IconName } from "./icon";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: "plain" | "primary" | "quiet";
  icon?: IconName;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ look = "plain", icon, children, className, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={`button button-${look} ${className ?? ""}`}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface RoundButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  /** Its name; the only one it has, so it is also the tooltip. */
  label: string;
  /** The key that does the same, shown in the tooltip. */
  shortcut?: string;
  strong?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function RoundButton({ icon, label, shortcut, strong, ...rest }: RoundButtonProps) {
  const title = shortcut === undefined ? label : `${label} (${shortcut})`;
  const size = strong === true ? "round-strong" : "";
  return (
    <button type="button" {...rest} className={`round ${size}`} aria-label={label} title={title}>
      <Icon name={icon} size={strong === true ? 18 : 14} />
    </button>
  );
}
