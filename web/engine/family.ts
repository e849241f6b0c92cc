// Which family of kernels a scenario is of: the browser has a build of the simulator for each, and a worker
// runs one.
import type { Catalogue, Scenario } from "./model";

const DESIGN = "kernel.design";

/** Finds the family of a scenario's text; "" when the text names no design that is known. */
export function familyFinder(catalogue: Catalogue): (scenario: string) => string {
  const usual = catalogue.parameters.find(({ path }) => path === DESIGN)?.default;
  return (text) => {
    const design = designOf(text) ?? usual;
    const family = catalogue.families.find(({ designs }) => designs.some((id) => id === design));
    return family?.id ?? "";
  };
}

function designOf(text: string): unknown {
  try {
    return (JSON.parse(text) as Partial<Scenario> | null)?.settings?.[DESIGN];
  } catch {
    return undefined; // whoever runs it says what is wrong with it
  }
}
