// True once the faces are there: a canvas does not redraw by itself when a font arrives.
import { useEffect, useState } from "react";

export function useFontsReady(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let wanted = true;
    const faces = ["400 14px", "600 14px", "700 14px"].flatMap((style) => [
      document.fonts.load(`${style} "Source Sans 3 Variable"`),
      document.fonts.load(`${style} "Source Code Pro"`),
    ]);
    void Promise.allSettled(faces)
      .then(() => document.fonts.ready)
      .then(() => {
        if (wanted) setReady(true);
      });
    return () => {
      wanted = false;
    };
  }, []);
  return ready;
}
