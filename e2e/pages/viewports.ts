// The looks that a page must be readable in: four widths, in light and in dark. One page is shown in all
// of them: what takes time is opening it, not making it narrow.
import type { Page } from "@playwright/test";

export const SIZES = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

/** One of the looks: its name for a failure's message, and what it is. */
export interface Viewport {
  name: string;
  width: number;
  /** The scheme is new, and nothing else: this width was seen in the other scheme. */
  coloursOnly: boolean;
}

/** Does something in each look. */
export async function inEveryViewport(
  page: Page,
  check: (look: Viewport) => Promise<void>,
): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await settled(page);
      await check({
        name: `${size.width} px, ${colorScheme}`,
        width: size.width,
        coloursOnly: colorScheme === "dark",
      });
    }
  }
}

/** Does something in light and in dark, at the width that the page has. */
export async function inBothColorSchemes(
  page: Page,
  check: (colorScheme: string) => Promise<void>,
): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    await check(colorScheme);
  }
}

/** What follows a change of size or scheme is drawn: two frames later, with the fonts there. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const ends = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ends.map((one) => one.finished.catch(() => undefined)));
  });
}
