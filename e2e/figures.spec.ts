// The page of figures: the header leads to it, and it is readable and accessible at every width. A figure is computed when
// it comes into view, and nothing moves. The page also shows the values that the papers state.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { drop, text } from "./pages/dropped-files";
import { axeFindings } from "./pages/axe";
import { expectReadable } from "./pages/readable";

async function open(page: Page, lab: string): Promise<void> {
  await page.goto(`${lab}#/figures`);
  await page.getByRole("heading", { level: 2, name: "Figures of the papers" }).waitFor();
}

function figure(page: Page, key: string) {
  return page.getByRole("region", { name: new RegExp(`^${key}\\b`) });
}

test("the header leads to the page, a figure in view is computed, and nothing moves", async ({
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

test("the procedure calls of a timeline figure are computed", async ({ page, lab }) => {
  await open(page, lab);
  const timeLine = figure(page, "M figure 7-4");
  await timeLine.scrollIntoViewIfNeeded();
  await expect(timeLine.getByText("Computed in this browser.")).toBeVisible({ timeout: 40_000 });
  await timeLine.getByRole("button", { name: "The calls as a table" }).click();
  for (const procedure of ["lnintr", "ipinput", "ip_output", "lnput", "lntint"])
    await expect(
      timeLine.getByRole("rowheader", { name: procedure, exact: true }).first(),
    ).toBeVisible();
});

test("a focused figure keeps the focus and is announced, and no other figure is", async ({
  page,
  lab,
}) => {
  await open(page, lab);
  const liveRegion = page.getByTestId("live-region");
  const one = figure(page, "M figure 6-3");
  // The focus brings it into view, so it computes by itself.
  await one.getByRole("button", { name: "Compute M figure 6-3" }).focus();
  const button = one.getByRole("button", { name: "Computing M figure 6-3" });
  await expect(button).toBeFocused();
  await expect(button).toBeDisabled();
  await expect(liveRegion).toHaveText("M figure 6-3 is being computed.");
  const done = one.getByText("Computed in this browser.");
  await expect(done).toBeFocused({ timeout: 90_000 });
  await expect(liveRegion).toHaveText("M figure 6-3 is computed: 4 lines of 24 rates.");
  await expect(figure(page, "M figure 6-1").getByText("Computed in this browser.")).toBeVisible();
  await expect(liveRegion).toHaveText("M figure 6-3 is computed: 4 lines of 24 rates.");

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

test("the claims are a table with recorded verdicts, and one button computes all figures", async ({
  page,
  lab,
}) => {
  await open(page, lab);
  const table = page.getByRole("table", { name: "All claims, with recorded verdicts" });
  const row = table.getByRole("row").filter({ hasText: "M6.5-flat" });
  await expect(row).toContainText("holds");
  await expect(
    page.getByText(/^Recorded verdicts, from version [\d.]+ of the model\.$/),
  ).toBeVisible();
  await expect(
    page.getByText(/predictions: \d+ of them hold in our model, and \d+ do not\./),
  ).toBeVisible();

  // While all figures are computed, the start is announced once, and single figures are not announced.
  await page.getByRole("button", { name: "Compute all figures" }).press("Enter");
  const begun = /^All \d+ figures are being computed\.$/;
  await expect(page.getByTestId("live-region")).toHaveText(begun);
  await expect(page.getByText(/^[1-9]\d* of \d+ figures are computed\.$/)).toBeVisible();
  await expect(page.getByTestId("live-region")).toHaveText(begun);
});

test("a claim has an address, leads to its inputs in the lab, and says how far its verdict can be trusted", async ({
  page,
  lab,
}) => {
  await page.goto(`${lab}#/figures/R-t2-averages`);
  const claim = page.getByRole("region", { name: "Claim R-t2-averages" });
  await expect(claim).toContainText(/undecided: its verdict stays in \d+ % of \d+ variations/);
  await expect(claim).toContainText(/: the verdict turns \(/);
  expect(await axeFindings(page)).toEqual([]);
  // Another claim of the open page: its heading gets the focus.
  await page.getByRole("button", { name: "Which predictions do not simply hold?" }).click();
  const table = page.getByRole("table", { name: /^Predictions that fail/ });
  const row = table.getByRole("row").filter({ hasText: "S-f5-ratio" });
  await expect(row).toContainText(/contradicted.*at most 68 %/);
  await row.getByRole("link").press("Enter");
  const heading = page.getByRole("heading", { name: "Claim S-f5-ratio" });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await page.goto(`${lab}#/figures/R-t2-averages`);
  await claim
    .getByRole("link", { name: /^Try it in the lab ?: .*fetches 1,024 bytes/ })
    .press("Enter");
  await expect(page).toHaveURL(/#\/lab\?/);
  await expect(page.getByRole("heading", { name: "Packets that disturb the work" })).toBeVisible();
  await expect(page).toHaveURL(/&set=costs\.cache_miss:\d+/);
  await page.goto(`${lab}#/figures/no-such-claim`);
  await expect(page.getByText(/^No claim has this name\./)).toBeVisible();
});

test("results of livelock reproduce are opened or dropped, and a wrong file changes nothing", async ({
  page,
  lab,
}) => {
  const file = (id: string, verdict: string) =>
    JSON.stringify({
      kind: "livelock-lab claims",
      model: "2030.1",
      claims: [{ id, verdict, measured: 4321.5 }],
    });
  await page.goto(`${lab}#/glossary`);
  await page.getByRole("heading", { level: 2, name: "Glossary" }).waitFor();
  await drop(page, [text("dropped.json", file("M6.2-peak", "fail"))], "main");
  const status = page.getByRole("status").filter({ hasText: "“dropped.json”" });
  await expect(status).toContainText("from version 2030.1 of the model");
  await expect(status).toContainText(/This page runs version 20[\d.]+ of the model/);
  const stated = figure(page, "M figure 6-1").locator("li", { hasText: "holds if" }).first();
  await expect(stated).toContainText(/does not hold, .*measured: 4,32\d/);
  const recorded = "All claims, with recorded verdicts";
  await expect(page.getByRole("table", { name: recorded })).toBeHidden();

  const field = page.getByLabel("File of livelock reproduce");
  const mimeType = "application/json";
  const choose = (name: string, content: string) =>
    field.setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
  await choose("wrong.json", file("M6.2-peak", "holds"));
  await expect(page.getByRole("alert")).toContainText("“wrong.json” could not be read");
  await expect(page.getByRole("alert")).toContainText("claims.0.verdict");
  await expect(status).toBeVisible();
  await choose("chosen.json", file("M6.5-flat", "fail"));
  const table = page.getByRole("table", { name: "All claims, with the verdicts of “chosen.json”" });
  const row = table.getByRole("row").filter({ hasText: "M6.5-flat" });
  await expect(row).toContainText("does not hold");
  await expect(page.getByRole("alert")).toBeHidden();
  await expect(stated).toContainText("holds, calibration");

  await page.getByRole("button", { name: "Show the recorded verdicts" }).press("Enter");
  await expect(page.getByRole("table", { name: recorded })).toBeVisible();
});

test("the page is readable and accessible at every width, in light and dark", async ({
  page,
  lab,
}) => {
  test.slow();
  await open(page, lab);
  await expect(figure(page, "M figure 6-1").getByRole("img").first()).toBeVisible();
  await expectReadable(page);
});
