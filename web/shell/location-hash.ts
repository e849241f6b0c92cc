// The hash of the address: the only place that watches it, and the only one that replaces it. It leaves out when it is written:
// use-url-sync.ts for the lab, pages/compare for a comparison, pages/explore for a search.
import { useSyncExternalStore } from "react";

/** The hash that the page has taken notice of. Another one in the address is a link that was opened a moment ago: its event is
 * still to come, and nothing may replace it before. */
let noticedHash = globalThis.window?.location.hash;
const listeners = new Set<() => void>();

globalThis.window?.addEventListener("hashchange", () => {
  noticedHash = location.hash;
  for (const changed of [...listeners]) changed();
});

/** Calls back when the hash changes. Returns a function that stops watching. */
export function subscribeHash(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

/** The hash; the component that calls this is rendered again when it changes. */
export const useHash = () => useSyncExternalStore(subscribeHash, () => location.hash);

/** Opens another address in place of the one that the page has taken notice of. */
export function redirectHash(hash: string): void {
  if (location.hash === noticedHash) location.replace(hash);
}

/**
 * Replaces the hash, without a step in the browser's history. Browsers allow about a hundred of these in half a minute: above
 * that, some throw. Returns whether the hash was replaced: a link that was just opened is not.
 */
export function replaceHash(hash: string, state: unknown = null): boolean {
  if (location.hash !== noticedHash) return false;
  try {
    history.replaceState(state, "", hash);
    noticedHash = location.hash;
    return true;
  } catch {
    return false;
  }
}

export interface HashWriter {
  /** Replaces the hash now, or when the time since the last one is over. Of several hashes the last one counts. */
  write(hash: string): void;
  /** Writes what still waits. */
  flush(): void;
  /** Forgets what still waits. */
  stop(): void;
}

/** Replaces the hash at most once in `milliseconds`. What the browser refuses is tried again. */
export function createHashWriter(milliseconds: number, replace = replaceHash): HashWriter {
  let waiting: string | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    if (waiting !== null && replace(waiting)) waiting = null;
  };
  const onTime = () => {
    timer = null;
    if (waiting === null) return;
    flush();
    timer = setTimeout(onTime, milliseconds);
  };
  return {
    write(hash) {
      waiting = hash;
      if (timer !== null) return;
      flush();
      timer = setTimeout(onTime, milliseconds);
    },
    flush,
    stop() {
      waiting = null;
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
