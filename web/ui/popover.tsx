// A button in a text that opens a note beside it, on the browser's own popover: it lies above everything and
// has the focus, so that it is read; Escape and a press elsewhere close it, and the focus goes back. Works by
// pointer, touch and keyboard.
import { useId, useRef, useState, type ReactNode, type ToggleEvent } from "react";

interface PopoverProps {
  /** What the button shows. */
  label: ReactNode;
  /** A tooltip for the pointer. */
  title?: string;
  className?: string;
  /** The note; rendered when it is open. */
  children: () => ReactNode;
}

const GAP = 6;
const WINDOW_MARGIN = 8;

export function Popover({ label, title, className, children }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const onToggle = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    setOpen(newState === "open");
    if (newState !== "open" || button.current === null) return;
    // React fills the note first; then it is known how large it is.
    const note = currentTarget;
    const { current } = button;
    requestAnimationFrame(() => {
      placeNote(note, current.getBoundingClientRect());
      // It is read where it stands; closing it gives the focus back.
      note.focus({ preventScroll: true });
    });
  };
  return (
    <span className="popover-anchor">
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
        id={id}
        popover="auto"
        className="popover"
        role="note"
        tabIndex={-1}
        aria-labelledby={`${id}-button`}
        aria-describedby={`${id}-words`}
        onToggle={onToggle}
      >
        {/* Who gets the focus is told its name alone: what is written in it describes it. */}
        <div id={`${id}-words`}>{open && children()}</div>
      </div>
    </span>
  );
}

/** Under the button, or above it where there is more room; never out of the window. */
function placeNote(note: HTMLElement, at: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = note;
  const below = window.innerHeight - at.bottom - GAP - WINDOW_MARGIN;
  const top = height <= below || below > at.top ? at.bottom + GAP : at.top - GAP - height;
  const left = Math.min(at.left, window.innerWidth - width - WINDOW_MARGIN);
  note.style.top = `${Math.max(WINDOW_MARGIN, top)}px`;
  note.style.left = `${Math.max(WINDOW_MARGIN, left)}px`;
}
