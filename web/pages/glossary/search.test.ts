// The search of the glossary: what it finds, and in which order.
import { expect, test } from "vitest";
import type { GlossaryEntry } from "../../lesson/lesson";
import { glossarySearch } from "./search";

const entry = (term: string, text: string): GlossaryEntry => ({
  term,
  meaning: [{ kind: "paragraph", children: [{ kind: "text", text }] }],
});
const ENTRIES = [
  entry("Budget", "What one run of NAPI may take."),
  entry("NAPI", "A softirq polls."),
  entry("Quota", "Packets for one look."),
];
const search = glossarySearch(ENTRIES);
const found = (typed: string) => search(typed).map(({ term }) => term);

test("a_typing_error_is_forgiven", () => {
  expect(found("quote")).toEqual(["Quota"]);
});

test("words_with_the_text_in_their_name_come_before_words_that_it_explains", () => {
  expect(found(" napi")).toEqual(["NAPI", "Budget"]);
  expect(found("PACKETS")).toEqual(["Quota"]);
  expect(found("xyz")).toEqual([]);
  expect(found("")).toEqual(["Budget", "NAPI", "Quota"]);
});
