// Variants of a step: other numbers for other learners, all of them checked; and formulas, whose braces are no variants.
import { expect, test } from "vitest";
import type { Catalogue } from "../generated/model";
import { catalogueOf, scenarioOf } from "../model/scenario/small-catalogue.test-data";
import { claimsOf, scenarioOfExpect } from "./check/claims";
import { formatProblem, tasksOf, type Lesson } from "./lesson";
import { parseSample, SAMPLE } from "./parse/sample.test-data";
import { allVariants, lessonOfSeed } from "./variants";

const QUESTION =
  ':::question{id=how-many kind=number answer=16 within=1 unit="packets"}\nHow many?';
const VARIED = `::machine{scenario=lab set="traffic.rate={rate}"}

At {rate} packets a second, $\\frac{n}{{rate}}$ of a second.

::expect{metric=delivered_pps op=">=" value="{least}"}

:::question{id=how-many kind=number unit="packets"}
How many at {rate}?

::variant{rate=2000 answer=16 within=1 least=1900}
::variant{rate=3000 answer=24 least=2800}
::variant{rate=4000 answer=32 least=3700}`;
const TEXT = SAMPLE.replace(QUESTION, VARIED).replace("4 * 4", "{rate} * 8 / 1000");

function parsed(text = TEXT): Lesson {
  const { lesson, problems } = parseSample(text);
  if (lesson === null) throw new Error(problems.map(formatProblem).join("\n"));
  return lesson;
}

const problemsOf = (text: string) => parseSample(text).problems.map(formatProblem).join("\n");

test("each_variant_has_its_numbers_in_text_machine_answer_and_statements", () => {
  const steps = allVariants(parsed()).map((lesson) => lesson.steps[1]);
  const answers = steps.map((step) => (step === undefined ? [] : tasksOf(step))[1]);
  expect(steps.map((step) => step?.machine?.set["traffic.rate"])).toEqual([2000, 3000, 4000]);
  expect(answers).toMatchObject([
    { answer: 16, within: 1 },
    { answer: 24, within: 0 },
    { answer: 32 },
  ]);
  expect(
    steps.map((step) => step?.expects.find(({ metric }) => metric === "delivered_pps")),
  ).toMatchObject([
    { value: 1900, set: { "traffic.rate": 2000 } },
    { value: 2800, set: { "traffic.rate": 3000 } },
    { value: 3700, set: { "traffic.rate": 4000 } },
  ]);
  const texts = steps.map((step) => JSON.stringify(step?.body));
  expect(texts[2]).toContain("How many at 4,000?");
  expect(texts[2]).toContain("\\\\frac{n}{4{,}000}");
});

test("a_seed_always_chooses_the_same_variant_and_neighbours_get_different_ones", () => {
  const lesson = parsed();
  const rateOf = (seed: number) =>
    lessonOfSeed(lesson, seed).steps[1]?.machine?.set["traffic.rate"];
  expect(rateOf(7)).toBe(rateOf(7));
  const chosen = Array.from({ length: 300 }, (_, seed) => rateOf(seed + 1));
  for (const rate of [2000, 3000, 4000]) {
    expect(chosen.filter((one) => one === rate).length).toBeGreaterThan(70);
  }
});

test("a_lesson_without_variants_is_the_same_object_for_every_seed", () => {
  const lesson = parsed(SAMPLE);
  expect(lessonOfSeed(lesson, 7)).toBe(lesson);
});

test("the_claims_of_all_variants_are_run_and_the_others_once", () => {
  const catalogue: Catalogue = { ...catalogueOf(), scenarios: [scenarioOf({ id: "lab" })] };
  const claims = claimsOf(parsed(), catalogue).map(({ description }) => description);
  expect(claims.filter((one) => one.includes("delivered_pps >="))).toHaveLength(3);
  expect(claims.filter((one) => one.includes("the starting state"))).toHaveLength(1);
});

test.each([
  [
    "a name without a value",
    "How many at {rate}?",
    "How many at {speed}?",
    "{speed}: has no value",
  ],
  ["a single variant", /::variant\{rate=[34].*\n/g, "", "variant: the question has 1"],
  ["a variant without its answer", "rate=3000 answer=24", "rate=3000", "answer: is missing"],
  ["braces without variants", /::variant.*\n?/g, "", "{rate}: has no value"],
  [
    "a step that continues with several machines",
    "::machine{scenario=own}\n",
    "",
    "continues with a machine that differs between variants",
  ],
  ["a formula that is none", "$\\frac{n}", "$\\sqrt{", "formula: cannot be set"],
])("%s", (_what, from, to, said) => {
  expect(problemsOf(TEXT.replace(from, to))).toContain(said);
});

test("a_statement_about_the_second_machine_gets_the_traffic_of_the_first", () => {
  const compare = '::compare{scenario=second set="queues.ipintrq=9" label="Other" label-a="This"}';
  const lesson = parsed(
    SAMPLE.replace("::expect{metric=delivered_share", `${compare}\n\n$&`).replace(
      "::expect{",
      '::expect{machine=b set="traffic.rate=500" ',
    ),
  );
  const [begin] = lesson.steps;
  expect(begin?.compare).toMatchObject({ scenario: "second", label: "Other", labelA: "This" });
  const catalogue: Catalogue = {
    ...catalogueOf(),
    scenarios: [scenarioOf({ id: "lab", seed: 3 }), scenarioOf({ id: "second" })],
  };
  const [expected] = begin?.expects ?? [];
  const scenario = expected && scenarioOfExpect(expected, lesson, catalogue);
  expect(scenario?.id).toBe("second");
  expect(scenario?.settings).toEqual({ "queues.ipintrq": 9, "traffic.rate": 500 });
  expect(scenario?.seed).toBe(3);
});

test("formulas_are_read_in_sentences_and_on_lines_of_their_own", () => {
  const lesson = parsed(
    SAMPLE.replace("What it is about.", () => "Here $a < b$ and\n\n$$\nc = \\sqrt{d}\n$$"),
  );
  expect(lesson.summary).toMatchObject([
    { kind: "paragraph", children: [{}, { kind: "formula", tex: "a < b" }, {}] },
    { kind: "formula", tex: "c = \\sqrt{d}" },
  ]);
});
