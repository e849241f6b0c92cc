// Finding and looping: the next and previous drop, interrupt, thread switch and idle time; a typed time; a range that plays
// round and round, also in a link. By button and by key.
import { expect, testWithoutTrials as test } from "./fixtures";
import { axeFindings } from "./pages/axe";
import { LabPage, moment, MOMENTS } from "./pages/lab-page";
import { inBothColorSchemes } from "./pages/viewports";

test("drops are found forward and back, by button and by key", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  await view.button("Previous drop").click();
  const earlier = await view.settledMilliseconds();
  expect(earlier).toBeLessThan(500);
  await page.keyboard.press("Shift+X");
  const earliest = await view.settledMilliseconds();
  expect(earliest).toBeLessThan(earlier);
  await page.keyboard.press("x");
  await expect.poll(() => view.shownMilliseconds()).toBe(earlier);
  await expect(page.getByTestId("live-region")).toContainText(
    /Packet [\d,]+ is dropped at the IP input queue\. In the last 100 ms: [\d,]+ packets a second arrived,/,
  );
});

test("a healthy machine has no drop, and the page says how far it looked", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await view.button("Previous drop").click();
  await expect(page.getByText("No earlier drop is recorded")).toBeVisible();
  expect(await view.shownMilliseconds()).toBe(500);
  await page.keyboard.press("x");
  await expect(page.getByText("No drop within the next 2 simulated seconds")).toBeVisible();
  expect(await view.settledMilliseconds()).toBeGreaterThanOrEqual(2_500);
});

test("the arrows find what the panel chooses", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await view.button(/^Find: drop/).click();
  const panel = page.getByRole("dialog", { name: "Find, go to a time, loop" });
  await expect(panel).toBeVisible();
  await inBothColorSchemes(page, async (scheme) => {
    expect(await axeFindings(page), scheme).toEqual([]);
  });
  await expect(panel).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  for (const name of ["interrupt", "thread switch", "idle time"]) {
    await view.button(/^Find: /).click();
    await panel.getByRole("radio", { name: new RegExp(`^${name}`) }).check();
    const before = await view.settledMilliseconds();
    await view.button(`Previous ${name}`).click();
    await expect.poll(() => view.shownMilliseconds()).toBeLessThan(before);
    // A press outside the panel has closed it.
    await expect(panel).toBeHidden();
  }
});

test("a typed time is shown, also one that the machine has not reached", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await page.keyboard.press("g");
  const field = page.getByRole("textbox", { name: "Go to a time" });
  await expect(field).toBeFocused();
  await field.fill("soon");
  await field.press("Enter");
  await expect(page.getByRole("alert")).toContainText("“soon” is not a time");
  await field.fill("120.5 ms");
  await field.press("Enter");
  await expect.poll(() => view.shownMilliseconds()).toBe(120.5);
  // On a phone the panel covers the machine.
  await expect(page.getByText("The page shows 120.500 ms now.")).toBeVisible();
  await field.fill("1.2 s");
  await field.press("Enter");
  await expect.poll(() => view.shownMilliseconds()).toBe(1200);
  await expect(view.button("Play")).toBeVisible();
});

test("two marks make a loop, and Escape ends it", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, `${moment("set=traffic.rate:2000", 500)}&speed=0.002`);
  await page.keyboard.press("a");
  await expect(view.button(/^Loop from 500/)).toBeVisible();
  for (let step = 0; step < 4; step++) await page.keyboard.press("Shift+.");
  const to = await view.settledMilliseconds();
  await page.keyboard.press("b");
  await expect(view.button("Pause")).toBeVisible();
  await expect(view.button(/^Loop .*: end it/)).toBeVisible();
  // The time turns back at the end of the loop.
  const times: number[] = [];
  await expect
    .poll(async () => {
      times.push(await view.shownMilliseconds());
      return times.some((t, index) => index > 0 && t < (times[index - 1] ?? 0));
    })
    .toBe(true);
  expect(Math.max(...times)).toBeLessThanOrEqual(to + 0.001);
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/&loop=75000000-\d+/);
  await page.keyboard.press("Escape");
  await expect(view.button(/^Loop .*: end it/)).toHaveCount(0);
  await expect(view.button("Pause")).toBeVisible();
});

test("a link opens with its loop", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, `${moment("set=traffic.rate:2000", 500)}&loop=74000000-75000000`);
  await expect(view.button(/^Loop 6\.67 ms: end it/)).toBeVisible();
  await page.getByRole("button", { name: "Loop", exact: true }).click();
  await expect(view.button(/: end it/)).toHaveCount(0);
});

test("an unknown address says so and leads back", async ({ page, lab }) => {
  await page.goto(`${lab}#/nowhere`);
  await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
  await expect(page.getByText("#/nowhere")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  const links = page.getByRole("navigation", { name: "Pages that exist" }).getByRole("link");
  await expect(links).toHaveText([
    "Lab",
    "Write a kernel",
    "Compare",
    "Explore",
    "Lessons",
    "Figures",
    "Glossary",
  ]);
  await links.first().click();
  await expect(page.getByRole("region", { name: "What is happening" })).toBeVisible();
});
