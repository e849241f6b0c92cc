// Tests which controls a knob has.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import catalogue from "../../generated/catalogue.json" with { type: "json" };
import type { Catalogue, Parameter } from "../../generated/model";
import { catalogueForMachine, findParameter } from "../../model/scenario/settings";
import { Knob, KnobRequirement } from "./knob";
import type { Requirement } from "./knob-text";

const nothing = () => undefined;

function knobOf(path: string, settings: Record<string, string>): string {
  const known = catalogueForMachine(catalogue as unknown as Catalogue, settings);
  const parameter = findParameter(known, path) as Parameter;
  return renderToStaticMarkup(
    <Knob
      {...{ parameter, value: 60, base: 60, details: "none" }}
      onChange={nothing}
      onReset={nothing}
    />,
  );
}

test("a_packet_rate_has_a_thumb_on_the_fastest_machine_and_a_cost_only_a_number", () => {
  const server = { "machine.profile": "server-today" };
  expect(knobOf("traffic.rate", server)).toContain('type="range"');
  expect(knobOf("costs.rx_clean", server)).not.toContain('type="range"');
});

test("the_unit_after_the_number_is_that_of_the_number", () => {
  const path = "feedback.timeout_ticks";
  const parameter = findParameter(catalogue as unknown as Catalogue, path) as Parameter;
  const unit = (value: number | "infinity") => {
    const knob = { parameter, value, base: value, details: "none" } as const;
    const html = renderToStaticMarkup(<Knob {...knob} onChange={nothing} onReset={nothing} />);
    return /note mono">([^<]*)</.exec(html)?.[1];
  };
  expect(unit(1)).toBe("tick");
  expect(unit(3)).toBe("ticks");
  expect(unit("infinity")).toBeUndefined();
});

test("a_knob_says_what_it_needs_only_while_that_is_missing", () => {
  const requirement: Requirement = { sentence: "Only while cure is on.", action: "", set: {} };
  const needs = (isMet: boolean) =>
    renderToStaticMarkup(
      <KnobRequirement
        {...{ requirement, isMet, focusAfter: { current: null } }}
        onChange={nothing}
      />,
    );
  expect(needs(false)).toContain(">Only while cure is on.");
  // The room for it stays, without text for anybody.
  expect(needs(true)).not.toContain(">Only while");
  expect(needs(true)).toContain('data-text="Only while');
});
