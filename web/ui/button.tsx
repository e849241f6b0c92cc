// Buttons: plain, primary (at most one on a card), quiet (text in a toolbar), and round ones that show only an icon.
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
  /** The accessible name. It is also the tooltip, because the button shows no text. */
  label: string;
  /** The key that does the same, shown in the tooltip. */
  shortcut?: string;
  /** Larger, and in the accent colour. */
  primary?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ icon, label, shortcut, primary, ...rest }: IconButtonProps) {
  const title = shortcut === undefined ? label : `${label} (${shortcut})`;
  const size = primary === true ? "icon-button-primary" : "";
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
