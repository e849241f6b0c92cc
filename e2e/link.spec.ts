// The whole state in the address: shared, reloaded, pasted; and links that are wrong.
import { expect, test } from "./fixtures";
import { CYCLES_PER_MILLISECOND, LabPage, moment, MOMENTS } from "./pages/lab-page";

test("a shared link stands at the same moment with the same knobs", async ({
  page,
  lab,
  context,
}) => {
  const view = new LabPage(page);
  await view.open(lab, "#/lab?speed=1");
  await view.dot.focus();
  await page.keyboard.press("End");
  await expect.poll(() => view.diagnosis()).toMatch(/livelock/);
  await view.button("Pause").click();
  await view.settledMilliseconds();
  await expect(view.time).toHaveAttribute("aria-valuetext", /live/);
  await view.button("Share").click();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  await page.keyboard.press("Escape");
  const shown = await view.time.getAttribute("aria-valuetext");
  const said = await view.sentence.innerText();

  const other = await context.newPage();
  const again = new LabPage(other);
  await other.goto(link);
  await again.headline.waitFor();
  await expect(again.button("Play")).toBeVisible();
  await expect(again.time).toHaveAttribute("aria-valuetext", shown ?? "");
  await expect.poll(() => again.offeredRate()).toBe(14_880);
  await expect(again.sentence).toHaveText(said.replace(/\s*\n+\s*/g, ""));
});

test("a reload stands where it stood", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await view.dot.focus();
  await page.keyboard.press("PageUp");
  await expect.poll(() => page.url()).toContain("traffic.rate:3000");
  await page.reload();
  await view.headline.waitFor();
  await expect.poll(() => view.offeredRate()).toBe(3000);
  await expect.poll(() => view.shownMilliseconds()).toBeCloseTo(500, 0);
});

test("a moment that is stepped to while paused stands in the address", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  await view.button("Packet before").click();
  const stepped = await view.settledMilliseconds();
  expect(stepped).toBeLessThan(500);
  await expect
    .poll(() => Number(/[&?]t=(\d+)/.exec(page.url())?.[1]))
    .toBeLessThan(500 * CYCLES_PER_MILLISECOND);
  await page.reload();
  await view.headline.waitFor();
  expect(await view.settledMilliseconds()).toBeCloseTo(stepped, 2);
});

test("a timeline that begins before 0 is opened, and its width is kept when it follows", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, `${moment("set=traffic.rate:3100", 300)}&view=-75000-1500000`);
  await expect.poll(() => view.offeredRate()).toBe(3100);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await view.button(/^Follow$/).click();
  await expect.poll(() => page.url()).toContain("view=1575000&");
});

test("a link far into a run shows its progress, and can be given up", async ({ page, lab }) => {
  const view = new LabPage(page);
  await page.goto(`${lab}#/lab?set=traffic.rate:12000&t=90000000000&play=0`);
  await expect(page.getByRole("progressbar")).toBeVisible();
  await view.button("Give up").click();
  await expect(view.headline).toHaveText("Every packet gets through.");
  await expect.poll(() => view.offeredRate()).toBe(2000);
});

test("a link of another model is run here and marked", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, "#/lab?model=1066.0&scenario=lab");
  await expect(
    page.getByText("This link was made with another version of the model"),
  ).toBeVisible();
  await expect(page.getByText(/made with 1066\.0; this page runs/)).toBeVisible();
});

test("a lecturer's link opens in the projector's layout, which is stored nowhere", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, `${moment("set=traffic.rate:3100", 300)}&look=projector`);
  const layout = () => page.evaluate(() => document.documentElement.dataset.layout);
  await expect.poll(layout).toBe("projector");
  await page.reload();
  await view.headline.waitFor();
  await expect.poll(layout).toBe("projector");
  await page.goto("about:blank");
  await view.open(lab, moment("set=traffic.rate:3100", 300));
  expect(await layout()).toBe("auto");
});

test("on a phone a lecturer's link is laid out for the phone", async ({ page, lab }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const view = new LabPage(page);
  await view.open(lab, `${moment("set=traffic.rate:3100", 300)}&look=projector`);
  await expect(page.locator("body")).toHaveAttribute("data-lab", /^narrow/);
  const smallest = () =>
    page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--text-12").trim(),
    );
  expect(await smallest()).toBe("12px");
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.locator("body")).toHaveAttribute("data-lab", "projector");
  expect(await smallest()).toBe("18px");
});

test("the layout that is chosen is written into the address", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, moment("set=traffic.rate:3100", 300));
  await view.button("Look").click();
  await page.getByRole("radio", { name: "Projector" }).check();
  await expect(page).toHaveURL(/&look=projector$/);
  await page.getByRole("radio", { name: "By the window’s width" }).check();
  await expect(page).not.toHaveURL(/look=/);
});

const wrong = [
  ["#/lab?scenario=nowhere", /scenario is nowhere: there is no such scenario here/],
  [
    "#/lab?set=traffic.rate:99999",
    /Offered rate \(traffic\.rate\) is 99999: out of range. Allowed: 0 to 14880/,
  ],
  ["#/lab?set=traffic.colour:1", /traffic\.colour is 1: no setting\. Allowed: traffic\.rate, /],
  ["#/lab?t=15000&t=30000", /t is 15000, then 30000: given twice\. Allowed: once/],
  ["#/lab?do=abc~traffic.rate:1", /do is abc: not a whole number/],
  ["#/lab?v=99", /v is 99: this page does not know this kind of link/],
  ["#/lab?speed=fast", /speed is fast: not a speed/],
] as const;

for (const [hash, message] of wrong) {
  test(`a broken link says what is wrong: ${hash}`, async ({ page, lab }) => {
    const view = new LabPage(page);
    await view.open(lab, hash);
    const alert = page
      .getByRole("alert")
      .filter({ hasText: "This link cannot be opened as it is" });
    await expect(alert).toContainText(message);
    await expect(view.headline).toHaveText("Every packet gets through.");
  });
}

test("a broken link that is pasted leaves the machine as it was", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, moment("set=traffic.rate:3100", 300));
  await view.paste("#/lab?set=traffic.rate:99999");
  await expect(page.getByRole("alert")).toContainText("out of range");
  expect(await view.offeredRate()).toBe(3100);
  expect(await view.shownMilliseconds()).toBeCloseTo(300, 0);
  await page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a link that is pasted while the page is about to write its address is not lost", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab);
  // Opened plain, the page writes its address within a second: while it is busy that becomes due, and the link
  // comes before it.
  const busy = page.evaluate(() => {
    const begin = performance.now();
    while (performance.now() < begin + 1_500);
  });
  await Promise.all([busy, view.paste(moment("set=traffic.rate:3100", 300))]);
  await expect.poll(() => view.offeredRate()).toBe(3100);
  await expect.poll(() => view.shownMilliseconds()).toBeCloseTo(300, 0);
});

test("the address of a page that was opened plain is soon the link to what it shows", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await page.goto(`${lab}?before`);
  await view.open(lab, "#/lab");
  await expect(page).toHaveURL(/#\/lab\?v=1&.*scenario=lab&.*t=\d+&/);
  // It is no place of its own to go back to.
  await page.goBack();
  await expect(page).toHaveURL(/\?before/);
});
