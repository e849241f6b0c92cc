// The palette as React state: read again whenever the root's theme or type size changes.
import { useEffect, useState } from "react";
import { readPalette, type Palette } from "./palette";

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
