// A number that changes while it is read, in a box of its own that is as wide as its characters: another
// number of the same length concerns no other line of the page.
import { memo, type CSSProperties } from "react";

/** The space before a unit is narrower than a character (frame/words.ts). */
const THIN_SPACE = 0.7;

/** In characters of the mono face. */
function widthInCharacters(text: string): number {
  return text.length - (1 - THIN_SPACE) * (text.split("\u202f").length - 1);
}

export const LiveNumber = memo(function Reading({ text }: { text: string }) {
  return (
    <span className="live-number" style={{ "--length": widthInCharacters(text) } as CSSProperties}>
      {text}
    </span>
  );
});
