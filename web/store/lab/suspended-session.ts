// The lab put aside for a lesson and given back: its machine with its undo, and how it was looked at. It is kept
// until its machine stands again, so that a lesson begun, or a way back given up meanwhile, loses nothing of it.
import type { Editor } from "./editor";
import { NO_HISTORY, record, type Moment } from "../history/history";
import type { LabCore, LabState } from "./lab-state";
import type { Player } from "./player";
import type { HiddenPause } from "./pause-while-hidden";

interface SavedSession {
  moment: Moment;
  view: Pick<
    LabState,
    "history" | "speed" | "playing" | "range" | "viewWidth" | "selection" | "effectFrom"
  >;
}

/** No gesture of the page: it joins nobody's undo step. */
const NO_TRANSACTION = -1;

export class SuspendedSession {
  private saved: SavedSession | null = null;
  /** Raised when something else is wanted: what a way back that is being run leads to counts no more. */
  private generation = 0;
  private isRestoring = false;
  /** The link whose machine is being built. */
  private openingLink: Promise<boolean> | null = null;

  constructor(
    private readonly core: Pick<LabCore, "state">,
    private readonly editor: Editor,
    private readonly player: Player,
    private readonly hiddenPause: HiddenPause,
  ) {}

  /** Keeps the lab as it is, unless one is kept already; undo begins anew. */
  suspend(): void {
    const { state } = this.core;
    this.cancelRestore();
    const moment = this.saved === null ? this.editor.currentMoment() : this.saved.moment;
    if (moment === null) return;
    if (this.saved === null) {
      this.saved = { moment, view: this.currentView() };
      this.saveOpeningLink(this.saved);
    }
    state.set({ history: NO_HISTORY });
  }

  /** A link on its way is what was wanted: it is kept when its machine stands, before the lesson's is built. */
  private saveOpeningLink(before: SavedSession): void {
    void this.openingLink?.then((stands) => {
      const moment = this.editor.currentMoment();
      if (!stands || moment === null || this.saved !== before) return;
      const history = record(
        before.view.history,
        NO_TRANSACTION,
        `Scenario “${moment.base.title}”`,
        before.moment,
      );
      this.saved = { moment, view: { ...this.currentView(), history } };
    });
  }

  /** How the lab is looked at. */
  private currentView(): SavedSession["view"] {
    const { history, speed, playing, range, viewWidth, selection, effectFrom } =
      this.core.state.get();
    return { history, speed, playing, range, viewWidth, selection, effectFrom };
  }

  /** Gives back what was put aside, if anything was. */
  restore(): void {
    const { saved } = this;
    if (saved === null || this.isRestoring) return;
    const mine = this.cancelRestore();
    this.isRestoring = true;
    this.player.clearFrames();
    void this.editor.restore(saved.moment).then((stands) => {
      if (mine !== this.generation) return;
      this.cancelRestore();
      if (stands) this.showSaved(saved);
      else this.keepAsUndoStep(saved);
    });
  }

  /** A link is opened in its place; when that fails, what was put aside comes back. */
  async replaceWith(opened: Promise<boolean>): Promise<void> {
    const mine = this.cancelRestore();
    this.openingLink = opened;
    const stands = await opened;
    if (this.openingLink === opened) this.openingLink = null;
    if (mine !== this.generation || this.saved === null) return;
    if (stands) this.keepAsUndoStep(this.saved);
    else this.restore();
  }

  private showSaved({ view }: SavedSession): void {
    this.saved = null;
    this.core.state.set({ ...view, playing: this.hiddenPause.playingAfterRestore(view.playing) });
    this.player.invalidate();
  }

  /** The machine that stands now stays; what was put aside is what undo goes back to. */
  private keepAsUndoStep({ moment, view }: SavedSession): void {
    this.saved = null;
    this.editor.continueHistory(moment, view.history);
    this.player.invalidate();
  }

  private cancelRestore(): number {
    this.isRestoring = false;
    return ++this.generation;
  }
}
