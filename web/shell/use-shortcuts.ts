// Listens to the keys of the whole page and runs their shortcuts (shortcuts.ts).
import { useLayoutEffect } from "react";
import type { AppServices } from "../desk/app-services";
import { shortcutFor, type DialogName, type PressedKey } from "./shortcuts";
import { pressedKey } from "../ui/pressed-key";

const TEXT_FIELDS =
  "input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]";
/** Elements that Space and Enter activate. A slider and a checked radio button ignore them: there Space plays. */
const PRESSABLE =
  "button, a, summary, [role=switch], input:not([type=range], [type=radio]:checked)";

/** Returns whether a text field has the focus, so that keys are text. */
export function isTyping(): boolean {
  const focused = document.activeElement;
  // The editor of programs is in a shadow root.
  return (focused?.shadowRoot?.activeElement ?? focused)?.matches(TEXT_FIELDS) ?? false;
}

/** `active`: the page shows a machine that the shortcuts can control. */
export function useShortcuts(
  services: AppServices,
  active: boolean,
  open: (dialog: DialogName) => void,
): void {
  // In the layout effect: the keys of what is seen work at once, also on a slow computer.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!active || event.defaultPrevented || event.altKey) return;
      if (document.querySelector("dialog:modal") !== null) return;
      if (pressedKey(event) === "Escape" && !endsLoop(services)) return;
      const { shortcuts } = services.preferences.get();
      const found = shortcutFor(pressed(event), shortcuts);
      if (found === null || found.works?.(services) === false) return;
      event.preventDefault();
      if (event.repeat && found.repeats !== true) return;
      found.run(services, open);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [services, active, open]);
}

/** Whether Escape ends the loop. An open popover comes first, and without a loop the key belongs to what is selected. */
function endsLoop({ lab }: AppServices): boolean {
  const { loop, loopMark } = lab.state.get();
  return (loop !== null || loopMark !== null) && document.querySelector(":popover-open") === null;
}

function pressed(event: KeyboardEvent): PressedKey {
  const element = event.target instanceof Element ? event.target : document.body;
  const target = element.matches(TEXT_FIELDS)
    ? "text"
    : element.matches(PRESSABLE)
      ? "control"
      : "page";
  const key = pressedKey(event);
  const withShift = event.shiftKey && /^F\d+$/.test(key);
  const withCtrl = event.ctrlKey || event.metaKey;
  return { key: withShift ? `Shift ${key}` : key, withCtrl, target };
}
