// A number that changes while the machine runs. A hidden text of the same shape gives it its place, so that the browser does
// not lay out the rest of the page again when only digits change. A person's own style may set letters farther apart: the
// place grows with them (styles: base.css).
import { memo } from "react";

export const LiveNumber = memo(function LiveNumber({ text }: { text: string }) {
  return (
    // A browser's translator would ask for a translation at every change.
    <span className="live-number-place" data-shape={text.replace(/\d/g, "0")} translate="no">
      <span className="live-number">{text}</span>
    </span>
  );
});
