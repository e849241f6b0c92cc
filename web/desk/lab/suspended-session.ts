// The lab's session while a lesson uses the machine: the machine with its undo, and the view. Keeps the session until
// it has been restored, so that an interrupted restore loses nothing.
import { tr } from "../../i18n/i18n";
import { DEFAULT_CHOICES } from "../../model/curve-choices";
import type { RunEditor } from "./run-editor";
import { NO_HISTORY, record, type Moment } from "../history/history";
import { viewOf, type ViewState } from "../link/link-fields";
import { setView, type LabCore, type RunState } from "./lab-state";
import { WATCH_PACKETS } from "../../model/playback";
import type { Player } from "./player";
import type { HiddenPause } from "./pause-while-hidden";

interface SavedSession {
  moment: Moment;
  view: ViewState;
  kept: Pick<RunState, "history" | "effectFrom">;
}

/** A transaction number that no change of the page has, so that no later change joins the undo step. */
const NO_TRANSACTION = -1;

export class SuspendedSession {
  private saved: SavedSession | null = null;
  /** Raised by every request. The result of an earlier restore then no longer counts. */
  private generation = 0;
  private isRestoring = false;
  /** A link whose machine is being built. */
  private openingLink: Promise<boolean> | null = null;

  constructor(
    private readonly core: LabCore,
    private readonly editor: RunEditor,
    private readonly player: Player,
    private readonly hiddenPause: HiddenPause,
  ) {}

  /** Saves the session, unless one is saved already, and empties undo. */
  suspend(): void {
    const { state } = this.core;
    this.cancelRestore();
    const moment = this.saved === null ? this.editor.currentMoment() : this.saved.moment;
    if (moment === null) return;
    if (this.saved === null) {
      this.saved = { moment, ...this.currentView() };
      this.saveOpeningLink(this.saved);
    }
    // The curves pinned in the lab could show what a lesson conceals.
    const speed = Math.max(state.get().speed, WATCH_PACKETS);
    state.set({ history: NO_HISTORY, curves: DEFAULT_CHOICES });
    setView(this.core, { speed });
  }

  /** Saves the machine of a link that is still being opened, as soon as it is ready, because the person asked for it
   * before the lesson. */
  private saveOpeningLink(before: SavedSession): void {
    void this.openingLink?.then((isOpen) => {
      const moment = this.editor.currentMoment();
      if (!isOpen || moment === null || this.saved !== before) return;
      const history = record(
        before.kept.history,
        NO_TRANSACTION,
        tr("Scenario “{title}”", { title: tr(moment.base.title) }),
        before.moment,
      );
      const { view, kept } = this.currentView();
      this.saved = { moment, view, kept: { ...kept, history } };
    });
  }

  /** The view of the lab: time, range, selection. */
  private currentView(): Omit<SavedSession, "moment"> {
    const state = this.core.state.get();
    const { history, effectFrom } = state;
    return { view: viewOf(state), kept: { history, effectFrom } };
  }

  /** Restores the saved session. Returns whether there is one. */
  restore(): boolean {
    const { saved } = this;
    if (saved === null || this.isRestoring) return saved !== null;
    const ours = this.cancelRestore();
    this.isRestoring = true;
    this.player.clearFrames();
    void this.editor.restore(saved.moment).then((isOpen) => {
      if (ours !== this.generation) return;
      this.cancelRestore();
      if (isOpen) this.showSaved(saved);
      else this.keepAsUndoStep(saved);
    });
    return true;
  }

  /** Lets a link replace the session. If the link fails, restores the session. */
  async replaceWith(opened: Promise<boolean>): Promise<void> {
    const ours = this.cancelRestore();
    this.openingLink = opened;
    const isOpen = await opened;
    if (this.openingLink === opened) this.openingLink = null;
    if (ours !== this.generation || this.saved === null) return;
    if (isOpen) this.keepAsUndoStep(this.saved);
    else this.restore();
  }

  private showSaved({ view, kept }: SavedSession): void {
    this.saved = null;
    const playing = this.hiddenPause.playingAfterRestore(view.playing);
    // The layout stays: a person may have changed it in the lesson, for all pages.
    const { layout } = this.core.state.get();
    this.core.state.set(kept);
    setView(this.core, { ...view, playing, layout });
    this.player.invalidate();
  }

  /** Leaves the current machine, and makes the saved session the next undo step. */
  private keepAsUndoStep({ moment, view, kept }: SavedSession): void {
    this.saved = null;
    const { curves, question } = this.core.state.get();
    if (curves.pinned.length === 0 && question === null)
      this.core.state.set({ curves: { ...curves, pinned: view.curves.pinned } });
    const before = { curves: view.curves, question: view.question };
    this.editor.continueHistory({ ...moment, view: before }, kept.history);
    this.player.invalidate();
  }

  private cancelRestore(): number {
    this.isRestoring = false;
    return ++this.generation;
  }
}
