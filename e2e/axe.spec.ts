// Axe finds nothing on any screen, in light and in dark.
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./fixtures";
import { LabPage, MOMENTS } from "./pages/lab-page";

async function findings(view: LabPage): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: view.page }).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
  );
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [360, 768, 1280, 1920]) {
    test(`nothing in the lab, ${colorScheme} at ${width}`, async ({ page, lab }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const view = new LabPage(page);
      await view.open(lab, MOMENTS.collapsed);
      expect(await findings(view)).toEqual([]);
    });
  }

  test(`nothing in dialogs and notices, ${colorScheme}`, async ({ page, lab }) => {
    await page.emulateMedia({ colorScheme });
    const view = new LabPage(page);
    await view.open(lab, "#/lab?set=traffic.rate:99999");
    expect(await findings(view)).toEqual([]);
    for (const name of ["Share", "Look", "Help"]) {
      await view.button(name).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(await findings(view)).toEqual([]);
      await page.keyboard.press("Escape");
    }
    await page
      .getByRole("heading", { level: 2, name: /router/ })
      .getByRole("button")
      .click();
    expect(await findings(view)).toEqual([]);
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
    expect(await findings(view)).toEqual([]);
    await view.button("callback").click();
    await expect(page.getByRole("note")).toBeVisible();
    expect(await findings(view)).toEqual([]);
    await page.getByRole("link", { name: "Glossary" }).first().click();
    await page.getByRole("heading", { level: 2, name: "Glossary" }).waitFor();
    expect(await findings(view)).toEqual([]);
  });
}

test("nothing on the projector", async ({ page, lab }) => {
  const view = new LabPage(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await view.open(lab, MOMENTS.collapsed);
  await view.button("Look").click();
  await page.getByRole("radio", { name: "Projector" }).check();
  await page.keyboard.press("Escape");
  expect(await findings(view)).toEqual([]);
});
