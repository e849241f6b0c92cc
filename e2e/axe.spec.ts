// axe finds no violation on any page, in light and in dark, with the rules of WCAG 2.2 AA.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { LabPage, MOMENTS } from "./pages/lab-page";
import { axeFindings } from "./pages/axe";
import { expectReadable } from "./pages/readable";
import { inBothColorSchemes, type Viewport } from "./pages/viewports";

test("no violation in the lab, at every width, in light and dark", async ({ page, lab }) => {
  test.slow();
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  await expectReadable(page);
});

/** Expects no violation in the page, in light and in dark. */
async function expectNoViolation(page: Page, where: string): Promise<void> {
  await inBothColorSchemes(page, async (colorScheme) => {
    expect(await axeFindings(page), `${where}, ${colorScheme}`).toEqual([]);
  });
}

test("no violation in dialogs and notices, in light and dark", async ({ page, lab }) => {
  test.slow();
  const view = new LabPage(page);
  await view.open(lab, "#/lab?set=traffic.rate:99999");
  await expectNoViolation(page, "a notice");
  for (const name of ["Share", "Save", "Appearance", "Help"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectNoViolation(page, name);
    await page.keyboard.press("Escape");
  }
});

test("no violation with everything unfolded, in light and dark", async ({ page, lab }) => {
  test.slow();
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.cured);
  for (let i = 0; i < 30; i++) {
    const folded = page.locator("button[aria-expanded=false]").first();
    if ((await folded.count()) === 0) break;
    await folded.click();
  }
  await expectNoViolation(page, "all unfolded");
  await view.term("callback").click();
  await expect(page.getByRole("note")).toBeVisible();
  await expectNoViolation(page, "a note");
  await page.getByRole("link", { name: "Glossary" }).first().click();
  await page.getByRole("heading", { level: 2, name: "Glossary" }).waitFor();
  await expectNoViolation(page, "the glossary");
});

test("no violation on the projector", async ({ page, lab }) => {
  const view = new LabPage(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await view.open(lab, MOMENTS.collapsed);
  await view.button("Appearance").click();
  await page.getByRole("radio", { name: "Projector" }).check();
  await page.keyboard.press("Escape");
  expect(await axeFindings(page)).toEqual([]);
});

test("axe finds the violations of a bad page, also in a second run and with the colour rules alone", async ({
  page,
}) => {
  const words = `<p style="color: COLOUR; background: #888">grey on grey</p>`;
  const bad = `<title>bad</title>${words.replace("COLOUR", "#777")}<button></button>`;
  await page.setContent(`<html lang="en"><body><main>${bad}</main></body></html>`);
  const names = async (viewport?: Viewport) =>
    (await axeFindings(page, viewport)).map((finding) => finding.replace(/:.*/s, ""));
  const dark = { name: "dark", width: 360, coloursOnly: true };
  const all = ["button-name", "color-contrast", "page-has-heading-one"];
  expect((await names()).sort()).toEqual(all);
  expect((await names()).sort()).toEqual(all);
  expect(await names(dark)).toEqual(["color-contrast"]);
  await page.evaluate(() => {
    for (const words of document.querySelectorAll("p")) words.style.color = "#000";
  });
  expect(await names(dark)).toEqual([]);
  expect(await names()).not.toContain("color-contrast");
});

test("a target that is too small is a violation of WCAG 2.2", async ({ page }) => {
  const style = "width: 20px; height: 20px; padding: 0; margin: 0";
  const buttons = `<button style="${style}">a</button><button style="${style}">b</button>`;
  const body = `<main><h1>Small</h1><div style="font-size: 0">${buttons}</div></main>`;
  await page.setContent(`<html lang="en"><title>small</title><body>${body}</body></html>`);
  const rules = (await axeFindings(page)).map((finding) => finding.replace(/:.*/s, ""));
  expect(new Set(rules)).toEqual(new Set(["target-size"]));
});
