// Facts about the file of `livelock reproduce`: it changes the verdicts of its claims only, and a wrong file is refused by name.
import { expect, it } from "vitest";
import { UnreadableError } from "../../lib/unreadable";
import { CLAIMS, type Trust } from "./record";
import { parseResults, withResults } from "./results-file";

const NOTHING = { inputs: [], turned_by: [], proof: [] };

const text = (claims: unknown) =>
  JSON.stringify({ kind: "livelock-lab claims", model: "2030.1", claims });
const claim = (id: string) => CLAIMS.find((one) => one.id === id);

it("the_claims_of_the_file_have_its_verdicts_and_all_others_the_recorded_ones", () => {
  expect(claim("M6.5-mlfrr")).toMatchObject({ verdict: "holds", measured: "5005.0" });
  const results = parseResults(
    "mine.json",
    text([
      { id: "M6.5-mlfrr", verdict: "fail", measured: 4321.5, reason: "other fields do not matter" },
      { id: "M6.5-flat", verdict: "missing", measured: null },
      { id: "of a newer model", verdict: "pass", measured: "words" },
    ]),
  );
  expect(results.model).toBe("2030.1");
  const shown = withResults(CLAIMS, results);
  const changed = shown.filter((one, index) => one.verdict !== CLAIMS[index]?.verdict);
  expect(changed.map(({ id, verdict, measured }) => [id, verdict, measured])).toEqual([
    ["M6.5-mlfrr", "fails", "4321.5"],
    ["M6.5-flat", "missing", null],
  ]);
  expect(shown).toHaveLength(CLAIMS.length);
});

it("the_recorded_variations_say_nothing_about_another_verdict", () => {
  const trust: Trust = { kind: "holds", share: 95, variations: 60, ...NOTHING };
  const varied = CLAIMS.map((one) => ({ ...one, trust }));
  const results = parseResults(
    "mine.json",
    text([
      { id: "M6.5-mlfrr", verdict: "fail", measured: 4321.5 },
      { id: "M6.5-flat", verdict: "pass", measured: 1 },
    ]),
  );
  const without = withResults(varied, results).filter((one) => one.trust === null);
  expect(without.map(({ id }) => id)).toEqual(["M6.5-mlfrr"]);
});

it("a_file_that_is_no_result_is_refused_with_the_field", () => {
  const refusal = (text: string) => {
    try {
      parseResults("mine.json", text);
    } catch (error) {
      if (error instanceof UnreadableError) return error.field;
      throw error;
    }
    return "read";
  };
  expect(refusal("{")).toBe("the whole file");
  expect(refusal("null")).toBe("kind");
  expect(refusal('{"kind": "livelock-lab run"}')).toBe("kind");
  expect(refusal(text([{ id: "M6.5-mlfrr", verdict: "holds", measured: 1 }]))).toBe(
    "claims.0.verdict",
  );
  expect(refusal(text([]))).toBe("read");
});
