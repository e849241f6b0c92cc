// The glossary, fetched when a view first needs a word of it; until then its words are plain text.
import { useEffect } from "react";
import type { Entry } from "../../lesson/model";
import { useStore } from "../../store/react";
import { createStore } from "../../store/store";

const store = createStore<{ entries: readonly Entry[] }>({ entries: [] });
let asked = false;

export function useGlossary(): readonly Entry[] {
  useEffect(() => {
    if (asked) return;
    asked = true;
    void import("virtual:glossary").then(({ glossary }) => store.set({ entries: glossary }));
  }, []);
  return useStore(store, ({ entries }) => entries);
}
