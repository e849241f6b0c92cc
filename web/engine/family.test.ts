// Facts about finding the simulator's build for a scenario.
import { describe, expect, it } from "vitest";
import text from "./catalogue.json?raw";
import { familyFinder } from "./family";
import { compileSimulator } from "./module";
import type { Catalogue } from "./model";

const catalogue = JSON.parse(text) as Catalogue;
const familyOf = familyFinder(catalogue);

describe("a scenario's family", () => {
  it.each(catalogue.scenarios.map((scenario) => [scenario.id, scenario] as const))(
    "of_%s_is_known",
    (_id, scenario) => {
      const family = familyOf(JSON.stringify(scenario));
      expect(catalogue.families.map(({ id }) => id)).toContain(family);
    },
  );

  it("is_that_of_the_default_design_when_none_is_named", () => {
    expect(familyOf("{}")).toBe(catalogue.families[0]?.id);
  });

  it.each(["not JSON", '{"settings":{"kernel.design":"unknown"}}', "null"])(
    "is_unknown_or_the_default_for_%s",
    (broken) => expect(["", catalogue.families[0]?.id]).toContain(familyOf(broken)),
  );
});

describe("a simulator that cannot be fetched", () => {
  it("is_fetched_again_at_the_next_request", async () => {
    const failures = [compileSimulator("nowhere"), compileSimulator("nowhere")];
    await Promise.allSettled(failures);
    expect(failures[0]).toBe(failures[1]);
    const again = compileSimulator("nowhere");
    await Promise.allSettled([again]);
    expect(again).not.toBe(failures[0]);
  });
});
