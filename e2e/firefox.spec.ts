// The core set in Firefox, driven over WebDriver BiDi: Playwright drives only a Firefox of its own build.
import puppeteer from "puppeteer-core";
import { findFirefox } from "../web/toolchain/chromium.mjs";
import { test } from "./fixtures";
import { expectCoreSet } from "./pages/core-set";

test("Firefox: the lab opens, runs, steps, draws its curve, keeps its link; a lesson accepts an answer", async ({
  lab,
}) => {
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
    const core = {
      goto: async (address: string) => void (await page.goto(address)),
      read: <T>(read: () => T) => page.evaluate(read) as Promise<T>,
      click: (selector: string) => page.click(selector),
      async enter(selector: string, text: string) {
        await page.click(selector, { count: 3 });
        await page.type(selector, text);
        await page.keyboard.press("Enter");
      },
      async picture(selector: string) {
        const element = await page.$(selector);
        return (await element?.screenshot()) ?? new Uint8Array();
      },
      errors: () => Promise.resolve(errors),
    };
    await expectCoreSet(core, lab);
  } finally {
    await browser.close();
  }
});
