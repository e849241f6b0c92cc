// A modal dialog on the browser's own <dialog>: focus is kept inside and given back, Escape closes.
// As a drawer it stands at the left edge beside a page that stays alive: what is turned in it is seen,
// heard and undone there.
import {
  useEffect,
  useId,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from "react";
import { IconButton } from "./button";
import { focusPage } from "./page-heading";

interface DialogProps {
  title: string;
  open: boolean;
  onClose(): void;
  drawer?: boolean;
  /** Room for two columns. */
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

  // By the element, while what had the focus is in it: the browser gives it back then. Told at once: the
  // browser's own event comes later, and a key in between would open what is thought to be open still.
  const close = () => {
    ref.current?.close();
    onClose();
  };
  const closeByKey = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    // A note that is open in it lies above: the browser closes that one first.
    if (event.currentTarget.querySelector(":popover-open") !== null) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  const onClosed = ({ currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
    // The news of an earlier time: it has been opened again since.
    if (currentTarget.open) return;
    // Closed by the browser, as by a phone's way back.
    if (open) onClose();
    // Opened by a key, from nowhere: then nowhere would have the focus again.
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
        // A press on the dialog element itself is one beside its content: on the backdrop.
        if (drawer !== true && event.target === event.currentTarget) close();
      }}
    >
      {open && (
        <div className="dialog-content">
          <div className="dialog-head">
            <h2 id={id} className="dialog-title">
              {title}
            </h2>
            <IconButton icon="close" label="Close" onClick={close} />
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
