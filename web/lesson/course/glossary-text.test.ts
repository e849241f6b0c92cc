// Facts about finding glossary terms in a text.
import { expect, test } from "vitest";
import { annotateText } from "./glossary-text";
import type { GlossaryEntry } from "../lesson";

const glossary: GlossaryEntry[] = ["Queue", "Screening queue", "SPLCLOCK, SPLIMP", "M"].map(
  (term) => ({
    term,
    meaning: [],
  }),
);
const said = (text: string) =>
  annotateText(text, glossary).map((part) => [part.kind, part.text].join(" "));

test("the_longest_name_wins_and_a_word_is_marked_once", () => {
  expect(said("A full screening queue; queues; the queue.")).toEqual([
    "text A full ",
    "term screening queue",
    "text ; ",
    "term queues",
    "text ; the queue.",
  ]);
});

test("every_name_of_an_entry_matches_and_parts_of_words_do_not", () => {
  expect(said("SPLIMP")).toEqual(["term SPLIMP"]);
  expect(said("requeue")).toEqual(["text requeue"]);
});

test("a_letter_with_a_section_is_a_source_and_a_letter_alone_is_not", () => {
  expect(said("M 6.4, 6.5: fig. M")).toEqual(["source M 6.4", "text , 6.5: fig. M"]);
  expect(said("W 6.4")).toEqual(["text W 6.4"]);
});

test("without_a_glossary_a_text_is_one_part", () => {
  expect(annotateText("a queue", [])).toEqual([{ kind: "text", text: "a queue" }]);
});
