// Hears the keys of the whole page and runs what they mean (shortcuts.ts).
import { useEffect } from "react";
import type { AppServices } from "../../store/app-services";
import { shortcutFor, type DialogName, type PressedKey } from "./shortcuts";

const TEXT_FIELDS =
  "input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]";
/** What Space and Enter work. A slider knows them not, nor a choice that is made already: there Space plays. */
const PRESSABLE =
  "button, a, summary, [role=switch], input:not([type=range], [type=radio]:checked)";

/** Whether what is pressed goes into a text field. */
export function isTyping(): boolean {
  return document.activeElement?.matches(TEXT_FIELDS) ?? false;
}

export function useShortcuts(
  services: AppServices,
  active: boolean,
  open: (dialog: DialogName) => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!active || event.defaultPrevented || event.altKey) return;
      if (document.querySelector("dialog:modal") !== null) return;
      const { shortcuts } = services.preferences.get();
      const found = shortcutFor(pressed(event), shortcuts);
      if (found === null) return;
      event.preventDefault();
      if (event.repeat && found.repeats !== true) return;
      found.run(services, open);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [services, active, open]);
}

function pressed(event: KeyboardEvent): PressedKey {
  const element = event.target instanceof Element ? event.target : document.body;
  const target = element.matches(TEXT_FIELDS)
    ? "text"
    : element.matches(PRESSABLE)
      ? "control"
      : "page";
  const command = event.ctrlKey || event.metaKey;
  // With the caps lock on, a letter tells nothing of Shift.
  const cased = event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase();
  return { key: command && event.key.length === 1 ? cased : event.key, withCtrl: command, target };
}
