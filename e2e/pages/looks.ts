// The looks that a page must be readable in: four widths, in light and in dark. One page is shown in all
// of them: what takes time is opening it, not making it narrow.
import type { Page } from "@playwright/test";
import AxeBuilder from "@axe-core/playwright";

export const SIZES = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

/** Does something in each look; `name` is for the failure's message. */
export async function inEveryLook(
  page: Page,
  check: (name: string, width: number) => Promise<void>,
): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await settled(page);
      await check(`${size.width} px, ${colorScheme}`, size.width);
    }
  }
}

/** What follows a change of size is drawn: two frames later, with the fonts there. */
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

/** What axe finds, one line for each element. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
  );
}
