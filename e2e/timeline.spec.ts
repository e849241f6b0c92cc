// The timeline's gestures: zooming keeps the time under the pointer, from ten seconds to a microsecond; bars select their
// packets; the time between two points can be measured.
import type { Locator, Page } from "@playwright/test";
import { expect, testWithoutTrials as test } from "./fixtures";
import { CYCLES_PER_MILLISECOND, LabPage, moment, MOMENTS } from "./pages/lab-page";

const HERTZ = CYCLES_PER_MILLISECOND * 1000;

class Timeline {
  readonly canvas: Locator;

  constructor(readonly page: Page) {
    this.canvas = page.getByRole("application", { name: /^Timeline/ });
  }

  /** The visible range, and where it is drawn. */
  async scale() {
    const data = await this.canvas.evaluate((canvas) => ({ ...(canvas as HTMLElement).dataset }));
    const [x = 0, width = 0] = (data.plot ?? "").split(" ").map(Number);
    return { from: Number(data.from), to: Number(data.to), x, width };
  }

  async timeAt(px: number): Promise<number> {
    const { from, to, x, width } = await this.scale();
    return from + ((px - x) / width) * (to - from);
  }

  /** Returns the distance in pixels between a time and a pixel. */
  async distanceInPixels(t: number, px: number): Promise<number> {
    const { from, to, x, width } = await this.scale();
    return Math.abs(x + ((t - from) / (to - from)) * width - px);
  }

  async width(): Promise<number> {
    const { from, to } = await this.scale();
    return (to - from) / HERTZ;
  }

  async pointAt(px: number): Promise<void> {
    await this.canvas.scrollIntoViewIfNeeded();
    const box = await this.canvas.boundingBox();
    if (box === null) throw new Error("the timeline is on the page");
    await this.page.mouse.move(box.x + px, box.y + 40);
  }
}

test("Ctrl and wheel zoom around the pointer from ten seconds to a microsecond", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, moment("set=traffic.rate:12000", 700));
  const timeline = new Timeline(page);
  await timeline.canvas.waitFor();
  const px = 400;
  await timeline.pointAt(px);
  await page.keyboard.down("Control");
  for (let turn = 0; turn < 60 && (await timeline.width()) < 9.99; turn += 1) {
    await page.mouse.wheel(0, 240);
  }
  await expect.poll(() => timeline.width()).toBeCloseTo(10, 3);
  const held = await timeline.timeAt(px);
  let before = await timeline.width();
  for (let turn = 0; turn < 80 && (await timeline.width()) > 1.01e-6; turn += 1) {
    await page.mouse.wheel(0, -240);
    expect(await timeline.distanceInPixels(held, px)).toBeLessThan(1.5);
    const now = await timeline.width();
    expect(now).toBeLessThan(before * 1.001);
    before = now;
  }
  await page.keyboard.up("Control");
  await expect.poll(() => timeline.width()).toBeCloseTo(1e-6, 9);
  // Frames of the last range have arrived by now: the time is still under the pointer.
  await page.waitForFunction(() => document.querySelector(".replay-progress") === null);
  await expect.poll(() => timeline.distanceInPixels(held, px)).toBeLessThan(1.5);
});

test("a plain wheel scrolls the page, and the page says how to zoom", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  const timeline = new Timeline(page);
  await timeline.pointAt(400);
  const before = await timeline.scale();
  const scrolled = () => page.evaluate(() => scrollY);
  const top = await scrolled();
  await page.mouse.wheel(0, -100);
  await expect.poll(scrolled).toBeLessThan(top);
  expect(await timeline.scale()).toEqual(before);
  await expect(page.getByText(/(Ctrl|⌘) \+ wheel zooms/)).toBeAttached();
});

test("zooming while playing keeps following; a timeline that stops following says so", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab);
  const timeline = new Timeline(page);
  await timeline.canvas.waitFor();
  await view.button("Play").click();
  await expect(view.button("Pause")).toBeVisible();
  await timeline.pointAt(400);
  const wide = await timeline.width();
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -120);
  await page.keyboard.up("Control");
  await expect.poll(() => timeline.width()).toBeLessThan(wide * 0.9);
  await expect(view.button(/^Follow$/)).toHaveCount(0);
  const { from } = await timeline.scale();
  await expect.poll(async () => (await timeline.scale()).from).toBeGreaterThan(from);
  await timeline.canvas.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(view.button(/^Follow$/)).toBeVisible();
  await expect(page.getByText(/^(stopped at|not following)/)).toBeVisible();
  const width = await timeline.width();
  const held = await timeline.scale();
  await view.button(/^Follow$/).click();
  await expect(view.button(/^Follow$/)).toHaveCount(0);
  await expect.poll(async () => (await timeline.scale()).from).toBeGreaterThan(held.from);
  await expect.poll(() => timeline.width()).toBeCloseTo(width, 6);
  await page.getByRole("button", { name: "Zoom out" }).click();
  await expect.poll(() => timeline.width()).toBeCloseTo(width * 2, 6);
  await expect(view.button(/^Follow$/)).toHaveCount(0);
});

test("keys and buttons zoom and pan", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  const timeline = new Timeline(page);
  await timeline.canvas.focus();
  const wide = await timeline.width();
  await page.keyboard.press("+");
  await expect.poll(() => timeline.width()).toBeCloseTo(wide * 0.7, 6);
  await page.getByRole("button", { name: "Zoom out" }).click();
  await expect.poll(() => timeline.width()).toBeCloseTo(wide * 1.4, 6);
  await page.getByRole("button", { name: "Whole run" }).click();
  await expect.poll(() => timeline.width()).toBeGreaterThan(0.4);
  const { from } = await timeline.scale();
  await timeline.canvas.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await timeline.scale()).from).toBeGreaterThan(from);
});

test("a packet chosen in the timeline's table shows its history", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  await page.getByText("The timeline as a table").click();
  const table = page.getByRole("region", { name: "The timeline as a table" });
  await table
    .getByRole("button", { name: /^Select packet/ })
    .first()
    .click();
  const inspector = page.getByRole("region", { name: "Selected item" });
  await expect(inspector.getByRole("heading")).toHaveText(/^Packet [\d,]+$/);
  await page.keyboard.press("Escape");
  await expect(inspector).toBeHidden();
});

test("the time between two points is measured", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  const timeline = new Timeline(page);
  await page.getByRole("button", { name: "Measure", exact: true }).click();
  await timeline.pointAt(300);
  const before = await timeline.scale();
  await page.mouse.down();
  await timeline.pointAt(400);
  await page.mouse.up();
  await expect(page.getByRole("status", { name: "Measured" })).toContainText(/µs|ms/);
  expect(await timeline.scale()).toEqual(before);
});
