// A modal dialog on the browser's own <dialog>: focus is kept inside and given back, Escape closes.
// As a drawer it stands at the left edge and is as high as the window.
import { useEffect, useId, useRef, type ReactNode } from "react";
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
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);

  return (
    <dialog
      ref={ref}
      className={`dialog ${drawer === true ? "drawer" : ""} ${wide === true ? "dialog-wide" : ""}`}
      aria-labelledby={id}
      onClose={({ currentTarget }) => {
        onClose();
        // Opened by a key, from nowhere: then nowhere would have the focus again.
        const now = document.activeElement;
        if (now === document.body || currentTarget.contains(now)) focusPage();
      }}
      onClick={(event) => {
        // A press on the dialog element itself is one beside its content: on the backdrop.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {open && (
        <div className="dialog-content">
          <div className="dialog-head">
            <h2 id={id} className="dialog-title">
              {title}
            </h2>
            <RoundButton icon="close" label="Close" onClick={onClose} />
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
