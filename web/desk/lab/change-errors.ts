// Reports a change of the run that failed, as a notice.
import { tr } from "../../i18n/i18n";
import { CancelledError, RefusedError, TrapError } from "../../engine/problems";
import { describeProblem, labelProblems } from "../../model/scenario/setting-text";
import type { LabCore } from "./lab-state";

export function reportChangeError({ notices, state }: LabCore, error: unknown): void {
  // Recovery reports a trap, after it has rebuilt the machine.
  if (error instanceof TrapError) return;
  state.set({ pendingValues: {} });
  if (error instanceof CancelledError) {
    notices.show({
      key: "cancelled",
      tone: "done",
      title: tr("Cancelled"),
      text: [tr("The machine has not changed.")],
      actions: [],
    });
    return;
  }
  const refused = error instanceof RefusedError;
  notices.show({
    key: "refused",
    tone: "bad",
    title: refused ? tr("The machine cannot be set that way") : tr("That did not work"),
    text: refused
      ? labelProblems(error.problems, state.get().catalogue).map(describeProblem)
      : [error instanceof Error ? error.message : String(error)],
    actions: [],
  });
}
