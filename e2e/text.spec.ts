// Every text can be read: nothing under 12 px (18 on the projector), nothing cut off, nothing on each
// other, no page wider than its window; at four widths, in light and dark, healthy, collapsed, cured.
import { expect, test } from "./fixtures";
import { LabPage, MOMENTS } from "./pages/lab-page";
import { textFindings } from "./pages/text-check";

const widths = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

for (const viewport of widths) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`at ${viewport.width} in ${colorScheme}`, async ({ page, lab }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      const view = new LabPage(page);
      await view.open(lab, MOMENTS.healthy);
      expect(await textFindings(page, 12), "healthy").toEqual([]);
      await view.paste(MOMENTS.collapsed);
      await expect.poll(() => view.diagnosis()).toMatch(/livelock/);
      expect(await textFindings(page, 12), "collapsed").toEqual([]);
      await view.paste(MOMENTS.cured);
      await expect.poll(() => view.diagnosis()).toBe("shedding");
      await expect.poll(async () => (await view.curve()).drawing, { timeout: 30_000 }).toBe(false);
      expect(await textFindings(page, 12), "cured").toEqual([]);
    });
  }
}

test("with everything unfolded at 360", async ({ page, lab }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.cured);
  for (const name of ["Do the numbers add up?", "The numbers as tables", "The curve as a table"]) {
    await view.unfold(name);
  }
  expect(await textFindings(page, 12)).toEqual([]);
  await view.button("Knobs").click();
  const drawer = page.getByRole("dialog", { name: "Knobs" });
  for (let i = 0; i < 30; i++) {
    const folded = drawer.locator("button[aria-expanded=false]").first();
    if ((await folded.count()) === 0) break;
    await folded.click();
  }
  await expect(drawer.getByRole("slider").first()).toBeVisible();
  const wide = await drawer.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(wide).toBeLessThanOrEqual(1);
});

test("on the projector nothing is under 18 px", async ({ page, lab }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  await view.button("Look").click();
  await page.getByRole("radio", { name: "Projector" }).check();
  await page.keyboard.press("Escape");
  expect(await textFindings(page, 18)).toEqual([]);
});
