// The glossary, fetched when a view first needs a word of it; until then its words are plain text. What
// could not be fetched is asked for again by the next view, or by hand on the glossary's page.
import { useEffect } from "react";
import type { Entry } from "../../lesson/model";
import { useStore } from "../../store/react";
import { createStore, type Store } from "../../store/store";

export interface GlossaryState {
  entries: readonly Entry[];
  /** The last try failed. */
  failed: boolean;
}

export function createGlossaryLoader(load: () => Promise<readonly Entry[]>) {
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

const glossary = createGlossaryLoader(async (): Promise<readonly Entry[]> => {
  const { glossary: entries } = await import("virtual:glossary");
  return entries as readonly Entry[];
});

export const loadGlossary = glossary.ask;

export function useGlossary(): readonly Entry[] {
  useEffect(loadGlossary, []);
  return useStore(glossary.store, ({ entries }) => entries);
}

export function useGlossaryFailed(): boolean {
  return useStore(glossary.store, ({ failed }) => failed);
}
