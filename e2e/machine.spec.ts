// The machine picture: every queue shows what the engine has in it, and a packet's history can be read, all by keyboard.
import { readFileSync } from "node:fs";
import { expect, testWithoutTrials as test } from "./fixtures";
import { axeFindings } from "./pages/axe";
import { CYCLES_PER_MILLISECOND, LabPage, moment, MOMENTS, numberIn } from "./pages/lab-page";
import { initSync, Session } from "../web/engine/pkg/livelock_wasm.js";
import type { Catalogue } from "../web/generated/model";
import { readFrame } from "../web/frame/frame";
import type { Topology } from "../web/frame/topology";

initSync({ module: readFileSync("web/engine/pkg/livelock_wasm_bg.wasm") });

/** Returns the occupancy of each place of the first scenario at some times, from the engine itself. */
function occupancy(rate: number, times: readonly number[]): string[][] {
  const [scenario] = (JSON.parse(readFileSync("web/generated/catalogue.json", "utf8")) as Catalogue)
    .scenarios;
  const settings = { ...scenario?.settings, "traffic.rate": rate };
  const session = new Session(JSON.stringify({ ...scenario, settings }), 32);
  const { places } = JSON.parse(session.topology()) as Topology;
  const end = Math.max(...times);
  while (session.head < end) session.advance(end, 1_000_000);
  const found = times.map((t) => {
    const frame = readFrame(session.frame(Float64Array.from([t, t, t + 1, 1, -1, 0, 0])));
    return places.flatMap((place, index) => {
      if (place.capacity === 0) return [];
      const count = frame.places.count(index);
      return [`${count} of ${frame.places.capacity(index)}`];
    });
  });
  session.free();
  return found;
}

test("every queue shows what is in it, at three rates", async ({ page, lab }) => {
  const milliseconds = [113.125, 204.5, 251.9375, 307.25, 355.0625];
  const times = milliseconds.map((time) => Math.round(time * CYCLES_PER_MILLISECOND));
  const view = new LabPage(page);
  await view.open(lab);
  await page.getByText("The machine as a table").click();
  const table = page.getByRole("region", { name: "The machine as a table" });
  for (const rate of [2000, 5000, 12000]) {
    const expected = occupancy(rate, times);
    for (const [index, time] of milliseconds.entries()) {
      await view.moveTo(moment(`set=traffic.rate:${rate}`, time));
      await expect(
        table.getByRole("table").first().locator("tbody td:nth-child(2)"),
        `${rate}/s, ${time} ms`,
      ).toHaveText(expected[index] ?? []);
    }
  }
});

test("the keyboard leads from a queue to a packet and to the work spent on it", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  const queue = page.getByRole("button", { name: /^IP input queue/ });
  await queue.focus();
  await expect(queue).toHaveAccessibleName(/50 of 50, full/);
  await page.keyboard.press("Enter");
  const inspector = page.getByRole("region", { name: "Selected item" });
  const packets = inspector.getByRole("button", { name: /^Packet/ });
  await expect(packets.first()).toBeVisible();
  await expect.poll(() => packets.count()).toBeGreaterThanOrEqual(50);
  await packets.first().focus();
  await page.keyboard.press("Enter");
  const steps = inspector.getByRole("region", { name: "Steps spent on the packet" });
  await expect(steps).toBeVisible();
  const times = await steps.locator("tbody td:nth-child(4)").allTextContents();
  const sum = times.reduce((total, time) => total + numberIn(time), 0);
  const together = await steps.locator("tfoot td:nth-child(4)").textContent();
  expect(sum).toBeCloseTo(numberIn(together ?? ""), 0);
});

test("the CPU time of a step says where it comes from, by keyboard", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  const inspector = await view.inspect(/^IP input queue/);
  await inspector
    .getByRole("button", { name: /^Packet/ })
    .first()
    .press("Enter");
  const steps = inspector.getByRole("region", { name: "Steps spent on the packet" });
  const row = steps.getByRole("row").filter({ hasText: "copies the packet into an mbuf" });
  const time = row.getByRole("button", { name: /^37 µs/ });
  await time.press("Enter");
  const origin = page.getByRole("dialog", { name: /^37 µs/ });
  await expect(origin).toBeFocused();
  await expect(origin).toContainText("Divided by us so that the sum of the steps meets M 6.2");
  const axe = await axeFindings(page);
  expect(axe).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(origin).toBeHidden();
  await expect(time).toBeFocused();
});

test("the steps of a lane have their CPU times, which say where they come from", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, moment("set=costs.lnread:40000", 5));
  const inspector = await view.inspect(/^Device interrupt \(/);
  const step = inspector
    .getByRole("listitem")
    .filter({ hasText: "copies the packet into an mbuf" });
  expect(await axeFindings(page)).toEqual([]);
  await step.getByRole("button", { name: "40 µs" }).press("Enter");
  await expect(page.getByRole("dialog", { name: "40 µs" })).toContainText(
    "Changed from 37 µs. Divided by us",
  );
});

test("the packets of a full queue are one tab stop, and the arrow keys move in it", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  const inspector = await view.inspect(/^IP input queue/);
  const queue = inspector.getByRole("list", { name: "Packets in it, oldest first" });
  const packets = queue.getByRole("button");
  await expect(packets).toHaveCount(50);
  await packets.first().focus();
  for (const [key, at] of [
    ["ArrowRight", 1],
    ["ArrowDown", 2],
    ["ArrowLeft", 1],
    ["End", 49],
    ["ArrowUp", 48],
  ] as const) {
    await page.keyboard.press(key);
    await expect(packets.nth(at), key).toBeFocused();
  }
  await page.keyboard.press("Tab");
  const lost = inspector.getByRole("list", { name: "Lost just now, newest first" });
  await expect(lost.getByRole("button").first()).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(packets.nth(48)).toBeFocused();
  await page.keyboard.press("Home");
  await expect(packets.first()).toBeFocused();
});

test("the times of a packet's history are buttons that go to them", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  await page.getByRole("button", { name: /^IP input queue/ }).focus();
  await page.keyboard.press("Enter");
  const inspector = page.getByRole("region", { name: "Selected item" });
  await inspector
    .getByRole("button", { name: /^Packet/ })
    .first()
    .click();
  const steps = inspector.getByRole("region", { name: "Steps spent on the packet" });
  const time = steps.locator("tbody").getByRole("button").first();
  const begins = numberIn((await time.textContent()) ?? "");
  expect(begins).toBeLessThan(500);
  await time.click();
  await expect.poll(() => view.shownMilliseconds()).toBeCloseTo(begins, 2);
});

test("a packet that was lost after work shows how much was wasted", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  await page.getByRole("button", { name: /^IP input queue/ }).focus();
  await page.keyboard.press("Enter");
  const inspector = page.getByRole("region", { name: "Selected item" });
  const lost = inspector.locator(".packet-list").filter({ hasText: "Lost just now" });
  await lost.getByRole("button").first().click();
  await expect(inspector).toContainText(/Thrown away at the IP input queue/);
  await expect(inspector.locator("tfoot")).toContainText("All of it wasted");
});

test("wasted time grows in livelock and stops when cured", async ({ page, lab }) => {
  const view = new LabPage(page);
  const words = page.getByTestId("machine-words");
  await view.open(lab, MOMENTS.collapsed);
  await expect(words).toContainText(/CPU time thrown away: [5-9]\d %/);
  await page.goto("about:blank");
  await view.open(lab, MOMENTS.cured);
  await expect(words).toContainText(/CPU time thrown away: none/);
});

for (const hasOffscreen of [true, false]) {
  const painter = hasOffscreen
    ? "a worker paints the pictures"
    : "the page paints them without OffscreenCanvas";
  test(`while time runs, ${painter}`, async ({ page, lab }) => {
    if (!hasOffscreen) await page.addInitScript("delete globalThis.OffscreenCanvas");
    await new LabPage(page).open(lab, "#/lab?scenario=lab&speed=0.002&play=1");
    const live = page.locator("canvas.machine-live");
    const moment = async () => Number(await live.getAttribute("data-time"));
    await expect.poll(moment).toBeGreaterThan(0);
    const before = await moment();
    await expect.poll(moment).toBeGreaterThan(before);
    // Two canvases are stacked: the page paints the lower one, which is hidden while the worker paints.
    await expect(page.locator("canvas:has(+ canvas.machine-live)")).toBeVisible({
      visible: !hasOffscreen,
    });
  });
}
