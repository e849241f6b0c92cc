// The check that all kinds of catalogues share: a catalogue has exactly the texts that it needs, in their order. It names the
// texts that differ, because a whole catalogue fills many screens.
import { expect } from "vitest";

type Texts = Record<string, Record<string, string | null>>;

const REMEDY = "run `node web/tools/vite/messages.mjs`, then translate what is null";

export function expectTexts(catalogue: Texts, needed: Texts): void {
  const [has, needs] = [listed(catalogue), listed(needed)];
  const missing = needs.filter((text) => !has.includes(text));
  const superfluous = has.filter((text) => !needs.includes(text));
  expect({ missing, superfluous }, REMEDY).toEqual({ missing: [], superfluous: [] });
  const isInOrder = JSON.stringify(catalogue) === JSON.stringify(needed);
  expect(isInOrder, `the texts have another order: ${REMEDY}`).toBe(true);
}

/** "cards/curve: Throughput" for each text. */
function listed(folders: Texts): string[] {
  return Object.entries(folders).flatMap(([folder, texts]) =>
    Object.keys(texts).map((text) => `${folder}: ${text}`),
  );
}
