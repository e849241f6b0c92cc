// A number that changes while the machine runs. It has a box as wide as its characters, so that the browser does not
// lay out the rest of the page again when the number changes (styles: base.css).
import { memo, type CSSProperties } from "react";

/** Width of the space before a unit, in characters (web/format/numbers.ts). */
const THIN_SPACE = 0.7;

/** Returns the width of a text in characters of the monospaced font. */
function widthInCharacters(text: string): number {
  return text.length - (1 - THIN_SPACE) * (text.split("\u202f").length - 1);
}

export const LiveNumber = memo(function LiveNumber({ text }: { text: string }) {
  return (
    <span className="live-number" style={{ "--length": widthInCharacters(text) } as CSSProperties}>
      {text}
    </span>
  );
});
