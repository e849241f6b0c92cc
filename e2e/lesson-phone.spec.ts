// The text of a lesson on a phone: what a press makes appear is above the bar at the bottom, the bar leaves the screen to the
// machine, and nothing takes room that it does not need.
import type { Locator } from "@playwright/test";
import { expect, testWithoutTrials as test } from "./fixtures";

test.beforeEach(({ page }) => page.setViewportSize({ width: 390, height: 844 }));

test("on a phone a press on a card's name in the text shows its shares", async ({ page, lab }) => {
  await page.goto(`${lab}#/lessons/a-share-for-users/who-answers-the-console`);
  await page.locator(".reader").getByRole("button", { name: "CPU time", exact: true }).click();
  await expect(page.locator(".outcomes").getByText("User process:")).toBeInViewport({ ratio: 1 });
});

test("on a phone the verdict on an answer is above the bar at the bottom", async ({
  page,
  lab,
}) => {
  await page.goto(`${lab}#/lessons/receive-livelock/what-you-would-want`);
  await page.getByRole("radio").first().check();
  const check = page.getByRole("button", { name: "Check" });
  const bar = page.locator(".lesson-bar");
  // The button is the last line above the bar, as when a person has scrolled just far enough to press it.
  await check.evaluate((button) => button.scrollIntoView({ block: "end" }));
  await check.click();
  const verdict = page.locator(".verdict");
  await expect(verdict).toBeInViewport({ ratio: 0.9 });
  const edges = async () =>
    [
      (await bar.boundingBox())?.y ?? 0,
      await verdict.evaluate((one) => one.getBoundingClientRect().bottom),
    ] as const;
  await expect.poll(async () => (([top, bottom]) => bottom <= top)(await edges())).toBe(true);
});

test("on a phone a hint, and what a check says is missing, are above the bar", async ({
  page,
  lab,
}) => {
  const bar = page.locator(".lesson-bar");
  const isAboveBar = (part: Locator) => async () => {
    const [top, box] = [await bar.boundingBox(), await part.boundingBox()];
    return top !== null && box !== null && box.height > 0 && box.y + box.height <= top.y + 1;
  };
  const press = async (button: Locator) => {
    // The button is the last line above the bar.
    await button.evaluate((one) => one.scrollIntoView({ block: "end" }));
    await button.click();
  };
  await page.goto(`${lab}#/lessons/receive-livelock/predict-the-curve`);
  await press(page.getByRole("button", { name: "A hint, please" }));
  await expect.poll(isAboveBar(page.getByText(/^Up to its loss-free rate/))).toBe(true);
  await press(page.getByRole("button", { name: "Another hint (1 left)" }));
  await expect.poll(isAboveBar(page.getByText(/^For higher rates/))).toBe(true);
  await page.goto(`${lab}#/lessons/receive-livelock/a-router-that-keeps-up`);
  await press(page.getByRole("button", { name: "Check" }));
  await expect.poll(isAboveBar(page.getByText(/^Write a number/))).toBe(true);
});

test("on a phone many loads and knobs leave the screen to the machine", async ({ page, lab }) => {
  await page.goto(`${lab}#/lessons/design-your-own-policy/defend-it`);
  await page.getByRole("button", { name: "Show the machine" }).click();
  const bar = page.locator(".lesson-bar");
  await expect(bar.getByRole("slider", { name: "Offered rate" })).toBeInViewport({ ratio: 1 });
  expect((await bar.boundingBox())?.height ?? Infinity).toBeLessThan(0.28 * 844);
});

test("on a phone the loads and all options of a question are on the first screen", async ({
  page,
  lab,
}) => {
  await page.goto(`${lab}#/lessons/design-your-own-policy/one-machine-four-loads`);
  const bar = page.locator(".lesson-bar");
  const last = page.locator(".option").last();
  await expect(last).toBeVisible();
  await expect(page.getByRole("button", { name: "Bursts" })).toBeInViewport({ ratio: 1 });
  const [top, box] = [await bar.boundingBox(), await last.boundingBox()];
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0);
});

test("in a lesson the room below a knob is that of its reset button", async ({ page, lab }) => {
  await page.goto(`${lab}#/lessons/feedback-from-the-queue/two-marks`);
  const knobs = page.locator(".free-knobs");
  const field = (name: string) => knobs.getByRole("textbox", { name: `${name}, number in %` });
  await expect(field("Stop at")).toHaveValue("75");
  const second = knobs.locator(".knob").nth(1);
  const top = async () => (await second.boundingBox())?.y ?? 0;
  const before = await top();
  await field("Stop at").fill("60");
  await field("Stop at").press("Enter");
  const reset = knobs.getByRole("button", { name: /^Stop at: changed from 75/ });
  await expect(reset).toBeVisible();
  expect(await top()).toBe(before);
  const box = await reset.boundingBox();
  expect(before - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThan(20);
});
