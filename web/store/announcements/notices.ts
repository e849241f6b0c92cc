// What the page has to say besides its pictures: something went wrong (with a remedy), or something
// was done (and how to take it back). A list, newest last; one notice per key.
import { createStore, type Store } from "../store";

export interface NoticeAction {
  label: string;
  /** Runs when pressed; the notice leaves unless it stays. */
  run(): void;
  stays?: boolean;
}

export interface Notice {
  /** A later notice with the same key takes the place of an earlier one. */
  key: string;
  /** "bad" interrupts a screen reader; "done" is polite and leaves by itself. */
  tone: "bad" | "news" | "done";
  title: string;
  /** Paragraphs. */
  text: readonly string[];
  actions: readonly NoticeAction[];
}

export interface Notices {
  store: Store<{ list: readonly Notice[] }>;
  show(notice: Notice): void;
  dismiss(key: string): void;
  /** Somebody is at it (pointer or focus): it does not leave meanwhile. */
  hold(key: string, held: boolean): void;
}

/** How long a "done" notice stays, in wall milliseconds; with something to press, long enough to get there
 * by keyboard. */
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
  const leaveAfter = (notice: Notice, milliseconds: number): void =>
    later(() => {
      if (!store.get().list.includes(notice)) return;
      if (held.has(notice.key)) leaveAfter(notice, milliseconds);
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
      leaveAfter(notice, notice.actions.length > 0 ? ACTION_MILLISECONDS : DONE_MILLISECONDS);
    },
  };
}

export async function copyAndNotify(
  text: string,
  write: (text: string) => Promise<void>,
  notices: Notices,
): Promise<void> {
  const tell = (tone: "done" | "bad", title: string, words: string[]) =>
    notices.show({ key: "copied", tone, title, text: words, actions: [] });
  try {
    await write(text);
    tell("done", "Copied", []);
  } catch {
    tell("bad", "The browser did not allow copying", ["Select this and copy it:", text]);
  }
}
