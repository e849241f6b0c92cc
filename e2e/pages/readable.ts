// Expects of an open page that it can be read at every width, in light and dark: axe finds nothing, and nobody has to scroll
// sideways, also at 320 px (WCAG 1.4.10).
import { expect, type Page } from "@playwright/test";
import { axeFindings } from "./axe";
import { textFindings } from "./text-check";
import { inEveryViewport, resize } from "./viewports";

/** By how many CSS pixels a page is wider than its window. */
export function pixelsOutside(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** `smallest`: each text has at least so many CSS pixels, and no other one covers it. */
export async function expectReadable(page: Page, smallest?: number): Promise<void> {
  await inEveryViewport(page, async (viewport) => {
    expect(await axeFindings(page, viewport), viewport.name).toEqual([]);
    expect(await pixelsOutside(page), viewport.name).toBe(0);
    if (smallest !== undefined)
      expect(await textFindings(page, smallest), viewport.name).toEqual([]);
  });
  await resize(page, { width: 320, height: 640 });
  expect(await pixelsOutside(page), "320 px").toBe(0);
}
