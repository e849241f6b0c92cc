// A TextStorage in memory.
import type { TextStorage } from "./persistent-store";

export function memoryStorage(initial: Record<string, string> = {}) {
  const texts = new Map(Object.entries(initial));
  const storage: TextStorage = {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
  return { texts, storage };
}
