// Whether the texts of the page name keys. On a phone or a tablet nobody can press them.

export function hasKeyboard(): boolean {
  return !window.matchMedia("(hover: none) and (pointer: coarse)").matches;
}
