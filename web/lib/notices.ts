// Notices on the page: something went wrong (with a remedy), or something was done (with a way to undo it). A list,
// newest last, with at most one notice for each key.
import { tr } from "../i18n/i18n";
import { createStore, type Store } from "./store";

export interface NoticeAction {
  label: string;
  /** The header has a button for the same: undo. Where the strip has no room, it leaves this one out. */
  isUndo?: boolean;
  /** Runs when the button is pressed. The notice is then dismissed, unless `stays` is set. */
  run(): void;
  stays?: boolean;
}

export interface Notice {
  /** A later notice with the same key replaces the earlier one. */
  key: string;
  /** "bad" interrupts a screen reader. "done" is polite, and is dismissed after a while. */
  tone: "bad" | "news" | "done";
  title: string;
  /** The paragraphs of the text. */
  text: readonly string[];
  actions: readonly NoticeAction[];
  /** Name of the change of the machine that the notice reports. The lab offers to compare with the machine before it. */
  change?: string;
}

export interface Notices {
  store: Store<{ list: readonly Notice[] }>;
  show(notice: Notice): void;
  dismiss(key: string): void;
  /** While the pointer or the focus is on a notice, it is not dismissed. */
  hold(key: string, held: boolean): void;
}

/** How long a "done" notice stays, in wall milliseconds. With a button it stays long enough to reach the button by
 * keyboard. */
export const DONE_MILLISECONDS = 8_000;
export const ACTION_MILLISECONDS = 30_000;

export function createNotices(later: (run: () => void, milliseconds: number) => void): Notices {
  const store = createStore<{ list: readonly Notice[] }>({ list: [] });
  const held = new Set<string>();
  const dismiss = (key: string) => {
    const { list } = store.get();
    held.delete(key);
    if (list.some((notice) => notice.key === key)) {
      store.set({ list: list.filter((notice) => notice.key !== key) });
    }
  };
  const dismissAfter = (notice: Notice, milliseconds: number): void =>
    later(() => {
      if (!store.get().list.includes(notice)) return;
      if (held.has(notice.key)) dismissAfter(notice, milliseconds);
      else dismiss(notice.key);
    }, milliseconds);
  return {
    store,
    dismiss,
    hold: (key, holds) => void (holds ? held.add(key) : held.delete(key)),
    show(notice) {
      const others = store.get().list.filter(({ key }) => key !== notice.key);
      store.set({ list: [...others, notice] });
      if (notice.tone !== "done") return;
      dismissAfter(notice, notice.actions.length > 0 ? ACTION_MILLISECONDS : DONE_MILLISECONDS);
    },
  };
}

/** Copies a text and shows whether that worked. When the browser refuses, the notice has the text, to be selected. */
export async function copyAndNotify(
  text: string,
  write: (text: string) => Promise<void>,
  notices: Notices,
): Promise<void> {
  const report = (tone: "done" | "bad", title: string, paragraphs: string[]) =>
    notices.show({ key: "copied", tone, title, text: paragraphs, actions: [] });
  try {
    await write(text);
    report("done", tr("Copied"), []);
  } catch {
    report("bad", tr("The browser did not allow copying"), [tr("Select this and copy it:"), text]);
  }
}
