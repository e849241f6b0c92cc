// The one thing to do next: see what a change does, then the cure. By button or by key, and told to whoever
// does not see that it was done; when the button goes, the focus goes to the words beside it.
import { useEffect, useState, type RefObject } from "react";
import type { Diagnosis } from "../../engine/model";
import { hasEnded } from "../../store/lab/playback";
import { useStore } from "../../store/store";
import { RUN_ENDED } from "../../store/announcements/diagnosis-announcer";
import type { AppServices } from "../../store/app-services";
import { Button } from "../../ui/button";
import { useFocusFallback } from "../../ui/use-focus-fallback";

type ActionServices = Pick<AppServices, "lab" | "announcer">;

export function applyCure({ lab, announcer }: ActionServices): void {
  const cure = lab.tick.get().diagnosis?.cure;
  if (!cure || !lab.state.get().limits.offersCures)
    return announcer.announce("No cure is offered now.");
  lab.change(cure.set, cure.label);
  announcer.announce(`Done: ${cure.label}. Key E jumps to what it does.`);
}

export function jumpToEffect({ lab, announcer }: ActionServices): void {
  if (hasEnded(lab.tick.get())) return announcer.announce(RUN_ENDED);
  lab.skipToEffect();
  // Where it arrives, the verdict is said (store/speak.ts).
  announcer.announce("Jumping 50 milliseconds ahead.");
}

/** A press that comes so soon was meant for the button that had stood in the same place. */
const SETTLE_MILLISECONDS = 700;

/** Whether the button has been there for a while, or took nobody's place. */
function useIsSettled(shown: string): boolean {
  const [known, setKnown] = useState(shown);
  useEffect(() => {
    if (known === shown) return;
    const timer = setTimeout(() => setKnown(shown), SETTLE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [known, shown]);
  return known === shown || known === "";
}

interface SuggestedActionButtonProps {
  services: ActionServices;
  cure: Diagnosis["cure"];
  /** Who has the focus when there is no button any more. */
  focusFallback: RefObject<HTMLElement | null>;
}

/** One button in one place. What a change does is seen before the next one is offered. */
export function SuggestedActionButton({
  services,
  cure,
  focusFallback,
}: SuggestedActionButtonProps) {
  const { lab } = services;
  const ref = useFocusFallback(focusFallback);
  const effect = useStore(
    lab.state,
    ({ effectFrom, skip }) => effectFrom !== null && skip === null,
  );
  const offered = useStore(lab.state, ({ limits }) => limits.offersCures);
  const ripe = useIsSettled(effect ? "jump" : offered ? (cure?.label ?? "") : "");
  if (effect) {
    return (
      <Button
        ref={ref}
        aria-keyshortcuts="e"
        title="See what the change does: 50 simulated milliseconds in two seconds, then as slow as before (E)"
        onClick={() => jumpToEffect(services)}
      >
        Jump ahead 50 ms
      </Button>
    );
  }
  if (cure === null || !offered) return null;
  return (
    <Button
      ref={ref}
      variant="primary"
      aria-keyshortcuts="c"
      aria-disabled={!ripe}
      title="Apply this cure (C)"
      onClick={ripe ? () => applyCure(services) : undefined}
    >
      {cure.label}
    </Button>
  );
}
