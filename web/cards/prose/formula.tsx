// A formula in a lesson, set by KaTeX. This file, KaTeX, its style sheet and its fonts are loaded with the first formula;
// until then the formula is shown as it was written. Screen readers get MathML.
import { render } from "katex";
import "katex/dist/katex.min.css";
import { useLayoutEffect, useRef } from "react";

interface FormulaProps {
  /** In TeX. */
  tex: string;
  /** On a line of its own. */
  display: boolean;
}

export default function Formula({ tex, display }: FormulaProps) {
  const holder = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const { current } = holder;
    // `render` builds elements: a style attribute in HTML text would break the page's policy.
    if (current !== null) render(tex, current, { displayMode: display, throwOnError: false });
  }, [tex, display]);
  // React must not touch what KaTeX has drawn: another formula is another element.
  return (
    <span key={tex} ref={holder} className={display ? "formula formula-display" : "formula"}>
      {tex}
    </span>
  );
}
