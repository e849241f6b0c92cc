// How the page looks: theme, type size and layout. Writes them on the root element, and gives views and canvases
// what follows from them: media queries, font size and palette as React state. Decides no colour (tokens.css does).
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { readPalette, type Palette } from "./palette";

const DARK = "(prefers-color-scheme: dark)";

export interface Appearance {
  theme: "auto" | "light" | "dark";
  layout: "auto" | "projector";
}

/** Applies a look now; returns whether dark was chosen. */
export function applyAppearance({ theme, layout }: Appearance): boolean {
  const root = document.documentElement;
  const dark = theme === "dark" || (theme === "auto" && window.matchMedia(DARK).matches);
  root.dataset.theme = dark ? "dark" : "light";
  root.dataset.layout = layout;
  return dark;
}

/** Calls back when the system changes between light and dark. */
export function watchSystemTheme(onChange: () => void): () => void {
  const query = window.matchMedia(DARK);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

export function usePalette(): Palette {
  const [palette, setPalette] = useState(() => readPalette());
  useEffect(() => {
    const observer = new MutationObserver(() => setPalette(readPalette()));
    observer.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ["data-theme", "data-layout"],
    });
    return () => observer.disconnect();
  }, []);
  return palette;
}

/** The size, in CSS pixels, that pictures are made for when nobody asks for larger type. */
export const BASE_FONT_SIZE = 12;

export function useFontSize(): number {
  return useSyncExternalStore(subscribe, read, () => BASE_FONT_SIZE);
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
