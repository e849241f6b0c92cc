// Curves over any setting and of any measure: the axes, the dot, pinned curves, the table, the link.
import { expect, test } from "./fixtures";
import { axeFindings } from "./pages/axe";
import { LabPage, MOMENTS, moment, numberIn } from "./pages/lab-page";

const CURED = moment("set=traffic.rate:12000,polling.enabled:true", 500);
const OVER_QUOTA = `${CURED}&across=polling.quota`;

test("a setting is chosen by keyboard, and the dot then moves that setting", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, CURED);
  const across = view.throughput.getByRole("button", { name: /^Horizontal axis: / });
  await expect(across).toHaveAccessibleName("Horizontal axis: offered, packets/s");
  await across.focus();
  await page.keyboard.press("Enter");
  const search = page.getByRole("combobox", { name: "Search the settings" });
  await expect(search).toBeFocused();
  await page.keyboard.type("polling quota");
  await expect(page.getByRole("listbox", { name: "Settings" }).getByRole("option")).toHaveCount(1);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(across).toBeFocused();
  await expect(across).toHaveAccessibleName("Horizontal axis: Quota, packets");
  await view.curveIsDrawn();
  const dot = page.getByRole("slider", { name: "Quota: you are here" });
  await expect(dot).toHaveAttribute("aria-valuenow", "5");
  await dot.focus();
  await page.keyboard.press("End");
  await expect(dot).toHaveAttribute("aria-valuetext", /^no limit/);
  await expect(page).toHaveURL(/polling\.quota:infinity/);
  await expect(page).toHaveURL(/across=polling\.quota/);
});

test("the search says what a setting without effect needs", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await view.throughput.getByRole("button", { name: /^Horizontal axis: / }).press("Enter");
  await page.getByRole("combobox", { name: "Search the settings" }).fill("quota");
  const dialog = page.getByRole("dialog", { name: "Setting of the horizontal axis" });
  await expect(dialog).toContainText(
    "Quota has no effect here. It has an effect when “Polling” is “on”.",
  );
});

test("pressing the numbers of the axis moves the dot", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await view.curveIsDrawn();
  const plot = await view.throughput.getByRole("group", { name: /^Throughput/ }).boundingBox();
  if (plot === null) throw new Error("the chart is not on the page");
  await page.mouse.click(plot.x + 0.7 * plot.width, plot.y + plot.height - 34);
  await expect.poll(() => view.offeredRate()).toBeGreaterThan(7000);
});

test("every measure has its axis, its table and its sentence", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, OVER_QUOTA);
  await view.curveIsDrawn();
  await view.unfold("The curve as a table");
  const upright = page.getByRole("combobox", { name: "Vertical axis" });
  // Nothing lies over the list.
  await upright.click();
  await expect(upright).toBeFocused();
  await page.keyboard.press("Escape");
  for (const [measure, title, sentence] of [
    ["wasted CPU time", "Wasted CPU time", /^The wasted CPU time/],
    ["latency: 99 % of the packets within", "Latency, 99 % within", /^The latency of 99 %/],
    ["CPU time of processes", "CPU time of processes", /^The CPU time of processes/],
    ["interrupts for each packet", "Interrupts for each packet", /^The number of interrupts/],
  ] as const) {
    await upright.selectOption({ label: measure });
    await expect(
      page.getByRole("table", { name: new RegExp(`^${title} over Quota`) }).first(),
    ).toBeVisible();
    await expect(page.getByTestId("curve-words")).toHaveText(sentence);
  }
});

test("with no limit the quota lets the input starve the output", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, OVER_QUOTA);
  await view.curveIsDrawn();
  await view.unfold("The curve as a table");
  const table = await view.table(/over Quota/);
  expect(numberIn(table.get("6")?.[0])).toBeGreaterThan(4000);
  expect(numberIn(table.get("no limit")?.[0])).toBeLessThan(1000);
});

test("a quicker copy of each packet makes the peak higher", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, `${CURED}&across=costs.lnread&up=peak`);
  await expect
    .poll(async () => (await view.curve()).points, { timeout: 90_000 })
    .toBeGreaterThan(6);
  await view.unfold("The curve as a table");
  // The points come in any order, so the ends of the curve may still be missing.
  const peak = async (at: number) => {
    const table = await view.table(/^Peak over Cost of lnread/);
    return numberIn([...table.values()].at(at)?.[0]);
  };
  await expect.poll(() => peak(0)).toBeGreaterThan(5500);
  await expect.poll(() => peak(-1)).toBeLessThan(3500);
});

test("a pinned curve is renamed, coloured, hidden, and opened from the link", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await view.curveIsDrawn();
  await view.throughput.getByRole("button", { name: "Pin" }).click();
  await view.throughput.getByRole("button", { name: "Rename: A router under load" }).click();
  await page.getByRole("textbox", { name: "Name of curve A" }).fill("Interrupts; 100 %");
  await page.keyboard.press("Enter");
  const row = view.throughput.getByRole("listitem").filter({ hasText: "Interrupts; 100 %" });
  await expect(row.getByRole("button", { name: "Rename: Interrupts; 100 %" })).toBeFocused();
  await row.getByRole("button", { name: /^Colour of A: green/ }).click();
  await expect(row.getByRole("button", { name: /^Colour of A: plum/ })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await view.unfold(/^Polling o/);
  await page.getByRole("switch", { name: "Polling" }).click();
  await view.curveIsDrawn();
  await expect(view.throughput.locator(".curve-style-1 .curve-marker").first()).toBeVisible();
  const show = row.getByRole("button", { name: "Show: Interrupts; 100 %" });
  await show.click();
  await expect(show).toHaveAttribute("aria-pressed", "false");
  await show.click();
  await expect(page).toHaveURL(/pins=lab~[^&]*~Interrupts%3B%20100%20%25~b/);
  const link = new URL(page.url()).hash;

  await page.goto("about:blank");
  await view.open(lab, link);
  await expect(row).toHaveCount(1);
  await view.curveIsDrawn();
  await expect(view.throughput.locator(".curve-style-1 .curve-marker").first()).toBeVisible();
  await row.getByRole("button", { name: /^Remove: / }).click();
  await expect(row).toHaveCount(0);
  await expect(page).not.toHaveURL(/pins=/);
});

test("a link with a wrong curve names the field and what is allowed", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, "#/lab?across=polling.enabled&pins=lab~~A~z");
  const notice = page.getByText(/no curve can be drawn over it/);
  await expect(notice).toBeVisible();
  await expect(page.getByText(/pins/).first()).toBeVisible();
});
