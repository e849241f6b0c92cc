// The page of figures: it is reached from the header, computes what comes into view without moving
// anything, says what the papers state, and can be read by everybody at any width.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { axeFindings } from "./pages/axe";
import { inEveryViewport } from "./pages/viewports";

async function open(page: Page, lab: string): Promise<void> {
  await page.goto(`${lab}#/figures`);
  await page.getByRole("heading", { level: 2, name: "Figures of the papers" }).waitFor();
}

function figure(page: Page, key: string) {
  return page.getByRole("region", { name: new RegExp(`^${key}\\b`) });
}

test("is reached from the header, computes what comes into view, and nothing moves", async ({
  page,
  lab,
}) => {
  await page.goto(lab);
  await page.getByRole("link", { name: "Figures" }).click();
  const first = figure(page, "M figure 6-1");
  await first.waitFor();
  const before = await first.boundingBox();
  await expect(first.getByText("Computed in this browser.")).toBeVisible({ timeout: 40_000 });
  expect(await first.boundingBox()).toEqual(before);
  const chart = first.getByRole("img", { name: /^delivered, packets\/s against offered/ });
  await expect(chart).toHaveAccessibleName(
    /unmodified kernel: highest 4,[5-7]\d\d at 4,\d+, last \d+/,
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

test("who is at a figure keeps the focus and hears of it, and of no other", async ({
  page,
  lab,
}) => {
  await open(page, lab);
  const spoken = page.getByTestId("spoken");
  const one = figure(page, "M figure 6-3");
  // It comes into view with the focus, and computes by itself.
  await one.getByRole("button", { name: "Compute M figure 6-3" }).focus();
  const button = one.getByRole("button", { name: "Computing M figure 6-3" });
  await expect(button).toBeFocused();
  await expect(button).toBeDisabled();
  await expect(spoken).toHaveText("M figure 6-3 is being computed.");
  const done = one.getByText("Computed in this browser.");
  await expect(done).toBeFocused({ timeout: 90_000 });
  await expect(spoken).toHaveText("M figure 6-3 is computed: 4 lines of 24 rates.");
  await expect(figure(page, "M figure 6-1").getByText("Computed in this browser.")).toBeVisible();
  await expect(spoken).toHaveText("M figure 6-3 is computed: 4 lines of 24 rates.");

  await page.keyboard.press("Tab");
  const numbers = one.getByRole("button", { name: "The numbers of M figure 6-3" });
  await expect(numbers).toBeFocused();
  await page.keyboard.press("Enter");
  const table = one.getByRole("table", { name: /^M figure 6-3: packets delivered a second/ });
  await expect(table.getByRole("columnheader")).toHaveCount(5);
  await expect(table.getByRole("rowheader")).toHaveCount(24);
  await expect(table.getByRole("rowheader").last()).toHaveText(/^[\d,]+\/s$/);
  const stated = one.getByRole("table", { name: "M figure 6-3: what the paper states" });
  await expect(stated.getByRole("cell", { name: /^M 6/ }).first()).toBeVisible();
});

test("the claims are a table with recorded verdicts, and all figures are asked for at once", async ({
  page,
  lab,
}) => {
  await open(page, lab);
  const table = page.getByRole("table", { name: "All claims, with recorded verdicts" });
  const row = table.getByRole("row").filter({ hasText: "M6.5-flat" });
  await expect(row).toContainText("holds");
  await expect(page.getByText(/^Recorded: \d+ hold, \d+ do not/)).toBeVisible();

  // Who asks for all of them is told of the whole, not of each.
  await page.getByRole("button", { name: "Compute all figures" }).press("Enter");
  const begun = /^All \d+ figures are being computed\.$/;
  await expect(page.getByTestId("spoken")).toHaveText(begun);
  await expect(page.getByText(/^[1-9]\d* of \d+ are computed\.$/)).toBeVisible();
  await expect(page.getByTestId("spoken")).toHaveText(begun);
});

test("reads well at every width, in light and dark", async ({ page, lab }) => {
  test.slow();
  await open(page, lab);
  await expect(figure(page, "M figure 6-1").getByRole("img").first()).toBeVisible();
  await inEveryViewport(page, async (look) => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, look.name).toBe(look.width);
    expect(await axeFindings(page, look), look.name).toEqual([]);
  });
});
