// The whole state in the URL: shared, reloaded, pasted. Links that are wrong are refused with a reason.
import { expect, testWithoutTrials as test } from "./fixtures";
import { CYCLES_PER_MILLISECOND, LabPage, moment, MOMENTS } from "./pages/lab-page";

test("a shared link shows the same moment with the same knobs", async ({ page, lab, context }) => {
  const view = new LabPage(page);
  await view.open(lab, "#/lab?speed=1&play=1");
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
  const diagnosis = await view.sentence.innerText();

  const other = await context.newPage();
  const again = new LabPage(other);
  await other.goto(link);
  await again.headline.waitFor();
  await expect(again.button("Play")).toBeVisible();
  await expect(again.time).toHaveAttribute("aria-valuetext", shown ?? "");
  await expect.poll(() => again.offeredRate()).toBe(14_880);
  await expect(again.sentence).toHaveText(diagnosis.replace(/\s*\n+\s*/g, ""));
});

test("a reload restores the moment", async ({ page, lab }) => {
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

test("a moment that is reached by steps while paused is in the URL", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  await view.button("Previous packet").click();
  const stepped = await view.settledMilliseconds();
  expect(stepped).toBeLessThan(500);
  await expect
    .poll(() => Number(/[&?]t=(\d+)/.exec(page.url())?.[1]))
    .toBeLessThan(500 * CYCLES_PER_MILLISECOND);
  await page.reload();
  await view.headline.waitFor();
  expect(await view.settledMilliseconds()).toBeCloseTo(stepped, 2);
});

test("a timeline that begins before 0 opens, and keeps its width when it follows", async ({
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

test("a link to a late moment shows its progress, and can be cancelled", async ({ page, lab }) => {
  const view = new LabPage(page);
  await page.goto(`${lab}#/lab?set=traffic.rate:12000&t=90000000000&play=0`);
  await expect(page.getByRole("progressbar")).toBeVisible();
  await view.button("Cancel").click();
  await expect(view.headline).toHaveText("Every packet gets through.");
  await expect.poll(() => view.offeredRate()).toBe(2000);
});

test("a link of another model version opens, with a notice", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, "#/lab?model=1066.0&scenario=lab");
  await expect(
    page.getByText("This link was made with another version of the model"),
  ).toBeVisible();
  await expect(page.getByText(/made with 1066\.0; this page runs/)).toBeVisible();
});

test("a lecturer's link opens in the projector layout, which is not stored", async ({
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

test("on a phone a lecturer's link opens in the phone layout", async ({ page, lab }) => {
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

test("the chosen layout is written into the URL", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, moment("set=traffic.rate:3100", 300));
  await view.button("Appearance").click();
  await page.getByRole("radio", { name: "Projector" }).check();
  await expect(page).toHaveURL(/&look=projector$/);
  await page.getByRole("radio", { name: "By the window’s width" }).check();
  await expect(page).not.toHaveURL(/look=/);
});

test("a broken link says what is wrong with it, and another machine opens", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, "#/lab?set=traffic.rate:99999");
  const alert = page.getByRole("alert").filter({ hasText: "This link cannot be opened as it is" });
  await expect(alert).toContainText(
    "Offered rate (traffic.rate) is 99999: out of range. Allowed: 0 to 14880",
  );
  await expect(view.headline).toHaveText("Every packet gets through.");
});

test("a broken link that is pasted does not change the machine", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, moment("set=traffic.rate:3100", 300));
  await view.paste("#/lab?set=traffic.rate:99999");
  await expect(page.getByRole("alert")).toContainText("out of range");
  expect(await view.offeredRate()).toBe(3100);
  expect(await view.shownMilliseconds()).toBeCloseTo(300, 0);
  await page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a link that is pasted while the page is about to write the URL is not lost", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab);
  // Opened without a link, the page writes its URL within a second. The page is kept busy until
  // that write is due. Then the pasted link is handled first.
  const busy = page.evaluate(() => {
    const begin = performance.now();
    while (performance.now() < begin + 1_500);
  });
  await Promise.all([busy, view.paste(moment("set=traffic.rate:3100", 300))]);
  await expect.poll(() => view.offeredRate()).toBe(3100);
  await expect.poll(() => view.shownMilliseconds()).toBeCloseTo(300, 0);
});

test("a page that was opened without a link soon has the link to what it shows", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await page.goto(`${lab}?before`);
  await view.open(lab, "#/lab");
  await expect(page).toHaveURL(/#\/lab\?v=1&.*scenario=lab&.*t=\d+&/);
  // Writing the URL adds no entry to the history.
  await page.goBack();
  await expect(page).toHaveURL(/\?before/);
});

// cspell:ignore Atrue
const MOMENT = moment("set=traffic.rate:3100", 300);

test("a link that mail or chat has mangled opens", async ({ page, lab }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const view = new LabPage(page);
  await view.open(lab, `#${encodeURIComponent(MOMENT.slice(1))}`);
  await expect.poll(() => view.offeredRate()).toBe(3100);
  await expect.poll(() => view.shownMilliseconds()).toBeCloseTo(300, 0);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page).toHaveURL(/#\/lab\?v=1&.*traffic\.rate:3100&t=45000000&/);
});

test("a damaged link is named, and its address stays until the person does something", async ({
  page,
  lab,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.clock.install();
  const hash = MOMENT.replace("?", "%3F").replace("3100", "31…");
  const view = new LabPage(page);
  await view.open(lab, hash);
  await expect(page.getByRole("alert")).toContainText("traffic.rate");
  const address = () => new URL(page.url()).hash;
  expect(address()).toBe(new URL(lab + hash).hash);
  // Looking for the link in another tab is no action.
  const show = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
  await show(true);
  await expect(view.button("Play")).toBeVisible();
  await page.clock.runFor(1_300);
  await show(false);
  await expect(view.button("Pause")).toBeVisible();
  expect(address()).toBe(new URL(lab + hash).hash);
  await view.button("Pause").click();
  await expect.poll(address).toMatch(/^#\/lab\?v=1&/);
});

test("a comparison that mail has mangled opens, and a damaged one keeps its address", async ({
  page,
  lab,
}) => {
  await page.clock.install();
  const fields = (link: string) => encodeURIComponent(link.replace("#/lab?", ""));
  const cured = MOMENT.replace("3100", "3100,polling.enabled:true");
  const hash = `#/compare?v=1&a=${fields(MOMENT)}&b=${fields(cured)}`;
  await page.goto(`${lab}${hash.replaceAll("&", "&amp;")}).`);
  await expect(page).toHaveURL(
    /#\/compare\?v=1&a=v%3D1[^&]*3100%26[^&]*&b=v%3D1[^&]*polling[^&]*$/,
  );
  const broken = hash.replace("polling.enabled%3Atrue", "polling.enabled%3Atr…");
  await page.evaluate((next) => (location.hash = next), broken);
  await expect(page.getByRole("alert")).toContainText("polling.enabled");
  await page.clock.runFor(1_300);
  expect(new URL(page.url()).hash).toBe(new URL(lab + broken).hash);
});
