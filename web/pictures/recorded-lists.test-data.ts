// How the snapshots record a draw list. A few pictures have their whole list, which a person can read: together they have every
// form of mark. Each of the others has a line for every kind of mark, with the number of marks and a hash of them.
// `LISTS=1 npx vitest run web/pictures` writes all lists to test-results/draw-lists, to compare two commits with `diff`.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { marksAsText, type Mark } from "../frame/draw-list";
import { inProject } from "../tools/lib/paths.mjs";

export type Picture = readonly [id: string, marks: readonly Mark[]];

/** What the snapshot has of a picture. */
export function recordOf(view: string, [id, marks]: Picture, whole: readonly string[]): string {
  const list = marksAsText(marks);
  if (process.env.LISTS !== undefined) writeList(view, id, list);
  if (whole.includes(id)) return list;
  const kinds = [...new Set(marks.map(({ mark }) => mark))].sort();
  const ofKinds = kinds.map((kind) => ofKind(kind, marks));
  // Which mark covers which is in no other line.
  return [`all ${marks.length} ${hash(list)}`, ...ofKinds].join("\n");
}

function ofKind(kind: Mark["mark"], marks: readonly Mark[]): string {
  const these = marks.filter(({ mark }) => mark === kind);
  return `${kind} ${these.length} ${hash(marksAsText(these))}`;
}

/** The forms of marks that are in no whole list. None may be: a change of such a form would be seen only as another hash. */
export function formsOutside(whole: readonly string[], pictures: readonly Picture[]): string[] {
  const ofWhole = pictures.filter(([id]) => whole.includes(id));
  const recorded = new Set(ofWhole.flatMap(([, marks]) => formsOf(marks)));
  return pictures.flatMap(([id, marks]) =>
    formsOf(marks).flatMap((form) => (recorded.has(form) ? [] : [`${id}: ${form}`])),
  );
}

/** The marks of a picture without their numbers and words: kind, colours, fonts, dashes, alignment. */
function formsOf(marks: readonly Mark[]): string[] {
  const lines = marksAsText(marks).split("\n");
  return lines.map((line) => line.replace(/"(?:[^"\\]|\\.)*"/g, "").replace(/[-\d.,\s]+/g, " "));
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

function writeList(view: string, id: string, list: string): void {
  const folder = inProject("test-results/draw-lists", view);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${id}.txt`), `${list}\n`);
}
