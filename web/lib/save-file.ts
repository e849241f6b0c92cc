// Saves a text or other content as a file that the browser downloads. A browser may do that without a word, so the page says it.
import { tr } from "../i18n/i18n";

/** Tells a person that a file with this name was saved. */
type Tell = (name: string) => void;

let tell: Tell = () => undefined;

/** The page says once how it tells a person what was saved. */
export function tellSavedFiles(how: Tell): void {
  tell = how;
}

export function saveFile(name: string, content: string | Blob, type?: string): void {
  downloadFile(name, content, type);
  tell(name);
}

/** For a dialog or a menu, which shows `describeSaved` itself: nothing else of the page is heard beside it. */
export function downloadFile(name: string, content: string | Blob, type = "application/json") {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function describeSaved(name: string): string {
  return `${tr("Saved as “{name}”.", { name })} ${describeWhere()}`;
}

/** Where the file is: the page is not told. */
export function describeWhere(): string {
  return tr("The browser puts it with your downloads, or asks you for a place.");
}
