// Finds the family of kernels that a scenario needs. The browser has one module of the simulator for each family, and a
// worker can run only one of them.
import type { Catalogue, Scenario } from "./model";

const DESIGN = "kernel.design";

/** Returns a function that finds the family of a scenario's text; "" when the text names no known design. */
export function familyFinder(catalogue: Catalogue): (scenario: string) => string {
  const defaultDesign = catalogue.parameters.find(({ path }) => path === DESIGN)?.default;
  return (text) => {
    const design = designOf(text) ?? defaultDesign;
    const family = catalogue.families.find(({ designs }) => designs.some((id) => id === design));
    return family?.id ?? "";
  };
}

function designOf(text: string): unknown {
  try {
    return (JSON.parse(text) as Partial<Scenario> | null)?.settings?.[DESIGN];
  } catch {
    return undefined; // the simulator will report what is wrong with the text
  }
}
