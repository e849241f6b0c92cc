// The numbers of local variables, as core/src/frame/debug_locals.rs writes them.
import { expect, it } from "vitest";
import { readDebugLocals } from "./debug-locals";

it("a_function_has_its_variables_in_their_order_with_the_last_write_of_each", () => {
  const outer = [4, 1, 2, ...[1, 3, 0, 0, 0, 0], ...[2, 0, 17, 80, 1, 5]];
  const inner = [2, 0, 1, ...[0, 0, 0, 0, 0, 0]];
  const numbers = [90, 2, 3, 2, ...outer, ...inner, 5, 0];
  expect(readDebugLocals(JSON.stringify(numbers))).toEqual({
    t: 90,
    contexts: new Map([
      [
        3,
        [
          {
            ...{ function: 4, isWhole: true },
            variables: [
              { value: 3, write: null },
              { value: "NULL", write: { line: 17, at: 80, before: 5 } },
            ],
          },
          { function: 2, isWhole: false, variables: [{ value: "unset", write: null }] },
        ],
      ],
      [5, []],
    ]),
  });
  expect(readDebugLocals("[]")).toBeNull();
});
