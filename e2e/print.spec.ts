// The pages on paper: what is printed, and what is not, also from the dark theme. The words of a PDF cannot be read here, so the
// page is shown in print media, as the browser prints it; only its pages are counted.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { LabPage, MOMENTS } from "./pages/lab-page";

/** How many pages the browser prints. */
async function pagesOfPdf(page: Page, format: string): Promise<number> {
  const pdf = (await page.pdf({ format })).toString("latin1");
  return pdf.match(/\/Type \/Page\n/g)?.length ?? 0;
}

test("the lab prints one sheet with its settings, diagnosis, pictures, tables and link, and no controls", async ({
  page,
  lab,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.cured);
  await view.curveIsDrawn();
  const sheet = page.getByRole("article", { name: "Printed page" });
  const headline = (await view.headline.textContent()) ?? "";
  const title = page.getByRole("heading", { level: 1, name: "A router under load" });
  const controls = [view.button("Share"), view.button(/^Play/), view.time, view.dot];

  const refused = sheet.getByRole("table", { name: /^Machine: Places/ }).getByRole("row", {
    name: /^receive ring/,
  });

  // The part that prints and the tables of the machine are loaded after the first picture.
  await expect(async () => {
    await page.emulateMedia({ media: "screen", colorScheme: "dark" });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(refused).toContainText("7,020/s", { timeout: 500 });
  }).toPass();
  await expect(title).toBeVisible();
  for (const words of [headline, "Polling: on (scenario: off)", "Offered rate: 12,000/s"])
    await expect(sheet).toContainText(words);
  await expect(sheet).toContainText(/Livelock Lab \(version .*#\/lab\?.*polling\.enabled:true/);
  const pictures = sheet.getByRole("img");
  expect(await pictures.count()).toBeGreaterThanOrEqual(6);
  // Black on white, also in the pictures.
  await expect(pictures.first().getByText("hardclock", { exact: true })).toHaveAttribute(
    "fill",
    /^#(444|57606e)$/,
  );
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  for (const control of controls) await expect(control).toBeHidden();

  // US Letter is lower than A4, and wider.
  for (const format of ["A4", "Letter"]) expect(await pagesOfPdf(page, format), format).toBe(2);

  await page.emulateMedia({ media: "screen", colorScheme: "dark" });
  await expect(sheet).toBeHidden();
  for (const control of controls) await expect(control).toBeVisible();

  await page.emulateMedia({ media: "print" });
  await page.goto(`${lab}#/explore`);
  await expect(page.getByRole("heading", { level: 2, name: "Explore" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Why does throughput collapse?" })).toBeVisible();
  for (const name of ["Search", "Order"]) await expect(page.getByLabel(name)).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeHidden();
  await page.goto(`${lab}#/figures`);
  await expect(page.getByRole("heading", { level: 4, name: /^M figure 6-1/ })).toBeVisible();
  await expect(view.button("Compute all figures")).toBeHidden();
});

test("the key for printing waits for the sheet, also when it could not be loaded before", async ({
  page,
  lab,
  guard,
}) => {
  guard.expect(/^console: Failed to load resource/);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-prints", "1");
  });
  const script = /\/assets\/print-[^/]*\.js$/;
  await page.route(script, (route) => route.abort());
  // The last script that is loaded after the first picture.
  const allTried = page.waitForRequest(/\/assets\/deferred-[^/]*\.js$/);
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.cured);
  await allTried;
  await page.unroute(script);
  await page.keyboard.press("Control+p");
  await expect(page.locator("html")).toHaveAttribute("data-prints", "1");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("article", { name: "Printed page" })).toBeVisible();
});
