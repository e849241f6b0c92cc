// The glossary, fetched when a view first needs a word of it; until then its words are plain text. What
// could not be fetched is asked for again by the next view, or by hand on the glossary's page.
import { useEffect } from "react";
import type { GlossaryEntry } from "../../lesson/model";
import { useStore, createStore, type Store } from "../../store/store";

export interface GlossaryState {
  entries: readonly GlossaryEntry[];
  /** The last try failed. */
  failed: boolean;
}

export function createGlossaryLoader(load: () => Promise<readonly GlossaryEntry[]>) {
  const store: Store<GlossaryState> = createStore<GlossaryState>({ entries: [], failed: false });
  let asked = false;
  const ask = (): void => {
    if (asked) return;
    asked = true;
    load().then(
      (entries) => store.set({ entries, failed: false }),
      () => {
        asked = false;
        store.set({ failed: true });
      },
    );
  };
  return { store, ask };
}

const glossary = createGlossaryLoader(async (): Promise<readonly GlossaryEntry[]> => {
  const { glossary: entries } = await import("virtual:glossary");
  return entries as readonly GlossaryEntry[];
});

export const loadGlossary = glossary.ask;

export function useGlossary(): readonly GlossaryEntry[] {
  useEffect(loadGlossary, []);
  return useStore(glossary.store, ({ entries }) => entries);
}

export function useGlossaryFailed(): boolean {
  return useStore(glossary.store, ({ failed }) => failed);
}
