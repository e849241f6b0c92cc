// Facts about questions, cards and the search: every text has the length of a card, every link can be opened, and every
// scenario is found.
// cspell:ignore recieve livelok ksofirqd trasmit starvaton
import { describe, expect, it, test } from "vitest";
import catalogueText from "../generated/catalogue.json?raw";
import type { Catalogue } from "../generated/model";
import { parseLink } from "../desk/link/link";
import { catalogueForMachine, findParameter, validateValue } from "../model/scenario/settings";
import { questionEntries, shelvesByPaper, shelvesByTopic } from "./entries";
import { countWords, firstSentences } from "./scenario-entry";
import { parseCompareLink } from "../desk/compare/compare-link";
import { QUESTIONS } from "./question";
import { questionHash } from "./question-link";
import notes from "../../core/scenarios/index.json";
import { scenarioSearch } from "./search";
import { TOPICS } from "./topics";

const catalogue = JSON.parse(catalogueText) as Catalogue;
const { scenarios } = catalogue;
const { entries, search } = scenarioSearch(scenarios, questionEntries());
const keys = (typed: string) => search(typed).map(({ key }) => key);

describe("entries", () => {
  it("titles_have_at_most_six_words_and_texts_forty", () => {
    for (const { key, title, text } of entries) {
      expect(countWords(title), `${key}: ${title}`).toBeLessThanOrEqual(6);
      expect(countWords(text), key).toBeLessThanOrEqual(40);
      expect(text, key).not.toBe("");
    }
  });

  it("every_scenario_has_a_topic_and_no_other_id_has_one", () => {
    expect(notes.map(({ id }) => id)).toEqual(scenarios.map(({ id }) => id));
    const known: string[] = TOPICS.map(({ id }) => id);
    for (const { key, topics } of entries) {
      expect(topics.length, key).toBeGreaterThan(0);
      for (const topic of topics) expect(known, key).toContain(topic);
    }
  });

  it("a_scenario_whose_packets_come_in_one_burst_opens_after_the_burst_has_begun", () => {
    for (const { id, settings } of scenarios) {
      const hash = entries.find(({ key }) => key === `scenario ${id}`)?.hash ?? "";
      const link = parseLink(hash, catalogue);
      const isBurst = settings["traffic.pattern"] === "burst";
      expect(Number(link?.t) > 50_000, id).toBe(isBurst);
    }
  });

  it("every_entry_is_on_one_shelf_by_topic_and_on_one_by_paper", () => {
    for (const shelves of [shelvesByTopic(entries), shelvesByPaper(entries)]) {
      const all = shelves.flatMap((shelf) => shelf.entries);
      expect(all.length).toBe(entries.length);
      expect(new Set(all).size).toBe(entries.length);
    }
  });

  it("a_long_text_is_cut_at_the_end_of_a_sentence", () => {
    expect(firstSentences("One two. It costs 0.02 us. Four five six.", 7)).toBe(
      "One two. It costs 0.02 us.",
    );
    expect(firstSentences("He asks “what?” Then more.", 9)).toBe("He asks “what?” Then more.");
  });
});

describe("search", () => {
  it("typing_errors_are_forgiven", () => {
    expect(keys("recieve livelok")).toContain("scenario figure-6-1");
    expect(keys("ksofirqd")).toContain("scenario today-ksoftirqd");
    expect(keys("trasmit starvaton")).toContain("scenario section-4-4-after");
  });

  it("the_title_that_was_typed_comes_first", () => {
    const of = (typed: string) => search(typed).find(({ kind }) => kind === "scenario")?.title;
    expect(of("Receive livelock")).toBe("Receive livelock");
    expect(of("NAPI under a flood")).toBe("NAPI under a flood");
  });

  it("an_author_a_section_and_a_topic_are_found", () => {
    expect(keys("Brustoloni").length).toBeGreaterThan(10);
    expect(keys("figure 8-4")).toContain("scenario figure-8-4");
    expect(keys("scheduling").length).toBeGreaterThan(5);
  });

  it("words_beyond_the_beginning_that_a_card_shows_are_found", () => {
    expect(keys("Performance Evaluation slide")).toContain("scenario figure-6-3-no-quota");
  });

  it.each(["hung", "NFS", "RPC", "application", "scheduler", "priority", "client", "backpressure"])(
    "the_word_of_a_course_%s_finds_something",
    (word) => {
      expect(keys(word).length).toBeGreaterThan(0);
    },
  );

  it.each([
    ["thread per interface", "question thread-for-each-interface"],
    ["one thread for each interface under the scheduler", "scenario section-6-4-threads"],
    ["work in the interrupt", "question how-fast-it-falls"],
    [
      "Does it make a difference whether the work is done in the interrupt or in the thread?",
      "question how-fast-it-falls",
    ],
    ["chain", "scenario section-6-6-chain"],
    ["what happens in a chain of processes?", "question slow-end-of-a-chain"],
    ["What decides how fast the curve falls beyond the peak?", "question how-fast-it-falls"],
    ["can feedback replace the quota", "question feedback-for-quota"],
    ["feedback from the output queue", "scenario section-6-6-output"],
    ["feedback when one of several applications hangs", "question one-application-hangs"],
    ["are interrupts better?", "question when-interrupts-win"],
  ])("the_question_%s_is_answered_by_one_of_the_first_two_cards", (typed, key) => {
    expect(keys(typed).slice(0, 2)).toContain(key);
    // A card that shares one everyday word with the question is no answer.
    expect(keys(typed).length).toBeLessThan(40);
  });

  it("unknown_words_find_nothing", () => {
    expect(keys("xylophone")).toEqual([]);
  });
});

const numbersOf = (text: string) =>
  [...text.matchAll(/[\d,.]*\d/g)].map(([number]) => Number(number.replaceAll(",", "")));

describe("questions", () => {
  it("ids_are_unique", () => {
    expect(new Set(QUESTIONS.map(({ id }) => id)).size).toBe(QUESTIONS.length);
  });

  test.each(QUESTIONS)(
    "the link of $id opens, its actions are possible, and it has a check",
    (question) => {
      const { id, actions, answer, check, watch } = question;
      const hash = questionHash(question);
      const comparison = parseCompareLink(hash);
      const link = parseLink(comparison?.links[0] ?? hash, catalogue);
      expect(link?.view.question, id).toBe(id);
      for (const machine of [link, comparison && parseLink(comparison.links[1], catalogue)]) {
        if (machine === null) continue;
        expect(machine.view.playing, "the link opens a paused machine").toBe(false);
        expect(machine.t, "the link names a moment").not.toBeNull();
      }
      expect(actions.length).toBeGreaterThan(0);
      expect(actions.length).toBeLessThanOrEqual(3);
      for (const { words, set } of actions) {
        expect(countWords(words)).toBeLessThanOrEqual(25);
        for (const [path, value] of Object.entries(set ?? {})) {
          const machine = catalogueForMachine(catalogue, link?.scenario.settings ?? {});
          const parameter = findParameter(machine, path);
          expect(parameter, path).toBeDefined();
          if (parameter !== undefined) expect(validateValue(parameter, value), path).toBeNull();
        }
      }
      for (const text of [answer, watch]) expect(text).toMatch(/[.?]$/);
      expect(check.length).toBeGreaterThan(0);
      // A person compares the numbers of this card with the answer: it gives the same quantities.
      for (const { in: part, text, min = -Infinity, max = Infinity } of check) {
        if (part !== "Where it went") continue;
        const stated = numbersOf(answer).filter((number) => number >= min && number <= max);
        expect(stated, `the answer has no number for “${text}”`).not.toEqual([]);
      }
      for (const one of check) expect(one.diagnosis ?? one.text ?? one.row).toBeDefined();
    },
  );
});
