// A formula in a lesson, set by KaTeX. KaTeX, its style sheet and its fonts are loaded with the first formula; until then
// the formula is shown as it was written. Screen readers get MathML.
import { useEffect, useRef } from "react";

interface FormulaProps {
  /** In TeX. */
  tex: string;
  /** On a line of its own. */
  display: boolean;
}

/** Resolves with KaTeX's `render`, which builds elements: a style attribute in HTML text would break the page's policy. */
const loadKatex = async () => {
  const [{ render }] = await Promise.all([import("katex"), import("katex/dist/katex.min.css")]);
  return render;
};

export function Formula({ tex, display }: FormulaProps) {
  const holder = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let isCurrent = true;
    const show = async () => {
      const render = await loadKatex();
      const { current } = holder;
      if (!isCurrent || current === null) return;
      render(tex, current, { displayMode: display, throwOnError: false, output: "htmlAndMathml" });
    };
    // Without KaTeX (no network), the formula stays as it was written.
    void show().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [tex, display]);
  // React must not touch what KaTeX has drawn: another formula is another element.
  return (
    <span key={tex} ref={holder} className={display ? "formula formula-display" : "formula"}>
      {tex}
    </span>
  );
}
