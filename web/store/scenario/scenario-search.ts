// Which scenarios somebody means by a few words: all of them stand in its title, its source or its text.
import type { Scenario } from "../../engine/model";

export function searchScenarios(scenarios: readonly Scenario[], typed: string): Scenario[] {
  const words = normalize(typed).split(" ").filter(Boolean);
  return scenarios.filter(({ title, source, text }) => {
    const all = normalize(`${title} ${source} ${text}`);
    return words.every((word) => all.includes(word));
  });
}

/** As people type: no capitals, no spaces that do not break. */
function normalize(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ");
}
