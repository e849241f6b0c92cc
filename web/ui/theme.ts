// Writes the wished theme and type size on the root element, and follows the system when asked to.
// Tells whoever draws on a canvas that the colours have changed.

const DARK = "(prefers-color-scheme: dark)";

export interface Look {
  theme: "auto" | "light" | "dark";
  layout: "auto" | "projector";
}

/** Applies a look now; returns whether dark was chosen. */
export function applyLook({ theme, layout }: Look): boolean {
  const root = document.documentElement;
  const dark = theme === "dark" || (theme === "auto" && window.matchMedia(DARK).matches);
  root.dataset.theme = dark ? "dark" : "light";
  root.dataset.layout = layout;
  return dark;
}

/** Calls back when the system changes between light and dark. */
export function watchSystem(onChange: () => void): () => void {
  const query = window.matchMedia(DARK);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
