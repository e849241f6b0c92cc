// Watches the hash of the address. It leaves out who writes it: use-url-sync.ts for the lab, views/compare for a comparison.

/** Calls back when the hash changes. Returns a function that stops watching. */
export function subscribeHash(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}
