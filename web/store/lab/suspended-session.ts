// The lab put aside for a lesson and given back: its machine with its undo, and how it was looked at. It is kept
// until its machine stands again, so that a lesson begun, or a way back given up meanwhile, loses nothing of it.
import type { Editor } from "./editor";
import { NO_HISTORY, record, type Moment } from "../history/history";
import type { LabCore, LabState } from "./lab-state";
import type { Player } from "./player";
import type { Rest } from "./pause-while-hidden";

interface Kept {
  moment: Moment;
  shown: Pick<
    LabState,
    "history" | "speed" | "playing" | "range" | "viewWidth" | "selection" | "effectFrom"
  >;
}

/** No gesture of the page: it joins nobody's undo step. */
const LINK = -1;

export class Aside {
  private kept: Kept | null = null;
  /** Raised when something else is wanted: what a way back that is being run leads to counts no more. */
  private turn = 0;
  private returning = false;
  /** The link whose machine is being built. */
  private opening: Promise<boolean> | null = null;

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
    if (this.kept === null) {
      this.kept = { moment, shown: this.looks() };
      this.keepOpening(this.kept);
    }
    state.set({ history: NO_HISTORY });
  }

  /** A link on its way is what was wanted: it is kept when its machine stands, before the lesson's is built. */
  private keepOpening(before: Kept): void {
    void this.opening?.then((stands) => {
      const moment = this.editor.moment();
      if (!stands || moment === null || this.kept !== before) return;
      const history = record(
        before.shown.history,
        LINK,
        `Scenario “${moment.base.title}”`,
        before.moment,
      );
      this.kept = { moment, shown: { ...this.looks(), history } };
    });
  }

  /** How the lab is looked at. */
  private looks(): Kept["shown"] {
    const { history, speed, playing, range, viewWidth, selection, effectFrom } =
      this.core.state.get();
    return { history, speed, playing, range, viewWidth, selection, effectFrom };
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
    this.opening = opened;
    const stands = await opened;
    if (this.opening === opened) this.opening = null;
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
