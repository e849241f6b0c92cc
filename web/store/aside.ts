// The lab put aside for a lesson and given back: its machine with its undo, and how it was looked at. It is kept
// until its machine stands again, so that a lesson begun, or a way back given up meanwhile, loses nothing of it.
import type { Editor } from "./editor";
import { NO_HISTORY, type Moment } from "./history";
import type { LabCore, LabState } from "./lab-state";
import type { Player } from "./player";
import type { Rest } from "./rest";

interface Kept {
  moment: Moment;
  shown: Pick<
    LabState,
    "history" | "speed" | "playing" | "range" | "viewWidth" | "selection" | "effectFrom"
  >;
}

export class Aside {
  private kept: Kept | null = null;
  /** Raised when something else is wanted: what a way back that is being run leads to counts no more. */
  private turn = 0;
  private returning = false;

  constructor(
    private readonly core: Pick<LabCore, "state">,
    private readonly editor: Editor,
    private readonly player: Player,
    private readonly rest: Rest,
  ) {}

  /** Keeps the lab as it is, unless one is kept already; undo begins anew. */
  put(): void {
    const { state } = this.core;
    this.endReturn();
    const moment = this.kept === null ? this.editor.moment() : this.kept.moment;
    if (moment === null) return;
    const { history, speed, playing, range, viewWidth, selection, effectFrom } = state.get();
    this.kept ??= {
      moment,
      shown: { history, speed, playing, range, viewWidth, selection, effectFrom },
    };
    state.set({ history: NO_HISTORY });
  }

  /** Gives back what was put aside, if anything was. */
  takeBack(): void {
    const { kept } = this;
    if (kept === null || this.returning) return;
    const mine = this.endReturn();
    this.returning = true;
    this.player.forget();
    void this.editor.restore(kept.moment).then((stands) => {
      if (mine !== this.turn) return;
      this.endReturn();
      if (stands) this.show(kept);
      else this.giveUp(kept);
    });
  }

  /** A link is opened in its place; when that fails, what was put aside comes back. */
  async replacedBy(opened: Promise<boolean>): Promise<void> {
    const mine = this.endReturn();
    const stands = await opened;
    if (mine !== this.turn || this.kept === null) return;
    if (stands) this.giveUp(this.kept);
    else this.takeBack();
  }

  private show({ shown }: Kept): void {
    this.kept = null;
    this.core.state.set({ ...shown, playing: this.rest.seen(shown.playing) });
    this.player.invalidate();
  }

  /** The machine that stands now stays; what was put aside is what undo goes back to. */
  private giveUp({ moment, shown }: Kept): void {
    this.kept = null;
    this.editor.remember(moment, shown.history);
    this.player.invalidate();
  }

  private endReturn(): number {
    this.returning = false;
    return ++this.turn;
  }
}
