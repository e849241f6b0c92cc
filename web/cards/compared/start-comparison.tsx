// Opens the page Compare with a second machine. The page's own dialog uses it, and so do the key P and the buttons beside a
// change, so that a person can compare right after the change. Loaded with the lab, unlike the page Compare.
import { tr } from "../../i18n/i18n";
import type { ComparisonTarget } from "../../desk/compare/comparison-target";
import { readableHash } from "../../desk/link/link-repair";
import { useStore } from "../../lib/store";
import type { AppServices } from "../../desk/app-services";
import { Button } from "../../ui/button";

type StartServices = Pick<AppServices, "lab" | "comparison" | "announcer">;

/** Opens the page Compare, whose heading gets the focus and says which machine is which, and starts the comparison. */
export function startComparison(
  { comparison }: Pick<AppServices, "comparison">,
  target: ComparisonTarget,
): void {
  if (!/^#\/compare\b/.test(readableHash(location.hash))) location.hash = "#/compare";
  void comparison.start(target);
}

/** Compares the machine with the one before its last change. */
export function compareWithBefore(services: StartServices): void {
  const { lab, comparison, announcer } = services;
  // A lesson chooses what it compares; the page Compare has the machine of the lab.
  if (lab.kind !== "lab") return;
  lab.afterChanges(() => {
    if (comparison.lastChange() !== null) return startComparison(services, { kind: "before" });
    announcer.announce(
      tr(`No knob has been turned yet. Knobs of the traffic do not count, because both machines
            share the traffic.`),
    );
  });
}

interface CompareBeforeButtonProps {
  services: StartServices;
  /** In a wide window the button is beside undo, in the header; in others it is below the scenario's title. A notice
   * about a change has one in every window. */
  place: "header" | "scenario" | "notice";
  onCompare?: () => void;
}

/** There is no button while nothing has changed. */
export function CompareBeforeButton({ services, place, onCompare }: CompareBeforeButtonProps) {
  const { lab, comparison } = services;
  const change = useStore(lab.state, comparison.lastChange);
  if (change === null) return null;
  return (
    <Button
      {...(place === "notice" ? {} : { variant: "quiet" })}
      className={`compare-before compare-before-${place}`}
      aria-keyshortcuts="p"
      title={tr("The machine before “{change}” and the machine now, side by side (P)", { change })}
      onClick={() => {
        onCompare?.();
        compareWithBefore(services);
      }}
    >
      {tr("Compare with before")}
    </Button>
  );
}
