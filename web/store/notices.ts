// What the page has to say besides its pictures: something went wrong (with a remedy), or something
// was done (and how to take it back). A list, newest last; one notice per key.
import { createStore, type Store } from "./store";

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
  say(notice: Notice): void;
  dismiss(key: string): void;
}

/** How long a "done" notice stays, in wall milliseconds. */
export const DONE_MILLISECONDS = 8_000;

export function createNotices(later: (run: () => void, milliseconds: number) => void): Notices {
  const store = createStore<{ list: readonly Notice[] }>({ list: [] });
  const dismiss = (key: string) => {
    const { list } = store.get();
    if (list.some((notice) => notice.key === key)) {
      store.set({ list: list.filter((notice) => notice.key !== key) });
    }
  };
  return {
    store,
    dismiss,
    say(notice) {
      const others = store.get().list.filter(({ key }) => key !== notice.key);
      store.set({ list: [...others, notice] });
      if (notice.tone !== "done") return;
      later(() => {
        if (store.get().list.includes(notice)) dismiss(notice.key);
      }, DONE_MILLISECONDS);
    },
  };
}
