// Facts about what is made once.
import { expect, it } from "vitest";
import { memoize } from "./memoize";

it("is_made_for_each_object_and_only_once", () => {
  let times = 0;
  const doubled = memoize(({ n }: { n: number }) => {
    times += 1;
    return n > 0 ? 2 * n : undefined;
  });
  const [one, none] = [{ n: 1 }, { n: 0 }];
  expect([doubled(one), doubled(none), doubled(one), doubled(none)]).toEqual([
    2,
    undefined,
    2,
    undefined,
  ]);
  expect(times).toBe(2);
  expect(doubled({ n: 1 })).toBe(2);
  expect(times).toBe(3);
});
