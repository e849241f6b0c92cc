// Axe finds nothing on any screen, in light and in dark.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { LabPage, MOMENTS } from "./pages/lab-page";
import { axeFindings } from "./pages/axe";
import { inBothColorSchemes, inEveryViewport, type Viewport } from "./pages/viewports";

test("nothing in the lab, at every width, in light and dark", async ({ page, lab }) => {
  test.slow();
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  await inEveryViewport(page, async (look) => {
    expect(await axeFindings(page, look), look.name).toEqual([]);
  });
});

/** Nothing in the page as it stands, in light and in dark. */
async function expectNothing(page: Page, where: string): Promise<void> {
  await inBothColorSchemes(page, async (colorScheme) => {
    expect(await axeFindings(page), `${where}, ${colorScheme}`).toEqual([]);
  });
}

test("nothing in dialogs and notices, in light and dark", async ({ page, lab }) => {
  test.slow();
  const view = new LabPage(page);
  await view.open(lab, "#/lab?set=traffic.rate:99999");
  await expectNothing(page, "a notice");
  for (const name of ["Share", "Look", "Help"]) {
    await view.button(name).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectNothing(page, name);
    await page.keyboard.press("Escape");
  }
  await page
    .getByRole("heading", { level: 2, name: /router/ })
    .getByRole("button")
    .click();
  await expectNothing(page, "scenarios");
});

test("nothing with everything unfolded, in light and dark", async ({ page, lab }) => {
  test.slow();
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.cured);
  for (let i = 0; i < 30; i++) {
    const folded = page.locator("button[aria-expanded=false]").first();
    if ((await folded.count()) === 0) break;
    await folded.click();
  }
  await expectNothing(page, "all unfolded");
  await view.button("callback").click();
  await expect(page.getByRole("note")).toBeVisible();
  await expectNothing(page, "a note");
  await page.getByRole("link", { name: "Glossary" }).first().click();
  await page.getByRole("heading", { level: 2, name: "Glossary" }).waitFor();
  await expectNothing(page, "the glossary");
});

test("nothing on the projector", async ({ page, lab }) => {
  const view = new LabPage(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await view.open(lab, MOMENTS.collapsed);
  await view.button("Look").click();
  await page.getByRole("radio", { name: "Projector" }).check();
  await page.keyboard.press("Escape");
  expect(await axeFindings(page)).toEqual([]);
});

test("something, where something is wrong: also when asked again, and of colours alone", async ({
  page,
}) => {
  const words = `<p style="color: COLOUR; background: #888">grey on grey</p>`;
  const bad = `<title>bad</title>${words.replace("COLOUR", "#777")}<button></button>`;
  await page.setContent(`<html lang="en"><body><main>${bad}</main></body></html>`);
  const names = async (look?: Viewport) =>
    (await axeFindings(page, look)).map((finding) => finding.replace(/:.*/s, ""));
  const dark = { name: "dark", width: 360, onlyColours: true };
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
