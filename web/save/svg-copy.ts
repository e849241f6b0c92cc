// A copy of an SVG chart of the page that needs no style sheet: each element gets the styles that it has on the page as
// attributes. Attributes for scripts, style sheets and screen readers are left out; a picture has one description. Hints for the
// pointer are no part of a picture: marks with the class `no-picture`, and a text where `data-picture-text` has another one.
import { round } from "../model/files/svg-document";

/** Styles that children inherit: written where they differ from the parent's. */
const INHERITED = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "text-anchor",
  "paint-order",
] as const;

/** Other styles, with the default value, for which no attribute is written. */
const OWN = { opacity: "1", "dominant-baseline": "auto" } as const;

/** Default values of inherited styles. The root has no parent, so its styles are compared with these. */
const INITIAL: Readonly<Record<string, string>> = {
  fill: "rgb(0, 0, 0)",
  "fill-opacity": "1",
  stroke: "none",
  "stroke-width": "1px",
  "stroke-opacity": "1",
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "font-style": "normal",
  "text-anchor": "start",
  "paint-order": "normal",
};

/** Attributes that say where and what is drawn. */
const GEOMETRY =
  /^(x|y|x[12]|y[12]|cx|cy|r|rx|ry|width|height|d|points|transform|viewBox|preserveAspectRatio|id|dx|dy|textLength|lengthAdjust|patternUnits|patternTransform|clip-path|offset|refX|refY|markerWidth|markerHeight|orient|href|fill|stroke)$/;

export function copyOfSvg(svg: SVGSVGElement, origin: { x: number; y: number }): string {
  const copy = copied(svg, null);
  if (copy === null) return "";
  const { left, top, width, height } = svg.getBoundingClientRect();
  const place = { x: left - origin.x, y: top - origin.y, width, height };
  for (const [name, value] of Object.entries(place)) copy.setAttribute(name, String(round(value)));
  copy.setAttribute(
    "overflow",
    getComputedStyle(svg).overflow === "visible" ? "visible" : "hidden",
  );
  return new XMLSerializer().serializeToString(copy);
}

/** Null if the page does not show the element, or only on the screen. */
function copied(element: SVGElement, parent: CSSStyleDeclaration | null): SVGElement | null {
  if (element.matches(".no-picture")) return null;
  const style = getComputedStyle(element);
  const isDefinition = element.closest("defs") !== null;
  if (!isDefinition && (style.display === "none" || style.visibility === "hidden")) return null;
  const copy = document.createElementNS(element.namespaceURI, element.localName) as SVGElement;
  for (const { name, value } of element.attributes) {
    if (GEOMETRY.test(name)) copy.setAttribute(name, value);
  }
  writeStyles(copy, style, parent);
  const { pictureText } = element.dataset;
  if (pictureText !== undefined) {
    copy.append(pictureText);
    return copy;
  }
  for (const node of element.childNodes) {
    if (node instanceof SVGElement) {
      if (node.localName === "title" || node.localName === "desc") continue;
      const child = copied(node, style);
      if (child !== null) copy.append(child);
    } else if (node instanceof Text && isText(element)) copy.append(node.data);
  }
  return copy;
}

function isText({ localName }: Element): boolean {
  return localName === "text" || localName === "tspan";
}

function writeStyles(
  copy: SVGElement,
  style: CSSStyleDeclaration,
  parent: CSSStyleDeclaration | null,
): void {
  for (const name of INHERITED) {
    const value = style.getPropertyValue(name);
    const outside = parent === null ? INITIAL[name] : parent.getPropertyValue(name);
    copy.removeAttribute(name);
    if (value !== "" && value !== outside) copy.setAttribute(name, plainColor(value));
  }
  for (const [name, initial] of Object.entries(OWN)) {
    const value = style.getPropertyValue(name);
    if (value !== "" && value !== initial) copy.setAttribute(name, value);
  }
  const { transform } = style;
  if (transform !== "none" && transform !== "" && !copy.hasAttribute("transform"))
    copy.setAttribute("transform", transform.replaceAll(", ", " "));
}

/** Other programs know no `url("#id")` with the page's address, and quote families in an attribute with single quotes. */
function plainColor(value: string): string {
  return value.replace(/^url\("[^"#]*#([^"]+)"\)$/, "url(#$1)").replaceAll('"', "'");
}
