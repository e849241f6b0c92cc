// The pictures and tables in a part of the page, with their names. A picture is marked with `data-picture`; marks with the
// same name in one card are one picture. Tables need no mark; folded ones are in the page while they are read
// (ui/folded-tables). What is concealed is not in the page.
import { tr } from "../i18n/i18n";
import { plainTable } from "../model/files/csv";

export interface SavedPicture {
  name: string;
  /** Describes the picture, as a screen reader reads it. */
  description: string;
  elements: readonly Element[];
}

export interface SavedTable {
  name: string;
  table: HTMLTableElement;
}

const PICTURE = "[data-picture]";
const GROUP = ".card, .explore-card";
const HEADING = "h1, h2, h3, h4, h5";

/** `withGroup`: the names begin with the name of the card. */
export function picturesIn(part: Element, withGroup = false): SavedPicture[] {
  const found = new Map<string, SavedPicture>();
  for (const element of withSelf(part, PICTURE)) {
    if (element.getBoundingClientRect().width === 0) continue;
    const group = groupName(element);
    const own = element.getAttribute("data-picture") ?? "";
    const name = joined(withGroup || own === "" ? group : "", own) || tr("Picture");
    const before = found.get(name);
    const description = [before?.description, describe(element)].filter((one) => one).join(" ");
    found.set(name, { name, description, elements: [...(before?.elements ?? []), element] });
  }
  const pictures = [...found.values()];
  const isCard = !withGroup && part.matches(GROUP) && pictures.length > 1;
  return isCard ? [allOf(pictures), ...pictures] : pictures;
}

function allOf(pictures: readonly SavedPicture[]): SavedPicture {
  return {
    name: tr("All charts"),
    description: pictures.map(({ name, description }) => `${name}: ${description}`).join(" "),
    elements: pictures.flatMap(({ elements }) => elements),
  };
}

export function tablesIn(part: Element, withGroup = false): SavedTable[] {
  const tables = withSelf(part, "table").filter((one) => one instanceof HTMLTableElement);
  const names = new Map<string, number>();
  return tables.map((table) => {
    const caption =
      table.caption?.textContent ?? table.closest("[aria-label]")?.getAttribute("aria-label") ?? "";
    const name =
      joined(withGroup || caption === "" ? groupName(table) : "", caption.trim()) || tr("Table");
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    return { name: count === 1 ? name : `${name} ${count}`, table };
  });
}

function withSelf(part: Element, selector: string): Element[] {
  return [...(part.matches(selector) ? [part] : []), ...part.querySelectorAll(selector)];
}

function groupName(element: Element): string {
  return element.closest(GROUP)?.querySelector(HEADING)?.textContent.trim() ?? "";
}

function joined(group: string, own: string): string {
  if (group === "" || own.startsWith(group)) return own || group;
  if (own === "") return group;
  return `${group}: ${own}`;
}

/** The names and descriptions that the picture has for screen readers. */
function describe(element: Element): string {
  const words = withSelf(
    element,
    "[role=img], [role=group], svg[aria-label], .stacked-bar-track",
  ).flatMap((one) => {
    const described = one.getAttribute("aria-describedby")?.split(" ") ?? [];
    return [
      one.getAttribute("aria-label"),
      ...described.map((id) => document.getElementById(id)?.textContent),
    ];
  });
  if (element instanceof HTMLCanvasElement)
    words.push(
      element.closest(".card")?.querySelector(".machine-words, .timeline-summary")?.textContent,
    );
  return [...new Set(words.filter((one) => one !== null && one !== undefined && one !== ""))].join(
    " ",
  );
}

/** The cells of a table with plain numbers; the first row is the header. */
export function rowsOf(table: HTMLTableElement): string[][] {
  const rows = [...table.rows].map((row) => [...row.cells].flatMap((cell) => spread(cell)));
  const headers = table.tHead?.rows.length ?? 0;
  // Several rows of headers become one: "Machine A: Delivered".
  const header = rows
    .slice(0, headers)
    .reduce<string[]>(
      (names, row) => row.map((text, column) => joined(names[column] ?? "", text)),
      [],
    );
  const words = { none: tr("none"), lowest: tr("Lowest seed"), highest: tr("Highest seed") };
  return plainTable(header, rows.slice(headers), words);
}

/** A cell over several columns is in each of them. */
function spread(cell: HTMLTableCellElement): string[] {
  const text = cell.dataset.value ?? textOf(cell);
  return Array.from({ length: Math.max(1, cell.colSpan) }, () => text);
}

/** The text of a cell, without what only screen readers read and without buttons that have only an icon. */
export function textOf(cell: Element): string {
  const copy = cell.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll(".visually-hidden, svg, [popover]")) hidden.remove();
  return (copy.textContent ?? "").trim();
}
