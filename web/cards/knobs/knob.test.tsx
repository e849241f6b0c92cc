// Tests which controls a knob has.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import catalogue from "../../generated/catalogue.json" with { type: "json" };
import type { Catalogue, Parameter } from "../../generated/model";
import { translateMessage } from "../../i18n/model-texts";
import { catalogueForMachine, findParameter } from "../../model/scenario/settings";
import { Knob, KnobRequirement } from "./knob";
import type { Requirement } from "./knob-text";

const nothing = () => undefined;

function parameterOf(path: string, settings: Record<string, string>): Parameter {
  const known = catalogueForMachine(catalogue as unknown as Catalogue, settings);
  return findParameter(known, path) as Parameter;
}

function knobOf(path: string, settings: Record<string, string>): string {
  const parameter = parameterOf(path, settings);
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

test("a_cost_says_where_it_is_from_on_its_machine", () => {
  const sourceOn = (profile: string) =>
    translateMessage(parameterOf("costs.interrupt_entry", { "machine.profile": profile }).source);
  expect(sourceOn("alpha-3000-300")).toContain("the sum of the steps meets M 6.2");
  expect(sourceOn("mpc8250")).toContain(
    "the sum of the steps meets S table 4: 1.67 µs an interrupt",
  );
  expect(
    translateMessage(parameterOf("costs.lnread", { "machine.profile": "mpc8250" }).source),
  ).toBe(
    "Taken over from the DECstation 3000/300 (Alpha, 150 MHz). Divided by us so that the sum of the steps meets M 6.2 and figure 7-4.",
  );
  expect(sourceOn("server-today")).toBe("Chosen by us: about 1 µs an interrupt.");
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
