// Time: pause, step, step back, the time slider, speeds, and the jump to the effect of a change.
import { expect, testWithoutTrials as test } from "./fixtures";
import { LabPage, MOMENTS } from "./pages/lab-page";

test("a step forward reverts a step back", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  await expect(view.time).toHaveAttribute("aria-valuetext", /^500\.000 ms/);
  const shownTime = async () =>
    (await view.time.getAttribute("aria-valuetext"))?.split(" ms")[0] ?? "";
  await view.button("Step back").click();
  await expect.poll(shownTime).not.toBe("500.000");
  const first = await shownTime();
  await view.button("Step back").click();
  await expect.poll(shownTime).not.toBe(first);
  const second = await shownTime();
  expect(Number(second)).toBeLessThan(Number(first));
  await view.button("Step forward").click();
  await expect.poll(shownTime).toBe(first);
  await view.button("Previous packet").click();
  await expect.poll(shownTime).not.toBe(first);
  await view.button("Next packet").click();
  await view.button("Next packet").click();
  await expect.poll(async () => Number(await shownTime())).toBeGreaterThanOrEqual(Number(first));
});

test("a step at the live edge runs the machine", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await view.button("Next packet").click();
  await expect.poll(() => view.shownMilliseconds()).toBeGreaterThan(500);
  await expect(view.time).toHaveAttribute("aria-valuetext", /live/);
  await expect(view.button("Play")).toBeVisible();
});

test("the time slider shows the past, and one press leads to the live edge", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.cured);
  await view.time.focus();
  await page.keyboard.press("Home");
  await expect.poll(() => view.shownMilliseconds()).toBe(0);
  await page.keyboard.press("End");
  await expect.poll(() => view.shownMilliseconds()).toBe(1000);
  await page.keyboard.press("PageDown");
  await expect.poll(() => view.shownMilliseconds()).toBeLessThan(950);
  await view.button(/1,000\.000 ms/).click();
  await expect(view.time).toHaveAttribute("aria-valuetext", /1,000\.000 ms, live/);
});

test("the focused time slider is silent while time runs, and then has the new time", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await view.time.focus();
  await page.keyboard.press("w");
  await page.keyboard.press("k");
  await expect(view.button("Pause")).toBeVisible();
  const now = page.locator(".scrub-now");
  await expect(now).not.toHaveText("500.000 ms");
  await expect(view.time).toHaveAttribute("aria-valuetext", /^500\.000 ms/);
  await page.keyboard.press("k");
  await expect(view.button("Play")).toBeVisible();
  await expect(view.time).not.toHaveAttribute("aria-valuetext", /^500\.000 ms/);
});

test("the knobs show the values of the shown time", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, "#/lab?do=30000000~traffic.rate:5000&t=75000000&play=0");
  await expect.poll(() => view.offeredRate()).toBe(5000);
  await view.time.focus();
  await page.keyboard.press("Home");
  await expect.poll(() => view.offeredRate()).toBe(2000);
});

test("a key switches the named speeds, and the slider reaches both ends", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  const speed = page.getByRole("slider", { name: "Any speed" });
  await expect(speed).toHaveAttribute("aria-valuetext", "2 ms per second");
  await page.keyboard.press("w");
  await expect(speed).toHaveAttribute("aria-valuetext", "real time");
  await expect(page.getByRole("radio", { name: "watch rates" })).toBeChecked();
  await speed.focus();
  await page.keyboard.press("Home");
  await expect(speed).toHaveAttribute("aria-valuetext", "1 µs per second");
  await page.keyboard.press("End");
  await expect(speed).toHaveAttribute("aria-valuetext", "as fast as possible");
  await view.button("Play").click();
  await expect.poll(() => view.shownMilliseconds(), { timeout: 20_000 }).toBeGreaterThan(5_000);
});

test("in slow motion a button jumps to the effect of a change", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await expect(view.button("Jump ahead 50 ms")).toHaveCount(0);
  await view.dot.focus();
  await page.keyboard.press("PageUp");
  await view.button("Jump ahead 50 ms").click();
  await expect.poll(() => view.shownMilliseconds(), { timeout: 15_000 }).toBe(550);
  await expect(view.button("Play")).toBeVisible();
  await expect(view.button("Jump ahead 50 ms")).toHaveCount(0);
});

test("a hidden page pauses, and continues when it is visible again", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab);
  await view.button("Play").click();
  await expect(view.button("Pause")).toBeVisible();
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await hide(true);
  await expect(view.button("Play")).toBeVisible();
  await hide(false);
  await expect(view.button("Pause")).toBeVisible();
});

test("a measurement of one run is not shown in the next", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  const timeline = page.getByRole("application", { name: /^Timeline/ });
  const measured = page.getByRole("status", { name: "Measured" });
  await timeline.focus();
  await page.keyboard.press("m");
  await view.button("Previous packet").click();
  await view.settledMilliseconds();
  await timeline.focus();
  await page.keyboard.press("m");
  await expect(measured).toHaveText(/^Measured/);
  await view.paste(MOMENTS.collapsed);
  await expect.poll(() => view.diagnosis()).toMatch(/livelock/);
  await expect(measured).toHaveText("");
});

test("a run ends at its bound and continues as a new one", async ({ page, lab }) => {
  test.slow();
  const view = new LabPage(page);
  const changes = Array.from({ length: 1000 }, (_, index) => `${index + 1}~traffic.rate:2000`);
  await view.open(lab, `#/lab?do=${changes.join(";")}&t=1500000&play=0`);
  await expect(
    page.getByText("A run ends after 600 simulated seconds or 1,000 changes."),
  ).toBeVisible();
  await view.button("Continue in a new run").click();
  await expect.poll(() => view.shownMilliseconds()).toBeGreaterThan(200);
  await expect(view.headline).toHaveText("Every packet gets through.");
});

test("a knob change after the end of a run begins a new run", async ({ page, lab }) => {
  const view = new LabPage(page);
  const changes = Array.from({ length: 1000 }, (_, index) => `${index + 1}~traffic.rate:2000`);
  await view.open(lab, `#/lab?do=${changes.join(";")}&t=1500000&play=0`);
  await expect(page.getByText("A run ends after")).toBeVisible();
  await view.dot.focus();
  await page.keyboard.press("PageUp");
  await expect(page.getByText(/^New run with Offered rate/)).toBeVisible();
  await expect(page.getByText("The old run had ended.")).toBeAttached();
  await expect(page.getByText("A run ends after")).toHaveCount(0);
  await expect(view.button("Jump ahead 50 ms")).toHaveCount(0);
  await expect.poll(() => view.shownMilliseconds()).toBe(200);
});
