// How large the page's smallest type is (tokens.css; a projector's grows with its screen), for pictures that draw
// their own words.
import { useSyncExternalStore } from "react";

/** The size, in CSS pixels, that pictures are made for when nobody asks for larger type. */
export const SCREEN_TYPE = 12;

export function useTypeSize(): number {
  return useSyncExternalStore(subscribe, read, () => SCREEN_TYPE);
}

function read(): number {
  const text = getComputedStyle(document.documentElement).getPropertyValue("--text-12");
  return Number.parseFloat(text);
}

function subscribe(changed: () => void): () => void {
  window.addEventListener("resize", changed);
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-layout"] });
  return () => {
    window.removeEventListener("resize", changed);
    observer.disconnect();
  };
}
