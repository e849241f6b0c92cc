// Axe finds nothing on any screen, in light and in dark.
import { expect, test } from "./fixtures";
import { LabPage, MOMENTS } from "./pages/lab-page";
import { axeFindings } from "./pages/axe";
import { inEveryLook, type Look } from "./pages/looks";

test("nothing in the lab, at every width, in light and dark", async ({ page, lab }) => {
  test.slow();
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  await inEveryLook(page, async (look) => {
    expect(await axeFindings(page, look), look.name).toEqual([]);
  });
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`nothing in dialogs and notices, ${colorScheme}`, async ({ page, lab }) => {
    await page.emulateMedia({ colorScheme });
    const view = new LabPage(page);
    await view.open(lab, "#/lab?set=traffic.rate:99999");
    expect(await axeFindings(page)).toEqual([]);
    for (const name of ["Share", "Look", "Help"]) {
      await view.button(name).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press("Escape");
    }
    await page
      .getByRole("heading", { level: 2, name: /router/ })
      .getByRole("button")
      .click();
    expect(await axeFindings(page)).toEqual([]);
  });

  test(`nothing with everything unfolded, ${colorScheme}`, async ({ page, lab }) => {
    await page.emulateMedia({ colorScheme });
    const view = new LabPage(page);
    await view.open(lab, MOMENTS.cured);
    for (let i = 0; i < 30; i++) {
      const folded = page.locator("button[aria-expanded=false]").first();
      if ((await folded.count()) === 0) break;
      await folded.click();
    }
    expect(await axeFindings(page)).toEqual([]);
    await view.button("callback").click();
    await expect(page.getByRole("note")).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Glossary" }).first().click();
    await page.getByRole("heading", { level: 2, name: "Glossary" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
}

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
  const names = async (look?: Look) =>
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
