// A smoke test of the built pages in Firefox, driven over WebDriver BiDi: no page error, a machine that the worker
// paints, play, a knob and the curve. All other tests run in Chromium.
import puppeteer, { type Page } from "puppeteer-core";
import { findFirefox } from "../web/toolchain/chromium.mjs";
import { expect, test } from "./fixtures";

const START = "#/lab?scenario=lab&set=traffic.rate:2000&t=75000000&play=0";

/** What a page shows, read in one round trip. */
function readPage(page: Page) {
  return page.evaluate(() => {
    const [pageCanvas] = document.querySelectorAll<HTMLCanvasElement>(".machine-picture canvas");
    const workerCanvas = document.querySelector<HTMLCanvasElement>("canvas.machine-live");
    const curve = document.querySelector<HTMLElement>("[data-points]");
    return {
      t: Number(workerCanvas?.dataset.time ?? -1),
      isWorkerVisible:
        pageCanvas?.style.visibility === "hidden" && workerCanvas?.style.objectPosition === "",
      curvePoints: Number(curve?.dataset.points ?? 0),
      text: document.body.innerText,
    };
  });
}

test("Firefox paints in the worker, plays, turns a knob and draws the curve", async ({ lab }) => {
  const executablePath = findFirefox();
  if (executablePath === undefined) throw new Error("install firefox-esr, or set FIREFOX");
  const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await page.setViewport({ width: 1280, height: 900 });
    await page.goto(lab + START);

    await expect.poll(async () => (await readPage(page)).t).toBe(75_000_000);
    const picture = await page.$(".machine-picture");
    const png = await picture?.screenshot();
    expect(png?.byteLength ?? 0, "an empty picture is a small file").toBeGreaterThan(20_000);

    await page.click('button[aria-label^="Play"]');
    await expect.poll(async () => (await readPage(page)).t).toBeGreaterThan(75_000_000);
    await expect.poll(async () => (await readPage(page)).isWorkerVisible).toBe(true);
    await page.click('button[aria-label^="Pause"]');

    const rate = 'input[aria-label^="Offered rate"][type="text"]';
    await page.click(rate, { count: 3 });
    await page.type(rate, "12000");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await readPage(page)).text).toContain("12,000/s");

    await expect
      .poll(async () => (await readPage(page)).curvePoints, { timeout: 90_000 })
      .toBeGreaterThan(5);
    expect((await readPage(page)).isWorkerVisible).toBe(true);
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
  }
});
