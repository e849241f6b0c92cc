// A modal dialog on the browser's own <dialog>: focus is kept inside and given back, Escape closes.
// As a drawer it stands at the left edge beside a page that stays alive: what is turned in it is seen,
// heard and undone there.
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { RoundButton } from "./button";
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

  // By the element, while what had the focus is in it: the browser gives it back then.
  const close = () => ref.current?.close();
  // The browser closes only modal ones by itself; a note that is open in it lies above.
  const closeByKey = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (drawer !== true || event.key !== "Escape" || event.defaultPrevented) return;
    if (event.currentTarget.querySelector(":popover-open") !== null) return;
    event.stopPropagation();
    close();
  };

  return (
    <dialog
      ref={ref}
      className={`dialog ${drawer === true ? "drawer" : ""} ${wide === true ? "dialog-wide" : ""}`}
      aria-labelledby={id}
      onKeyDown={closeByKey}
      onClose={({ currentTarget }) => {
        onClose();
        // Opened by a key, from nowhere: then nowhere would have the focus again.
        const now = document.activeElement;
        if (now === document.body || currentTarget.contains(now)) focusPage();
      }}
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
            <RoundButton icon="close" label="Close" onClick={close} />
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
