// Facts about the curves in a link: axes and pinned curves are read back as written, and mistakes are named.
import { expect, it } from "vitest";
import { RefusedError } from "../../engine/problems";
import {
  DEFAULT_CHOICES,
  NAME_LENGTH_MAX,
  withChangedCurve,
  withPinned,
} from "../../model/curve-choices";
import { catalogueOf, scenarioOf } from "../../model/scenario/small-catalogue.test-data";
import { formatPinned } from "./link-curves";
import { INITIAL_VIEW, VIEW_FIELDS } from "./link-fields";
import { parseLink } from "./link";
import type { CurveChoices } from "../../model/curve-choices";

const catalogue = catalogueOf();
const second = catalogue.scenarios[1] ?? scenarioOf();
const cured = { ...second, seed: 9, settings: { rate: 900, cure: true, limit: "infinity" } };

function pins() {
  const one = withPinned([], cured, "Cured; with ~ and & and é");
  return withChangedCurve(withPinned(one, second, "As it was"), 2, { isHidden: true, style: 3 });
}

function read(curves: CurveChoices) {
  const view = { ...INITIAL_VIEW, curves };
  const fields = VIEW_FIELDS.map(({ name, write }) => [name, write(view, catalogue)] as const);
  const given = fields.filter(([, value]) => value !== null);
  return parseLink(`#/lab?${given.map(([name, value]) => `${name}=${value}`).join("&")}`, catalogue)
    ?.view.curves;
}

it("axes_and_pinned_curves_survive_the_round_trip", () => {
  const curves = { axisPath: "limit", measure: "p99", pinned: pins() } as const;
  const link = read(curves);
  expect(link).toMatchObject({ axisPath: "limit", measure: "p99" });
  expect(link?.pinned).toEqual(curves.pinned);
});

it("a_long_name_is_cut_between_characters_and_half_a_character_of_an_old_pin_is_written", () => {
  const title = `${"a".repeat(NAME_LENGTH_MAX - 1)}😀 b`;
  const pinned = withPinned([], cured, title);
  expect(pinned[0]?.name).toBe("a".repeat(NAME_LENGTH_MAX - 1));
  expect(withChangedCurve(pinned, 1, { name: title })[0]?.name).toBe(pinned[0]?.name);
  const halved = pinned.map((curve) => ({ ...curve, name: title.slice(0, NAME_LENGTH_MAX) }));
  const link = read({ ...DEFAULT_CHOICES, pinned: halved });
  expect(link?.pinned?.[0]?.name).toBe(`${"a".repeat(NAME_LENGTH_MAX - 1)}\ufffd`);
});

it("a_pinned_curve_is_readable_in_the_address", () => {
  expect(formatPinned(withPinned([], cured, "Cured"), catalogue)).toBe(
    "second~cure:true,limit:infinity~Cured~a~9",
  );
});

it("a_chart_as_it_is_at_first_has_no_field", () => {
  expect(formatPinned([], catalogue)).toBeNull();
  const curves = parseLink("#/lab?t=3", catalogue)?.view.curves;
  expect(curves).toEqual({ axisPath: "traffic.rate", measure: "delivered" });
});

it.each([
  ["across=nothing", "across", "rate, traffic.…"],
  ["across=cure", "across", "a setting that is a number"],
  ["up=height", "up", "delivered (delivered, packets/s)"],
  ["pins=second", "pins", "scenario~settings~name~letter"],
  ["pins=second~~~a", "pins", "scenario~settings~name~letter"],
  ["pins=nowhere~~A~a", "pins", "first, second"],
  ["pins=second~~A~z", "pins", "a to e"],
  ["pins=second~~A~a~x", "pins", "a seed"],
  ["pins=second~limit:0~A~a", "limit", "1 to 255"],
  ["pins=second~~A~a;second~~B~b;second~~C~c;second~~D~d;second~~E~e;second~~F~a", "pins", "5"],
])("%s_names_%s", (fields, field, allowed) => {
  const open = () => parseLink(`#/lab?${fields}`, catalogue);
  expect(open).toThrow(RefusedError);
  try {
    open();
  } catch (error) {
    const [problem] = (error as RefusedError).problems;
    expect(problem?.field).toBe(field);
    expect(problem?.allowed).toContain(allowed);
  }
});
