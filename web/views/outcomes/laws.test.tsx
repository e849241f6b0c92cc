// Facts about the laws' words where there is nothing to multiply.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { readOutcomes } from "../../charts/outcomes";
import { buildFrame, type CounterFields } from "../../gallery/build-frame";
import { oneInterface } from "../../gallery/synthetic-topologies";
import { Disclosure } from "../../ui/disclosure";
import { Laws } from "./laws";

const said = (window: CounterFields) =>
  renderToStaticMarkup(
    <Laws outcomes={readOutcomes(buildFrame(oneInterface, { window }), oneInterface)} />,
  );

it("an_empty_window_is_told_in_a_sentence", () => {
  expect(said({})).toContain("No time has passed in this window");
  expect(said({})).not.toContain("none");
});

it("a_window_without_deliveries_has_no_rate_times_none", () => {
  const words = said({ elapsedCycles: 150_000, arrived: 4 });
  expect(words).toContain("Nothing was delivered");
  expect(words).not.toContain("×</");
  expect(words).not.toContain("none");
});

it("an_answer_stays_when_its_question_is_unfolded", () => {
  const question = (answers: boolean) =>
    renderToStaticMarkup(
      <Disclosure label="Do they?" summary="yes" keepSummary={answers} open>
        words
      </Disclosure>,
    );
  expect(question(true)).toContain(">yes<");
  expect(question(false)).not.toContain(">yes<");
});
