// Texts with elements in them, such as a link or a bold word: `rich("Press <kbd>Space</kbd>.", { kbd: <kbd /> })`.
// The message names the elements; the translation may put them in another order.
import { cloneElement, isValidElement, type ReactElement, type ReactNode } from "react";
import { tr, type Values } from "./i18n";

type Parts = Readonly<Record<string, string | number | ReactElement>>;

/** A text in the language of the page, with elements. `<name>text</name>` gives the element `name` that text as its children;
 * `<name/>` stands for the element as it is. */
export function rich(message: string, parts: Parts): ReactNode {
  const values = Object.entries(parts).filter(([, part]) => !isValidElement(part));
  return withElements(tr(message, Object.fromEntries(values) as Values), parts);
}

function withElements(text: string, parts: Parts): ReactNode[] {
  const found = /<(\w+)(?:\/>|>(.*?)<\/\1>)/s.exec(text);
  if (found === null) return text === "" ? [] : [text];
  const [all, name = "", inside] = found;
  const before = text.slice(0, found.index);
  const element = parts[name];
  const after = withElements(text.slice(found.index + all.length), parts);
  if (!isValidElement(element)) return [before, all, ...after];
  const key = `${name}-${text.length}`;
  const children = inside === undefined ? [] : [withElements(inside, parts)];
  return [before, cloneElement(element, { key }, ...children), ...after];
}
