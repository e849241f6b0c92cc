// A drawn picture as a part of the page, for paper: an SVG text (model/files/svg-document.ts) that is parsed once, so that no
// markup is written into the page.
import { useLayoutEffect, useRef } from "react";

interface SvgDrawingProps {
  /** A whole <svg> element. */
  svg: string;
  name: string;
  /** The largest width, in CSS pixels. */
  widthMax?: number;
}

export function SvgDrawing({ svg, name, widthMax }: SvgDrawingProps) {
  const holder = useRef<HTMLDivElement>(null);
  // A layout effect, so that the drawing is there before the browser prints.
  useLayoutEffect(() => {
    const { documentElement } = new DOMParser().parseFromString(svg, "image/svg+xml");
    // A screen reader reads the name of the element around it.
    documentElement.setAttribute("aria-hidden", "true");
    // Each text is drawn where it begins on the left, also in a language from right to left.
    documentElement.style.direction = "ltr";
    if (widthMax !== undefined) documentElement.style.maxWidth = `${widthMax}px`;
    holder.current?.replaceChildren(document.importNode(documentElement, true));
  }, [svg, widthMax]);
  return <div className="svg-drawing" role="img" aria-label={name} ref={holder} />;
}
