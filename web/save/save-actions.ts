// Saves a picture or a table, or copies it to the clipboard. Returns what a person is told. Errors have a remedy.
import { msg, tr } from "../i18n/i18n";
import { csvText, tabSeparated } from "../model/files/csv";
import { withComment } from "../model/files/png-comment";
import { svgDocument } from "../model/files/svg-document";
import { readPalette } from "../ui/palette";
import { describeSaved, downloadFile } from "../lib/save-file";
import { offscreenRenderer } from "../pictures/painter";
import { pictureOf } from "./picture";
import { PictureError, pngOfSvg } from "./png";
import { rowsOf, type SavedPicture, type SavedTable } from "./saved-parts";
import { captionOf } from "./caption";
import { linkOf, savedName, SaveError } from "./shown-run";
import type { AppServices } from "../desk/app-services";
import type { ShownMachine } from "../desk/lab/machine";

export type PictureForm = "SVG" | "PNG" | "copy";
export type TableForm = "CSV" | "copy";

const NOT_COPIED = msg(
  "The browser did not allow copying. Allow this page to use the clipboard, or save a file instead.",
);

/** The words that tell a person what has happened. */
export interface Outcome {
  text: string;
  isError: boolean;
}

const done = (text: string): Outcome => ({ text, isError: false });

export async function savePicture(
  services: AppServices,
  picture: SavedPicture,
  form: PictureForm,
): Promise<Outcome> {
  const { lab } = services;
  const svg = svgOf(services, picture);
  if (form === "SVG")
    return saved(savedName(lab, picture.name, "svg"), svg, "image/svg+xml;charset=utf-8");
  if (form === "PNG")
    return saved(
      savedName(lab, picture.name, "png"),
      withComment(await pngOfSvg(svg), linkOf(services)),
      "image/png",
    );
  await copying(async () => {
    // Safari accepts a promise only if it is made at once, in the click.
    const item = new ClipboardItem({ "image/png": pngOfSvg(svg) });
    await navigator.clipboard.write([item]);
  });
  return done(tr("Copied the picture: {name}.", { name: picture.name }));
}

function svgOf(services: AppServices, { name, description, elements }: SavedPicture): string {
  const renderer = offscreenRenderer();
  const drawn = pictureOf(elements, (canvas) => renderer.drawingOf(canvas));
  const words = {
    ...{ title: name, description, link: linkOf(services) },
    caption: captionOf(services, name),
  };
  return svgDocument(drawn, words, readPalette(elements[0]));
}

export async function saveTable(
  lab: ShownMachine,
  { name, table }: SavedTable,
  form: TableForm,
): Promise<Outcome> {
  return saveRows(lab, name, rowsOf(table), form);
}

export async function saveRows(
  lab: ShownMachine,
  name: string,
  rows: readonly (readonly string[])[],
  form: TableForm,
  letter = "",
): Promise<Outcome> {
  if (form === "CSV")
    return saved(savedName(lab, name, "csv", letter), csvText(rows), "text/csv;charset=utf-8");
  return copyText(tabSeparated(rows), tr("Copied the table: {name}.", { name }));
}

export function saved(name: string, content: string | Blob, type: string): Outcome {
  downloadFile(name, content, type);
  return done(describeSaved(name));
}

export async function copyText(text: string, told: string): Promise<Outcome> {
  await copying(() => navigator.clipboard.writeText(text));
  return done(told);
}

async function copying(copy: () => Promise<void>): Promise<void> {
  try {
    await copy();
  } catch (error) {
    throw error instanceof PictureError ? error : new SaveError(tr(NOT_COPIED));
  }
}

/** Runs an action and returns its outcome. An unexpected error becomes an outcome too, so that every click has an answer. */
export async function outcomeOf(action: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await action();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const isExpected = error instanceof SaveError || error instanceof PictureError;
    return {
      text: isExpected ? text : tr("This could not be saved: {text}", { text }),
      isError: true,
    };
  }
}
