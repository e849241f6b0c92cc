// Searches scenarios: every typed word must be in the title, the source or the text.
import type { Scenario } from "../../engine/model";

export function searchScenarios(scenarios: readonly Scenario[], typed: string): Scenario[] {
  const words = normalize(typed).split(" ").filter(Boolean);
  return scenarios.filter(({ title, source, text }) => {
    const all = normalize(`${title} ${source} ${text}`);
    return words.every((word) => all.includes(word));
  });
}

/** Lower case, and every kind of space as one plain space. */
function normalize(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ");
}
