// The first minute: the lab opens with a running, healthy machine; the rate is raised until it breaks; one button cures it.
import type { Page } from "@playwright/test";
import { expect, test, testWithoutTrials } from "./fixtures";
import { axeFindings } from "./pages/axe";
import { LabPage, MOMENTS, numberIn } from "./pages/lab-page";

testWithoutTrials(
  "opens running and healthy at 2,000/s with one knob unfolded",
  async ({ page, lab }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
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
  },
);

test("the dot is dragged until the machine breaks, and one button cures it", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, "#/lab?speed=1&play=1");
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

testWithoutTrials(
  "healthy, collapsed and cured machines each get the right diagnosis",
  async ({ page, lab }) => {
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
  },
);

testWithoutTrials(
  "the diagnosis is announced when it changes, and when a key asks for it",
  async ({ page, lab }) => {
    const view = new LabPage(page);
    await view.open(lab, MOMENTS.healthy);
    const liveRegion = page.getByTestId("live-region");
    await expect(liveRegion).toContainText("Every packet gets through.");
    await expect(liveRegion).toHaveAttribute("aria-live", "polite");
    await view.paste(MOMENTS.collapsed);
    await expect.poll(() => view.diagnosis()).toMatch(/livelock/);
    await page.keyboard.press("d");
    await expect(liveRegion).toContainText("Nine of ten packets are thrown away after work.");
  },
);

testWithoutTrials(
  "for a person who has asked for less motion the first machine stands still until Play is pressed",
  async ({ page, lab }) => {
    const view = new LabPage(page);
    await view.open(lab);
    await expect(view.button("Play")).toBeVisible();
    const before = await view.shownMilliseconds();
    await page.keyboard.press("Space");
    await expect.poll(() => view.shownMilliseconds()).toBeGreaterThan(before);
  },
);

/** Presses Tab until the control has the focus. The cards of the lab are not on the way: the tour is the last part. */
async function tabTo(page: Page, name: string): Promise<void> {
  const control = page.getByRole("dialog").getByRole("button", { name });
  for (let i = 0; i < 8; i++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${name}`);
}

test.describe("the tour of a first visit", () => {
  test.use({ isFirstVisit: true });

  for (const width of [1280, 360]) {
    test(`leads by keyboard to a livelock and its cure, ${width} px`, async ({ page, lab }) => {
      await page.setViewportSize({ width, height: 780 });
      const view = new LabPage(page);
      await view.open(lab);
      const card = page.getByRole("dialog", { name: "Packets arrive here" });
      await expect(card).toBeVisible();
      await expect(card.getByRole("heading")).toBeFocused();
      // The card is inside the window and not modal.
      await expect(card).toBeInViewport({ ratio: 1 });
      expect(await axeFindings(page)).toEqual([]);
      await tabTo(page, "Next");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog", { name: "One CPU does all the work" })).toBeVisible();
      await tabTo(page, "Back");
      await page.keyboard.press("Enter");
      await expect(card).toBeVisible();
      for (const title of ["One CPU does all the work", "Raise the rate until the router breaks"]) {
        await tabTo(page, "Next");
        await page.keyboard.press("Enter");
        await expect(page.getByRole("dialog", { name: title })).toBeVisible();
      }
      // The knob itself completes the step at one width, the button of the tour at the other one.
      if (width === 1280) {
        const knob = page.getByRole("region", { name: "Knobs" }).getByRole("slider");
        await knob.focus();
        for (let i = 0; i < 30 && (await view.offeredRate()) < 12_000; i++) {
          await page.keyboard.press("PageUp");
        }
      } else {
        await tabTo(page, "Do it for me");
        await page.keyboard.press("Enter");
      }
      const result = page.getByRole("dialog").getByRole("status");
      await expect(result).toContainText(
        /\d packets\/s arrive, and only \d+ get through\. This is/,
      );
      expect(await view.diagnosis()).toMatch(/livelock/);
      await page.getByRole("dialog").getByRole("button", { name: "Next" }).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog", { name: "Here the work is lost" })).toBeVisible();
      await tabTo(page, "Next");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog", { name: "Cure it" })).toBeVisible();
      if (width === 1280) await page.keyboard.press("c");
      else {
        await tabTo(page, "Do it for me");
        await page.keyboard.press("Enter");
      }
      await expect(result).toContainText(/^4,[5-9]\d\d packets\/s get through again/);
      expect(await axeFindings(page)).toEqual([]);
      await expect(page.getByRole("link", { name: "Begin lesson 1" })).toBeVisible();
      await tabTo(page, "Undo it all");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog")).toBeHidden();
      await expect.poll(() => view.offeredRate()).toBe(2000);
      await expect(page.getByRole("img", { name: "Good" }).first()).toBeVisible();
    });
  }

  test("is shown once, not for a link, and again by a key; Escape closes it", async ({
    page,
    lab,
  }) => {
    const tour = page.getByRole("dialog", { name: "Packets arrive here" });
    const view = new LabPage(page);
    await view.open(lab, MOMENTS.healthy);
    await view.curveIsDrawn();
    await expect(tour).toBeHidden();
    await page.goto("about:blank");
    await view.open(lab);
    await expect(tour).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(tour).toBeHidden();
    await page.goto("about:blank");
    await view.open(lab);
    await view.curveIsDrawn();
    await expect(tour).toBeHidden();
    await page.keyboard.press("h");
    await expect(tour).toBeVisible();
    // Everything else can be used meanwhile. Another page ends the tour.
    await page.getByRole("link", { name: "Figures" }).click();
    await expect(tour).toBeHidden();
    await page.getByRole("link", { name: "Lab", exact: true }).click();
    await view.headline.waitFor();
    await expect(tour).toBeHidden();
    await view.button("Help").click();
    await view.button(/^Take the tour/).click();
    await expect(tour).toBeVisible();
  });
});
