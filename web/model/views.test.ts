// The table of views: its orders, and the documents of lessons and of embedded labs that name every view.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EMBED_VIEWS } from "../desk/embed/embed-views";
import { COMPARED_VIEWS, VIEW_ROWS, VIEWS, VIEWS_IN_COLUMN, type ViewName } from "./views";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** The words in code quotes of the line that has a text. */
function wordsOfLine(path: string, text: string): string[] {
  const line = read(path)
    .split("\n")
    .find((one) => one.includes(text));
  return [...(line ?? "").matchAll(/`([^`]*)`/g)].flatMap(([, code = ""]) => code.split(" "));
}

test("in_one_column_the_curve_is_before_the_timeline_and_every_view_is_there_once", () => {
  const isEither = (view: ViewName) => view === "timeline" || view === "curve";
  expect(VIEWS.filter(isEither)).toEqual(["timeline", "curve"]);
  expect(VIEWS_IN_COLUMN.filter(isEither)).toEqual(["curve", "timeline"]);
  expect([...VIEWS_IN_COLUMN].sort()).toEqual([...VIEWS].sort());
});

test("the_documents_name_every_view", () => {
  const embedding = read("lessons/embedding.md");
  for (const view of EMBED_VIEWS) expect(embedding).toContain(`\`${view}\``);
  expect(wordsOfLine("lessons/README.md", "| `::show`")).toEqual(
    expect.arrayContaining([...VIEWS]),
  );
  const inLesson = COMPARED_VIEWS.filter((view) => VIEW_ROWS[view].compared?.isInLesson);
  expect(wordsOfLine("lessons/README.md", "| `::compare`")).toEqual(
    expect.arrayContaining(inLesson),
  );
});
