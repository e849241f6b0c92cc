// A title that is a question keeps its mark when it becomes a sentence.
import { expect, it } from "vitest";
import { endSentence } from "./sentence";

it.each([
  ["Heavy load happens", "Heavy load happens."],
  ["What happens beyond the limit?", "What happens beyond the limit?"],
  ["Stop!", "Stop!"],
  ["Starting …", "Starting …"],
  ["It is full.", "It is full."],
])("%s_ends_with_one_mark", (text, sentence) => {
  expect(endSentence(text)).toBe(sentence);
});
