// The core set in Firefox, its stored copy, and the element in a course page, driven over WebDriver BiDi: Playwright drives
// only a Firefox of its own build.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import puppeteer, { type Page } from "puppeteer-core";
import { findFirefox } from "../web/tools/browsers/chromium.mjs";
import { serve } from "../web/tools/build/server.mjs";
import { siteFolder } from "../web/tools/build/site.mjs";
import { expect, testInNewPage as test } from "./fixtures";
import { serveHostPage } from "./fixtures/host-page";
import { expectCoreSet } from "./pages/core-set";

test("Firefox: the lab opens, runs, steps, draws its curve, keeps its link; a lesson accepts an answer and saves its report; the lab opens offline and embedded", async ({
  lab,
}) => {
  const executablePath = findFirefox();
  if (executablePath === undefined) throw new Error("install firefox-esr, or set FIREFOX");
  const downloads = await mkdtemp(path.join(tmpdir(), "livelock-firefox-"));
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    headless: true,
    extraPrefsFirefox: { "browser.download.folderList": 2, "browser.download.dir": downloads },
  });
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
      downloads,
      errors: () => Promise.resolve(errors),
    };
    await expectCoreSet(core, lab);
    await expectOffline(page);
    await expectElement(page, lab);
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
    await rm(downloads, { recursive: true });
  }
});

async function expectOffline(page: Page): Promise<void> {
  await test.step("the stored copy opens a lesson after the server has stopped", async () => {
    const server = await serve(siteFolder, { base: "/some/folder/", offline: true });
    await page.goto(`${server.address}#/lab?scenario=lab&play=0`);
    const copy = () =>
      page.evaluate(
        async () => (await navigator.serviceWorker.getRegistration())?.active?.state ?? "none",
      );
    await expect.poll(copy).toBe("activated");
    // Firefox reports an error if a page is left while its service worker answers a request.
    await page.waitForNetworkIdle();
    await server.close();
    await page.goto("about:blank");
    await page.goto(`${server.address}#/lessons/receive-livelock`);
    const heading = () => page.evaluate(() => document.querySelector("h2")?.innerText ?? "");
    await expect.poll(heading).toMatch(/^A router that keeps up/);
    await page.waitForNetworkIdle();
  });
}

interface MachineState {
  diagnosis: { id: string } | null;
}

interface LabElement extends Element {
  state(): Promise<MachineState & { second: MachineState | null }>;
}

async function expectElement(page: Page, lab: string): Promise<void> {
  await test.step("a page of another origin embeds a comparison with the element", async () => {
    const host = await serveHostPage(`<!doctype html><title>A course</title>
      <script src="${lab}embed.js"></script>
      <livelock-lab scenario="lab" set="traffic.rate:12000" with="polling.enabled:true" t="75000000" play="0"
        views="compare"></livelock-lab>`);
    await page.goto(host.address);
    const diagnoses = () =>
      page.evaluate(async () => {
        const element = document.querySelector("livelock-lab") as LabElement;
        const state = await element.state();
        return [state.diagnosis?.id, state.second?.diagnosis?.id];
      });
    await expect.poll(diagnoses).toEqual(["livelock_at_queue", "shedding"]);
    await host.close();
  });
}
