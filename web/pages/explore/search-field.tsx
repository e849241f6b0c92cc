// The search field of the page Explore, with the number of entries found.
import { useEffect, useId, useRef, type KeyboardEvent } from "react";
import { tr } from "../../i18n/i18n";
import { pressedKey } from "../../ui/pressed-key";

interface SearchFieldProps {
  value: string;
  count: string;
  /** The field gets the focus when the page opens. */
  isWanted: boolean;
  onType(typed: string): void;
  /** Enter and the down arrow go to the first card. */
  onEnter(): void;
}

export function SearchField({ value, count, isWanted, onType, onEnter }: SearchFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Not on a touch screen: its keyboard would cover the cards.
    if (!isWanted || !matchMedia("(hover: hover)").matches) return;
    // Waits for a frame, because the app first moves the focus to the heading of the opened page.
    const request = requestAnimationFrame(() => field.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(request);
  }, [isWanted]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressedKey(event) === "Escape" && value !== "") {
      event.preventDefault();
      return onType("");
    }
    if (pressedKey(event) !== "Enter" && pressedKey(event) !== "ArrowDown") return;
    event.preventDefault();
    onEnter();
  };
  return (
    <div className="explore-search" role="search">
      <label htmlFor={id}>{tr("Search")}</label>
      <input
        ref={field}
        id={id}
        className="search-field"
        type="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={tr("livelock, ksoftirqd, figure 6-3 …")}
        aria-description={tr("Small typing errors are forgiven. Enter goes to the first card.")}
        value={value}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className="explore-count" role="status">
        {count}
      </span>
    </div>
  );
}
