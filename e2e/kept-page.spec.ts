// The page that tests have one after the other shows a test nothing of the test before (`fixtures/kept-page.ts`).
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

// In one worker, in this order.
test.describe.configure({ mode: "serial" });

let before: Page;
let others = 0;

test("a test leaves something of every kind in its page", async ({ page, context, lab }) => {
  before = page;
  await page.addInitScript("globalThis.isLeftBehind = true");
  await page.route("**/icons/*", (route) => route.abort());
  await page.goto(`${lab}404.html`);
  await page.evaluate(async () => {
    localStorage.setItem("left", "behind");
    await caches.open("left");
    await new Promise((resolve) => {
      indexedDB.open("left").onsuccess = resolve;
    });
  });
  await page.setViewportSize({ width: 360, height: 780 });
  await page.emulateMedia({ media: "print", colorScheme: "dark", reducedMotion: "no-preference" });
  const other = await context.newPage();
  other.on("close", () => others++);
});

test("the next test has the same page, as if it were new", async ({ page, context, lab }) => {
  expect(page).toBe(before);
  expect(context.pages()).toEqual([page]);
  expect(others).toBe(1);
  await page.goto(`${lab}404.html`);
  const found = await page.evaluate(async () => ({
    script: "isLeftBehind" in globalThis,
    stored: Object.keys(localStorage),
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
    width: innerWidth,
    isPrint: matchMedia("print").matches,
    isDark: matchMedia("(prefers-color-scheme: dark)").matches,
    isCalm: matchMedia("(prefers-reduced-motion: reduce)").matches,
    icon: await fetch("icons/192.png").then(({ ok }) => ok),
  }));
  expect(found).toEqual({
    script: false,
    stored: ["livelock-lab.tour"],
    caches: [],
    databases: [],
    width: 1280,
    isPrint: false,
    isDark: false,
    isCalm: true,
    icon: true,
  });
});
