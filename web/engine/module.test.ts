// Facts about fetching the simulator.
import { expect, it } from "vitest";
import { compileSimulator } from "./module";

it("a_simulator_that_could_not_be_fetched_is_fetched_again_at_the_next_request", async () => {
  // Node has no page, so it cannot fetch the address.
  const failures = [compileSimulator(), compileSimulator()];
  await Promise.allSettled(failures);
  expect(failures[0]).toBe(failures[1]);
  const again = compileSimulator();
  await expect(again).rejects.toThrow("could not be fetched");
  expect(again).not.toBe(failures[0]);
});
