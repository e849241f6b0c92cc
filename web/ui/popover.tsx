// A button in a text that opens a note beside it. It uses the browser's popover: the note is in the top layer; Escape
// and a click elsewhere close it, and the focus goes back to the button. When the focus leaves it by Tab it closes too, so that
// it does not cover what has the focus then. The note gets the focus when it opens, so that screen readers read it. Works by
// pointer, touch and keyboard.
import { useId, useRef, useState, type FocusEvent, type ReactNode, type ToggleEvent } from "react";

interface PopoverProps {
  /** What the button shows. */
  label: ReactNode;
  /** The button's tooltip. */
  title?: string;
  className?: string;
  /** A note is read aloud when it opens. A dialog has controls. */
  role?: "note" | "dialog";
  /** Returns the content. Called while it is open. `close` closes it. */
  children: (button: HTMLButtonElement | null, close: () => void) => ReactNode;
}

const GAP = 6;
const WINDOW_MARGIN = 8;

export function Popover({ label, title, className, role = "note", children }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const close = () => content.current?.hidePopover();
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
  };
  const [open, setOpen] = useState(false);
  const onToggle = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    setOpen(newState === "open");
    if (newState !== "open" || button.current === null) return;
    // Waits until React has rendered the content: only then the size of the note is known.
    const note = currentTarget;
    const { current } = button;
    requestAnimationFrame(() => {
      placeNote(note, current.getBoundingClientRect());
      // The focus makes screen readers read the note. The browser gives it back on closing. On a slow device a person may
      // have gone to a control of the note already.
      if (!note.contains(document.activeElement)) note.focus({ preventScroll: true });
    });
  };
  return (
    <span className="popover-anchor" onBlur={onBlur}>
      <button
        ref={button}
        id={`${id}-button`}
        type="button"
        className={className}
        title={title}
        data-open={open}
        popoverTarget={id}
      >
        {label}
      </button>
      <div
        ref={content}
        id={id}
        popover="auto"
        className="popover"
        role={role}
        tabIndex={-1}
        aria-labelledby={`${id}-button`}
        aria-describedby={role === "note" ? `${id}-words` : undefined}
        onToggle={onToggle}
      >
        {/* A screen reader reads the name and the description of the element that gets the focus: the content is
            the description. */}
        <div id={`${id}-words`}>{open && children(button.current, close)}</div>
      </div>
    </span>
  );
}

/** Places a popover below a button, or above it where there is more room, and keeps it inside the window. */
export function placeNote(note: HTMLElement, at: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = note;
  const below = window.innerHeight - at.bottom - GAP - WINDOW_MARGIN;
  const top = height <= below || below > at.top ? at.bottom + GAP : at.top - GAP - height;
  const left = Math.min(at.left, window.innerWidth - width - WINDOW_MARGIN);
  note.style.top = `${Math.max(WINDOW_MARGIN, top)}px`;
  note.style.left = `${Math.max(WINDOW_MARGIN, left)}px`;
}
