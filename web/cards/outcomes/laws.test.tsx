// Facts about the texts of the laws for windows in which Little's law has an undefined side.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { readOutcomes } from "../../model/measures/outcomes";
import { buildFrame, type CounterFields } from "../../gallery/build-frame";
import { oneInterface } from "../../gallery/synthetic-topologies";
import { Disclosure } from "../../ui/disclosure";
import { Laws } from "./laws";

const textOf = (window: CounterFields) =>
  renderToStaticMarkup(
    <Laws outcomes={readOutcomes(buildFrame(oneInterface, { window }), oneInterface)} />,
  );

it("an_empty_window_has_a_sentence", () => {
  expect(textOf({})).toContain("No time has passed in this window");
  expect(textOf({})).not.toContain("none");
});

it("a_window_without_deliveries_has_no_product", () => {
  const text = textOf({ elapsedCycles: 150_000, arrived: 4 });
  expect(text).toContain("No packet was delivered");
  expect(text).not.toContain("×</");
  expect(text).not.toContain("none");
});

it("a_summary_can_stay_when_its_section_is_unfolded", () => {
  const question = (answers: boolean) =>
    renderToStaticMarkup(
      <Disclosure label="Do they?" summary="yes" keepSummary={answers} open>
        words
      </Disclosure>,
    );
  expect(question(true)).toContain(">yes<");
  expect(question(false)).not.toContain(">yes<");
});
