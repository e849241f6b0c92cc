// The small button of a card or table that opens the menu for saving it. The app provides the menu, which arrives only
// when it is opened. Without an app (in the gallery) there is no button.
import { tr } from "../i18n/i18n";
import { createContext, Suspense, use, type ComponentType } from "react";
import { Icon } from "./icon";
import { Popover } from "./popover";

export interface SaveMenuProps {
  /** Returns the part of the page that is saved: a card, or one table. */
  part(): Element | null;
}

export const SaveMenuContext = createContext<ComponentType<SaveMenuProps> | null>(null);

interface SaveButtonProps {
  /** What is saved: the name of the card or table. */
  name: string;
  /** A selector of the part that is saved: the nearest ancestor that it matches. */
  of?: string;
}

export function SaveButton({ name, of = ".card" }: SaveButtonProps) {
  const Menu = use(SaveMenuContext);
  if (Menu === null) return null;
  return (
    <Popover
      className="icon-button save-button"
      title={tr("Save: {name}", { name })}
      role="dialog"
      label={
        <>
          <Icon name="save" size={14} />
          <span className="visually-hidden">{tr("Save: {name}", { name })}</span>
        </>
      }
    >
      {(button) => (
        <Suspense fallback={<p>{tr("Loading …")}</p>}>
          <Menu part={() => button?.closest(of) ?? null} />
        </Suspense>
      )}
    </Popover>
  );
}
