// The page of figures: it is reached from the header, computes what comes into view without moving
// anything, says what the papers state, and can be read by everybody at any width.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

async function open(page: Page, lab: string): Promise<void> {
  await page.goto(`${lab}#/figures`);
  await page.getByRole("heading", { level: 2, name: "Figures of the papers" }).waitFor();
}

function figure(page: Page, key: string) {
  return page.getByRole("region", { name: new RegExp(`^${key}\\b`) });
}

test("is reached from the header and computes what comes into view", async ({ page, lab }) => {
  await page.goto(lab);
  await page.getByRole("link", { name: "Figures" }).click();
  const first = figure(page, "M figure 6-1");
  await expect(first.getByText("Computed in this browser.")).toBeVisible({ timeout: 40_000 });
  const chart = first.getByRole("img", { name: /^delivered, packets\/s against offered/ });
  await expect(chart).toHaveAccessibleName(
    /Receive livelock: highest 4,[5-7]\d\d at 4,\d+, last \d+/,
  );
  await expect(first.getByText("complete livelock at about 6,000 packets/s")).toBeVisible();
  await expect(figure(page, "M figure 8-4").getByRole("button", { name: "Compute" })).toBeVisible();
});

test("a time line and bursts are computed call by call", async ({ page, lab }) => {
  await open(page, lab);
  const line = figure(page, "M figure 7-4");
  await line.scrollIntoViewIfNeeded();
  await expect(line.getByText("Computed in this browser.")).toBeVisible({ timeout: 40_000 });
  await line.getByRole("button", { name: "The calls as a table" }).click();
  for (const procedure of ["lnintr", "ipinput", "ip_output", "lnput", "lntint"])
    await expect(
      line.getByRole("rowheader", { name: procedure, exact: true }).first(),
    ).toBeVisible();
});

test("nothing moves when a figure comes", async ({ page, lab }) => {
  await open(page, lab);
  const card = figure(page, "M figure 6-1");
  const before = await card.boundingBox();
  await expect(card.getByText("Computed in this browser.")).toBeVisible({ timeout: 40_000 });
  expect(await card.boundingBox()).toEqual(before);
});

test("the claims are a table with recorded verdicts", async ({ page, lab }) => {
  await open(page, lab);
  const table = page.getByRole("table", { name: "All claims, with recorded verdicts" });
  const row = table.getByRole("row").filter({ hasText: "M6.5-flat" });
  await expect(row).toContainText("holds");
  await expect(page.getByText(/^Recorded: \d+ hold, \d+ do not/)).toBeVisible();
});

for (const width of [360, 768, 1280, 1920]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`reads well at ${width} in ${colorScheme}`, async ({ page, lab }) => {
      test.slow();
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await open(page, lab);
      await expect(figure(page, "M figure 6-1").getByRole("img").first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target.join(" ")}`)).toEqual([]);
    });
  }
}
