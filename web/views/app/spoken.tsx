// What only a screen reader hears: the diagnosis, when it changes and when it is asked for.
import { useStore } from "../../store/react";
import type { Store } from "../../store/store";

export function Spoken({ spoken }: { spoken: Store<{ text: string; count: number }> }) {
  const { text, count } = useStore(spoken, (state) => state);
  // The same words again must be new to the reader: another element each time.
  return (
    <div className="aloud" aria-live="polite" aria-atomic="true" data-testid="spoken">
      <p key={count}>{text}</p>
    </div>
  );
}
