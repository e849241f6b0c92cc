// The viewports in which a page must be readable: four widths, in light and in dark. Opening a page takes time, resizing
// it does not, so one page is shown in all of them.
import type { Page } from "@playwright/test";

export const SIZES = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

/** A width and a colour scheme, with a name for the message of a failure. */
export interface Viewport {
  name: string;
  width: number;
  /** Only the colours are new: this width was checked in the other scheme. */
  coloursOnly: boolean;
}

/** Runs a check in every viewport. */
export async function inEveryViewport(
  page: Page,
  check: (viewport: Viewport) => Promise<void>,
): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of SIZES) {
      await resize(page, size);
      await check({
        name: `${size.width} px, ${colorScheme}`,
        width: size.width,
        coloursOnly: colorScheme === "dark",
      });
    }
  }
}

/** Runs a check in light and in dark, at the page's present width. */
export async function inBothColorSchemes(
  page: Page,
  check: (colorScheme: string) => Promise<void>,
): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await waitUntilDrawn(page);
    await check(colorScheme);
  }
}

/** Gives an open page's window another size and waits until the page is drawn in it. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await waitUntilDrawn(page);
}

/** Waits until a change of size or scheme is drawn: two frames later, with the fonts loaded. */
async function waitUntilDrawn(page: Page): Promise<void> {
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
