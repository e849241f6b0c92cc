// A modal dialog: the browser's own <dialog> keeps the focus inside and gives it back, and Escape closes it.
// As a drawer it is not modal: it opens at the left edge, and the page beside it can still be used.
import {
  useEffect,
  useId,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from "react";
import { tr } from "../i18n/i18n";
import { IconButton } from "./button";
import { focusPage } from "./page-heading";
import { pressedKey } from "./pressed-key";

interface DialogProps {
  title: string;
  open: boolean;
  onClose(): void;
  drawer?: boolean;
  /** Wide enough for two columns. */
  wide?: boolean;
  children: ReactNode;
}

export function Dialog({ title, open, onClose, drawer, wide, children }: DialogProps) {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    if (open && !dialog.open) {
      if (drawer === true) dialog.show();
      else dialog.showModal();
    }
    if (!open && dialog.open) dialog.close();
  }, [open, drawer]);

  // Closes the element first, so that the browser gives the focus back. Calls onClose at once: the browser's close
  // event comes later, and a key pressed in between could not open the dialog again.
  const close = () => {
    ref.current?.close();
    onClose();
  };
  const closeByKey = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (pressedKey(event) !== "Escape" || event.defaultPrevented) return;
    // A popover may be open inside the dialog: then Escape closes only the popover.
    if (event.currentTarget.querySelector(":popover-open") !== null) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  const onClosed = ({ currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
    // The dialog has been opened again since this event was sent.
    if (currentTarget.open) return;
    // The browser closed it, for example by the back gesture of a phone.
    if (open) onClose();
    // If no element had the focus when a key opened the dialog, the browser has no element to give it back to.
    const now = document.activeElement;
    if (now === document.body || currentTarget.contains(now)) focusPage();
  };

  return (
    <dialog
      ref={ref}
      className={`dialog ${drawer === true ? "drawer" : ""} ${wide === true ? "dialog-wide" : ""}`}
      aria-labelledby={id}
      onKeyDown={closeByKey}
      onClose={onClosed}
      onClick={(event) => {
        // A click whose target is the dialog itself is outside its content: on the backdrop.
        if (drawer !== true && event.target === event.currentTarget) close();
      }}
    >
      {open && (
        <div className="dialog-content">
          <div className="dialog-head">
            <h2 id={id} className="heading">
              {title}
            </h2>
            <IconButton icon="close" label={tr("Close")} onClick={close} />
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
