// The suggested action. After a change it is a jump ahead to the effect of that change; otherwise it is the cure that the
// diagnosis offers. It has a button and a key, and it is announced for people who do not see the page. When the button disappears, the focus moves to the text beside it.
import { useEffect, useState, type RefObject } from "react";
import { tr } from "../../i18n/i18n";
import type { ShownDiagnosis } from "../../i18n/model-texts";
import { EFFECT_SECONDS, hasEnded } from "../../model/playback";
import { useStore } from "../../lib/store";
import { RUN_ENDED } from "../../desk/announcements/diagnosis-announcer";
import type { AppServices } from "../../desk/app-services";
import { Button } from "../../ui/button";
import { hasKeyboard } from "../../ui/keyboard";
import { useFocusFallback } from "../../ui/use-focus-fallback";

type ActionServices = Pick<AppServices, "lab" | "announcer">;

/** Applies the offered cure. */
export function applyCure({ lab, announcer }: ActionServices): void {
  const cure = lab.tick.get().diagnosis?.cure;
  if (!cure || !lab.state.get().limits.offersCures)
    return announcer.announce(tr("No cure is offered now."));
  lab.change(cure.set, cure.label);
  const { label } = cure;
  announcer.announce(
    hasKeyboard()
      ? tr(
          "Done: {label}. Press E to jump to the effect, or P to compare with the machine before.",
          {
            label,
          },
        )
      : tr("Done: {label}.", { label }),
  );
}

const EFFECT_MILLISECONDS = EFFECT_SECONDS * 1e3;

/** Jumps 50 simulated ms ahead, to the effect of the last change. */
export function jumpToEffect(services: ActionServices): void {
  jumpAhead(services, EFFECT_MILLISECONDS);
}

/** Jumps ahead: 50 simulated ms pass before the person's eyes, a longer time at once. */
export function jumpAhead({ lab, announcer }: ActionServices, milliseconds: number): void {
  const tick = lab.tick.get();
  if (hasEnded(tick)) return announcer.announce(tr(RUN_ENDED));
  const hertz = lab.state.get().topology?.clock_hz ?? 0;
  if (milliseconds > EFFECT_MILLISECONDS) lab.time.goTo(tick.t + (milliseconds / 1e3) * hertz);
  else lab.clock.skipToEffect();
  // After the jump, desk/announcements/diagnosis-announcer announces the diagnosis.
  announcer.announce(tr("Jumping {milliseconds} milliseconds ahead.", { milliseconds }));
}

/** A press within this time after the button appeared is ignored: the person meant the button that
 * was at this position before. */
const SETTLE_MILLISECONDS = 700;

/** Returns whether the button has been there for a while, or has replaced no other button. */
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
  cure: ShownDiagnosis["cure"];
  /** Whether the key C applies this cure. The key E jumps ahead in every machine of the page. */
  hasCureKey?: boolean;
  /** Gets the focus when the button disappears. */
  focusFallback: RefObject<HTMLElement | null>;
}

/** One button in one place: a person sees the effect of a change before another change is offered. */
export function SuggestedActionButton({
  services,
  cure,
  hasCureKey = true,
  focusFallback,
}: SuggestedActionButtonProps) {
  const { lab } = services;
  const ref = useFocusFallback(focusFallback);
  const effect = useStore(
    lab.state,
    ({ effectFrom, skip }) => effectFrom !== null && skip === null,
  );
  const offered = useStore(lab.state, ({ limits }) => limits.offersCures);
  const isSettled = useIsSettled(effect ? "jump" : offered ? (cure?.label ?? "") : "");
  if (effect) {
    return (
      <Button
        ref={ref}
        aria-keyshortcuts="e"
        title={tr(`See the effect of the change: 50 simulated milliseconds in two seconds, then the same
          speed as before (E)`)}
        onClick={() => jumpToEffect(services)}
      >
        {tr("Jump ahead 50 ms")}
      </Button>
    );
  }
  if (cure === null || !offered) return null;
  return (
    <Button
      ref={ref}
      variant="primary"
      aria-keyshortcuts={hasCureKey ? "c" : undefined}
      aria-disabled={!isSettled}
      title={hasCureKey ? tr("Apply this cure (C)") : tr("Apply this cure")}
      onClick={isSettled ? () => applyCure(services) : undefined}
    >
      {cure.label}
    </Button>
  );
}
