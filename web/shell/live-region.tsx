// What a screen reader hears without a change of the focus.
import { type Store, useStore } from "../lib/store";

/** The live region: screen readers read its text aloud when it changes. */
export function LiveRegion({ liveText }: { liveText: Store<{ text: string; count: number }> }) {
  const { text, count } = useStore(liveText, (state) => state);
  // A new element for each announcement: otherwise a screen reader ignores a text that is announced twice.
  return (
    <div
      className="visually-hidden"
      aria-live="polite"
      aria-atomic="true"
      data-testid="live-region"
    >
      <p key={count}>{text}</p>
    </div>
  );
}
