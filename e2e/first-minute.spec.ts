// The first minute: the lab opens with a running, healthy machine; the rate is raised until it breaks; one button cures it.
import { expect, test } from "./fixtures";
import { LabPage, MOMENTS, numberIn } from "./pages/lab-page";

test("opens running and healthy at 2,000/s with one knob unfolded", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab);
  await expect(view.headline).toHaveText("Every packet gets through.");
  await expect(view.button("Pause")).toBeVisible();
  await expect.poll(() => view.offeredRate()).toBe(2000);
  const knobs = page.getByRole("region", { name: "Knobs" });
  await expect(knobs.getByRole("slider")).toHaveCount(1);
  await expect(knobs.getByRole("switch")).toHaveCount(0);
  const before = await view.shownMilliseconds();
  await expect.poll(() => view.shownMilliseconds()).toBeGreaterThan(before);
});

test("the dot is dragged until the machine breaks, and one button cures it", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, "#/lab?speed=1");
  await view.curveIsDrawn();
  await view.dot.locator("circle").last().hover();
  await page.mouse.down();
  const plot = await view.throughput.getByRole("group", { name: /^Throughput/ }).boundingBox();
  if (plot === null) throw new Error("the curve is not drawn");
  const y = plot.y + plot.height / 2;
  await page.mouse.move(plot.x + plot.width * 0.6, y, { steps: 8 });
  await page.mouse.move(plot.x + plot.width - 40, y, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => view.offeredRate()).toBeGreaterThan(12_000);
  await expect(view.sentence.getByRole("img", { name: "Bad" })).toBeVisible();
  await expect.poll(() => view.diagnosis()).toMatch(/livelock/);
  await view.sentence.getByRole("button", { name: "Poll instead" }).click();
  await expect(view.sentence.getByRole("img", { name: "Good" })).toBeVisible({ timeout: 15_000 });
  await view.unfold("The numbers as tables");
  await expect(async () => {
    const outcomes = await view.table("Packets by outcome");
    expect(numberIn(outcomes.get("Delivered")?.[0])).toBeGreaterThan(400);
  }).toPass();
  await expect(view.button(/^Undo/).first()).toBeEnabled();
});

test("healthy, collapsed and cured machines each get the right diagnosis", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await expect(view.outcomes.getByText("nothing thrown away")).toBeVisible();
  await view.paste(MOMENTS.collapsed);
  await expect.poll(() => view.diagnosis()).toMatch(/livelock/);
  await expect(view.outcomes.getByText(/thrown away: .*%/).first()).toBeVisible();
  await view.paste(MOMENTS.cured);
  await expect.poll(() => view.diagnosis()).toBe("shedding");
  await expect(view.outcomes.getByText(/refused at/).first()).toBeVisible();
  await expect(view.outcomes.getByText("nothing thrown away")).toBeVisible();
});

test("the diagnosis is announced when it changes, and when a key asks for it", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  const liveRegion = page.getByTestId("live-region");
  await expect(liveRegion).toContainText("Every packet gets through.");
  await expect(liveRegion).toHaveAttribute("aria-live", "polite");
  await view.paste(MOMENTS.collapsed);
  await expect.poll(() => view.diagnosis()).toMatch(/livelock/);
  await page.keyboard.press("d");
  await expect(liveRegion).toContainText("Nine of ten packets are thrown away after work.");
});
