// The lab and a comparison on paper (pages/print). The script of the sheet is loaded after the first picture. A browser prints at
// once what is there, so the key for printing first waits for the script.
import { type ComponentProps, useLayoutEffect } from "react";
import { afterPaint } from "../ui/after-paint";
import { optionalPart } from "../ui/lazy-part";
import { pressedKey } from "../ui/pressed-key";

const Sheet = optionalPart(async () => (await import("../pages/print")).PrintSheet);

export function PrintSheet(props: ComponentProps<typeof Sheet>) {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPrintKey(event) || Sheet.isLoaded()) return;
      event.preventDefault();
      // Without the sheet the browser prints the screen.
      const print = () => void afterPaint(() => window.print());
      Sheet.load().then(print, print);
    };
    // Printing from the browser's menu cannot wait. It works the next time.
    const onPrint = () => void Sheet.load().catch(() => undefined);
    window.addEventListener("keydown", onKey);
    window.addEventListener("beforeprint", onPrint);
    return () => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("beforeprint", onPrint);
    };
  }, []);
  return <Sheet {...props} />;
}

function isPrintKey(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && pressedKey(event) === "p";
}
