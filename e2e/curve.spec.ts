// The throughput curve: its rates and seeds, epochs, pinned curves, and the marks of the papers.
import { expect, test } from "./fixtures";
import { LabPage, MOMENTS, numberIn } from "./pages/lab-page";

test("the curve ends with 24 rates and their seeds, and says where loss begins", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await view.curveIsDrawn();
  await expect(
    view.throughput.getByText(/Loss-free up to about [\d,]+\/s \(MLFRR\)/),
  ).toBeVisible();
  await view.unfold("The curve as a table");
  const table = await view.table(/^Throughput:/);
  const row = [...table.entries()].find(([, cells]) => cells.at(-1) === "1, 2, 3");
  expect(row, "a rate with three seeds").toBeDefined();
  expect(numberIn(table.get("14,880")?.[0])).toBeLessThan(100);
});

test("a knob changed during a sweep leaves no point of an older epoch", async ({ page, lab }) => {
  const view = new LabPage(page);
  await page.addInitScript(() => {
    // Records every state of the curve's points that was on the page.
    const seen: { epoch: string; points: number }[] = [];
    (globalThis as unknown as { seenCurves: typeof seen }).seenCurves = seen;
    new MutationObserver(() => {
      const drawn = document.querySelector("[data-points]");
      if (drawn === null) return;
      const epoch = drawn.getAttribute("data-epoch") ?? "";
      const points = Number(drawn.getAttribute("data-points"));
      const last = seen.at(-1);
      if (last?.epoch !== epoch || last.points !== points) seen.push({ epoch, points });
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await view.open(lab, MOMENTS.healthy);
  await view.unfold(/^Polling o/);
  const toggle = page.getByRole("switch", { name: "Polling" });
  await expect.poll(async () => (await view.curve()).points).toBeGreaterThan(0);
  for (let i = 0; i < 3; i++) {
    const { epoch } = await view.curve();
    await toggle.click();
    await expect.poll(async () => (await view.curve()).epoch).toBeGreaterThan(epoch);
  }
  await view.curveIsDrawn();
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seenCurves: { epoch: string; points: number }[] }).seenCurves,
  );
  const firsts = seen.filter(({ epoch }, index) => seen[index - 1]?.epoch !== epoch);
  expect(firsts.length).toBeGreaterThan(3);
  // An epoch may begin with cached points, so the test checks that all points of the last curve belong to it.
  await view.unfold("The curve as a table");
  const table = await view.table(/^Throughput:/);
  const peak = Math.max(...[...table.values()].map(([mean]) => numberIn(mean)));
  const last = numberIn(table.get("14,880")?.[0]);
  expect(last, "polling is on: every point is of the flat curve").toBeGreaterThan(0.9 * peak);
});

test("a pinned curve stays and can be removed; the curve before the change is shown, too", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await view.curveIsDrawn();
  await view.throughput.getByRole("button", { name: "Pin" }).click();
  await view.unfold(/^Polling o/);
  await page.getByRole("switch", { name: "Polling" }).click();
  const kept = view.throughput.getByRole("listitem").filter({ hasText: "A router under load" });
  await expect(kept).toHaveCount(1);
  await expect(view.throughput.getByRole("listitem").filter({ hasText: "Polling on" })).toHaveCount(
    1,
  );
  await kept.getByRole("button", { name: /^Remove: / }).click();
  await expect(kept.getByText("A", { exact: true })).toHaveCount(0);
});

test("on a phone, a table that is too wide scrolls by keyboard and keeps the names of its rows in view", async ({
  page,
  lab,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const view = new LabPage(page);
  await view.open(
    lab,
    `${MOMENTS.healthy}&pins=lab~polling.enabled:true~Polling~a;lab~feedback.enabled:true~Feedback~b`,
  );
  await view.curveIsDrawn();
  await view.unfold("The curve as a table");
  const table = view.throughput.getByRole("group", { name: "Throughput: A router under load" });
  const rate = table.getByRole("rowheader").first();
  const place = await rate.boundingBox();
  // A row is one line, and the button that saves the table covers no name of a column.
  expect(place?.height).toBeLessThan(32);
  const save = view.throughput.getByRole("button", { name: "Save: Throughput: A router" });
  expect((await save.boundingBox())?.y).toBeLessThan((await table.boundingBox())?.y ?? 0);
  await table.focus();
  await page.keyboard.press("End");
  await expect
    .poll(() => table.evaluate((one) => one.scrollWidth - one.clientWidth - one.scrollLeft))
    .toBeGreaterThan(0);
  for (let presses = 0; presses < 8; presses++) await page.keyboard.press("ArrowRight");
  await expect
    .poll(() => table.evaluate((one) => one.scrollWidth - one.clientWidth - one.scrollLeft))
    .toBeLessThan(1);
  expect((await rate.boundingBox())?.x).toBe(place?.x);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test("the papers' numbers are marked, with their source, when the knobs are those of the paper", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, "#/lab?scenario=figure-6-1&t=30000000&play=0");
  await expect(view.throughput.getByText(/peak: 4,700 according to the paper/)).toBeVisible();
  await expect(view.throughput.locator("[data-claim='M6.2-peak']")).toHaveCount(1);
  await view.unfold("The curve as a table");
  const stated = await view.table("What the papers state");
  expect(stated.get("peak: 4,700")).toEqual(["4,700", "4,700", "M 6.2"]);
  await view.paste(MOMENTS.healthy);
  await expect(view.throughput.locator("[data-claim]")).toHaveCount(0);
});

test("the operating point describes itself and moves by every slider key", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await expect(view.dot).toHaveAttribute(
    "aria-valuetext",
    /2,000 packets a second offered, .*delivered/,
  );
  await view.dot.focus();
  for (const [key, rate] of [
    ["ArrowRight", 2100],
    ["ArrowLeft", 2000],
    ["PageUp", 3000],
    ["Home", 0],
    ["End", 14_880],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => view.offeredRate()).toBe(rate);
  }
});

test("a paused dot that is far from the curve says what it counts", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, "#/lab?scenario=srp-section-5-5&play=0");
  await view.curveIsDrawn();
  const note = view.throughput.getByText("The dot counts only the last 100 ms");
  await expect(note).toBeVisible();
  await page.keyboard.press("Space");
  await expect(note).toBeHidden();
});
