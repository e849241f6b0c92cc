// The knobs that a lesson's step locks, and the views and values that it conceals.
import { expect, test } from "vitest";
import { isConcealed, mayChange, NO_LIMITS } from "./limits";
import { VALUE_KINDS, VIEWS } from "./views";

test("without_a_lesson_nothing_is_locked_or_concealed", () => {
  expect(mayChange(NO_LIMITS, { "traffic.rate": 1 })).toBe(true);
  for (const what of [...VIEWS, ...VALUE_KINDS]) expect(isConcealed(NO_LIMITS, what)).toBe(false);
});

test("a_change_is_refused_when_one_of_its_knobs_is_locked", () => {
  const limits = { unlocked: ["traffic.rate"], concealed: [], curve: null, offersCures: false };
  expect(mayChange(limits, { "traffic.rate": 1 })).toBe(true);
  expect(mayChange(limits, { "traffic.rate": 1, "queues.ipintrq": 9 })).toBe(false);
});

test("the_knobs_of_a_program_are_unlocked_by_name_or_all_at_once", () => {
  const limitsOf = (...unlocked: string[]) => ({ ...NO_LIMITS, unlocked });
  const set = { "program.knobs.quota": 1 };
  expect(mayChange(limitsOf(), set)).toBe(false);
  expect(mayChange(limitsOf("program.knobs.budget"), set)).toBe(false);
  expect(mayChange(limitsOf("program.knobs.quota"), set)).toBe(true);
  expect(mayChange(limitsOf("program.knobs.*"), set)).toBe(true);
  expect(mayChange(limitsOf("program.knobs.*"), { ...set, "traffic.rate": 1 })).toBe(false);
});

test("the_code_view_is_concealed_with_the_timeline", () => {
  const limits = {
    unlocked: [],
    concealed: ["timeline"] as const,
    curve: null,
    offersCures: false,
  };
  expect(isConcealed(limits, "code")).toBe(true);
  expect(isConcealed({ ...limits, concealed: ["curve"] }, "code")).toBe(false);
});

test("a_view_that_would_show_a_concealed_value_is_concealed_too", () => {
  const limits = { unlocked: [], concealed: ["latency"] as const, curve: null, offersCures: false };
  expect(isConcealed(limits, "sentence")).toBe(true);
  expect(isConcealed(limits, "machine")).toBe(false);
  expect(isConcealed(limits, "outcomes")).toBe(false);
  expect(isConcealed({ ...limits, concealed: ["packets"] }, "curve")).toBe(true);
});

test("a_hidden_timeline_does_not_conceal_the_code", () => {
  const limits = {
    unlocked: [],
    concealed: [],
    hidden: ["timeline"] as const,
    curve: null,
    offersCures: false,
  };
  expect(isConcealed(limits, "timeline")).toBe(true);
  expect(isConcealed(limits, "code")).toBe(false);
});
