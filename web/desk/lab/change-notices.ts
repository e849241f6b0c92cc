// Reports changes of the run as notices: one that failed, a branch, a new run, and what was undone.
import { tr } from "../../i18n/i18n";
import { CancelledError, RefusedError, TrapError } from "../../engine/problems";
import { describeNewRun, describeProblem, labelProblems } from "../../model/scenario/setting-text";
import type { Catalogue } from "../../generated/model";
import { formatMoment } from "../../lib/format/numbers";
import type { SettingValues } from "../../model/scenario/settings";
import { describeUndoBatch, type UndoBatch } from "../history/undo-batch";
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

/** `when`: the moment at which the branch begins. */
export function reportBranch({ notices }: LabCore, when: string, undo: () => void): void {
  notices.show({
    key: "done",
    tone: "done",
    title: tr("A new branch begins at {when}", { when }),
    text: [tr("Everything after that moment is gone. Undo brings it back exactly.")],
    actions: [{ label: tr("Undo"), isUndo: true, run: undo }],
  });
}

export interface NewRun {
  catalogue: Catalogue;
  set: SettingValues;
  /** The name of the change. */
  label: string;
  /** The run before had ended. */
  hadEnded: boolean;
}

export function reportNewRun({ notices }: LabCore, run: NewRun, undo: () => void): void {
  const why = run.hadEnded ? [tr("The old run had ended.")] : [];
  notices.show({
    key: "done",
    tone: "done",
    title: describeNewRun(run.catalogue, run.set),
    text: [...why, tr("Time starts again from 0 with the same seed; your other knobs are kept.")],
    actions: [{ label: tr("Undo"), isUndo: true, run: undo }],
    change: run.label,
  });
}

export function reportUndo({ notices, position }: LabCore, batch: UndoBatch): void {
  const when = formatMoment(batch.target.t, position.hertz);
  notices.show({
    key: "done",
    tone: "done",
    title: describeUndoBatch(batch, "past"),
    text: [tr("You are at {when} again.", { when })],
    actions: [],
  });
}
