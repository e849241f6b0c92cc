// Buttons: plain, primary (one a card), quiet (text in a bar), round (transport).
import type { ButtonHTMLAttributes, Ref } from "react";
import { Icon, type IconName } from "./icon";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: "plain" | "primary" | "quiet";
  icon?: IconName;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ variant = "plain", icon, children, className, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={`button button-${variant} ${className ?? ""}`}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  /** Its name; the only one it has, so it is also the tooltip. */
  label: string;
  /** The key that does the same, shown in the tooltip. */
  shortcut?: string;
  primary?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ icon, label, shortcut, primary, ...rest }: IconButtonProps) {
  const title = shortcut === undefined ? label : `${label} (${shortcut})`;
  const size = primary === true ? "round-strong" : "";
  return (
    <button
      type="button"
      {...rest}
      className={`icon-button ${size}`}
      aria-label={label}
      title={title}
    >
      <Icon name={icon} size={primary === true ? 18 : 14} />
    </button>
  );
}
