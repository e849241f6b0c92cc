// Loads the glossary when a view first needs a term. Until then terms are plain text. After a failure, the next view, or
// the button on the glossary's page, tries again.
import { useEffect } from "react";
import type { GlossaryEntry } from "../../lesson/lesson";
import { useStore, createStore, type Store } from "../../lib/store";

export interface GlossaryState {
  entries: readonly GlossaryEntry[];
  /** The last attempt failed. */
  failed: boolean;
}

/** Creates a store of the glossary and the function that loads it once. */
export function createGlossaryLoader(fetchEntries: () => Promise<readonly GlossaryEntry[]>) {
  const store: Store<GlossaryState> = createStore<GlossaryState>({ entries: [], failed: false });
  let isRequested = false;
  const load = (): void => {
    if (isRequested) return;
    isRequested = true;
    fetchEntries().then(
      (entries) => store.set({ entries, failed: false }),
      () => {
        isRequested = false;
        store.set({ failed: true });
      },
    );
  };
  return { store, load };
}

const glossary = createGlossaryLoader(async (): Promise<readonly GlossaryEntry[]> => {
  const { glossary: entries } = await import("virtual:glossary");
  return entries as readonly GlossaryEntry[];
});

export const loadGlossary = glossary.load;

export function useGlossary(): readonly GlossaryEntry[] {
  useEffect(loadGlossary, []);
  return useStore(glossary.store, ({ entries }) => entries);
}

export function useGlossaryFailed(): boolean {
  return useStore(glossary.store, ({ failed }) => failed);
}
