// The appearance of the page: theme, type size and layout. Writes them on the root element. Gives
// views and canvases the results as React state: media queries, font size and palette. tokens.css
// defines the colours.
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { readPalette, type Palette } from "./palette";

const DARK = "(prefers-color-scheme: dark)";
const MORE_CONTRAST = "(prefers-contrast: more)";

export interface Appearance {
  theme: "auto" | "light" | "dark";
  layout: "auto" | "projector";
}

/** Writes theme and layout on the root element. Returns whether the dark theme is shown. */
export function applyAppearance({ theme, layout }: Appearance): boolean {
  const root = document.documentElement;
  const dark = theme === "dark" || (theme === "auto" && window.matchMedia(DARK).matches);
  root.dataset.theme = dark ? "dark" : "light";
  root.dataset.layout = layout;
  fontSize = null;
  return dark;
}

/** Calls back when the system changes between light and dark. Returns a function that stops it. */
export function watchSystemTheme(onChange: () => void): () => void {
  const query = window.matchMedia(DARK);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** Returns whether a media query matches, as React state. */
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

/** Returns the palette; reads it again when the theme, the layout or the contrast changes. */
export function usePalette(): Palette {
  const [palette, setPalette] = useState(() => readPalette());
  useEffect(() => {
    const read = () => setPalette(readPalette());
    const contrast = window.matchMedia(MORE_CONTRAST);
    contrast.addEventListener("change", read);
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ["data-theme", "data-layout"],
    });
    return () => {
      contrast.removeEventListener("change", read);
      observer.disconnect();
    };
  }, []);
  return palette;
}

/** The font size, in CSS pixels, that charts are designed for; on a projector it is larger. */
export const BASE_FONT_SIZE = 12;

/** Returns the page's smallest font size in CSS pixels, for pictures that draw their own text (tokens.css). */
export function useFontSize(): number {
  return useSyncExternalStore(subscribeFontSize, readFontSize, () => BASE_FONT_SIZE);
}

/** The font size that was read last; null if it may have changed. React asks for it in every render, and the browser then
 * computes the styles of all that is new. */
let fontSize: number | null = null;

function readFontSize(): number {
  if (fontSize !== null) return fontSize;
  window.addEventListener("resize", () => (fontSize = null), { once: true });
  const text = getComputedStyle(document.documentElement).getPropertyValue("--text-12");
  return (fontSize = Number.parseFloat(text));
}

function subscribeFontSize(listener: () => void): () => void {
  const changed = () => {
    fontSize = null;
    listener();
  };
  window.addEventListener("resize", changed);
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-layout"] });
  return () => {
    window.removeEventListener("resize", changed);
    observer.disconnect();
  };
}
