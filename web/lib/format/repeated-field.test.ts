// Facts about fields that are twice in JSON.
import { expect, it } from "vitest";
import { fieldTwice } from "./repeated-field";

it("a_field_that_is_there_twice_is_found_by_its_path", () => {
  for (const [json, path] of [
    ['{"a": 1, "a": 2}', "a"],
    ['{"settings": {"rate": 1, "b": [0], "rate": 2}}', "settings.rate"],
    ['[{"a": 1}, {"a": "{\\"a\\": 1}", "\\u0061": 2}]', "1.a"],
  ] as const) {
    expect(fieldTwice(json), json).toBe(path);
  }
});

it("the_same_name_in_two_objects_and_in_texts_is_no_repetition", () => {
  for (const json of [
    '{"a": {"a": 1}, "b": {"a": 1}}',
    '[{"a": 1}, {"a": 1}]',
    '["a", "a"]',
    "1",
  ]) {
    expect(fieldTwice(json), json).toBeNull();
  }
});
