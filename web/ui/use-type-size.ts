// How large a projector's smallest type is on this screen (tokens.css), for pictures that draw their own words.
import { useCallback, useSyncExternalStore } from "react";

/** CSS pixels; 0 when it is not asked for. */
export function useProjectorType(asked: boolean): number {
  const read = useCallback(() => (asked ? smallestType() : 0), [asked]);
  return useSyncExternalStore(onResize, read);
}

function smallestType(): number {
  const text = getComputedStyle(document.documentElement).getPropertyValue("--text-12");
  return Number.parseFloat(text);
}

function onResize(changed: () => void): () => void {
  window.addEventListener("resize", changed);
  return () => window.removeEventListener("resize", changed);
}
