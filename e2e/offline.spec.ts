// Without a network: the stored copy opens every page after the server has stopped, a new version waits until somebody
// takes it, and a browser without room says so. The servers of these tests let browsers keep a copy; those of the other
// tests do not, as with `npm start`.
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import catalogue from "../web/generated/catalogue.json" with { type: "json" };
import { serve } from "../web/tools/build/server.mjs";
import { writeServiceWorker } from "../web/tools/build/service-worker.mjs";
import { siteFolder } from "../web/tools/build/site.mjs";
import { expect, testInNewPage as test } from "./fixtures";
import { LabPage, MOMENTS } from "./pages/lab-page";
import { LessonPage } from "./pages/lesson-page";
import { WorkshopPage } from "./pages/workshop-page";

const BASE = "/some/folder/";

/** Opens the help, expects what it says about the copy, and closes it. */
async function expectCopy(page: Page, words: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Help" }).click();
  await expect(page.getByTestId("offline-copy")).toContainText(words);
  await page.keyboard.press("Escape");
}

/** Opens an address as a new page would: nothing of the page before is left. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(address);
}

test("lab, lesson, lecture, figures, Explore, workshop and Compare open after the server has stopped", async ({
  page,
  guard,
}) => {
  const server = await serve(siteFolder, { base: BASE, offline: true });
  const { address } = server;
  guard.allowOrigin(new URL(address).origin);
  const view = new LabPage(page);
  const lesson = new LessonPage(page);
  await view.open(address);
  await expectCopy(page, /is stored on this device \(\d+ files, [\d.]+ MB, copy \w{8}\)/);
  await lesson.open(address, "receive-livelock");
  const firstStep = await page.getByRole("heading", { level: 2 }).first().textContent();
  await lesson.link(/^Next:/).click();
  await expect(page.getByRole("heading", { level: 2 }).first()).not.toHaveText(firstStep ?? "");
  const secondStep = page.url();
  await server.close();

  await visit(page, address + MOMENTS.collapsed);
  await expect.poll(() => view.diagnosis()).toMatch(/livelock/);
  await view.curveIsDrawn();
  await page.reload();
  await expect.poll(() => view.diagnosis()).toMatch(/livelock/);
  for (const scenario of ["spanos-figure-5", "wu-udp-200", "srp-figure-5"]) {
    await view.paste(`#/lab?scenario=${scenario}&play=0`);
    const title = catalogue.scenarios.find(({ id }) => id === scenario)?.title ?? "";
    await expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();
  }
  await visit(page, secondStep);
  await lesson.machineIsReady();
  await expect(page.getByRole("heading", { level: 2 }).first()).not.toHaveText(firstStep ?? "");
  await visit(page, `${address}#/lecture/guest-10-minutes`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("End");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await visit(page, `${address}#/figures`);
  const figure = page.getByRole("region", { name: /^M figure 6-1\b/ });
  await expect(figure.getByText("Computed in this browser.")).toBeVisible();
  await visit(page, `${address}#/explore?find=livelock`);
  await expect(page.getByRole("heading", { level: 2, name: /Explore/ })).toBeVisible();
  await visit(page, `${address}#/workshop`);
  await new WorkshopPage(page).runs();
  await visit(page, `${address}#/compare`);
  await expect(page.getByRole("heading", { level: 2, name: /Compare/ })).toBeVisible();
});

/** A second version of the site: another name for a part that is loaded late, and none of the earlier name. */
async function makeNextVersion(): Promise<string> {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), "livelock-site-")), "dist");
  // A server would send the compressed files of the first version.
  cpSync(siteFolder, folder, { recursive: true, filter: (file) => !/\.(gz|br)$/.test(file) });
  const assets = path.join(folder, "assets");
  const names = readdirSync(assets);
  const late = names.find((name) => /^glossary-.{8}\.js$/.test(name)) ?? "";
  const renamed = late.replace(/-.{8}\./, "-AAAAAAAA.");
  renameSync(path.join(assets, late), path.join(assets, renamed));
  for (const name of names.filter((one) => one.endsWith(".js") && one !== late)) {
    const file = path.join(assets, name);
    const text = readFileSync(file, "utf8");
    if (text.includes(late)) writeFileSync(file, text.replaceAll(late, renamed));
  }
  const index = path.join(folder, "index.html");
  const marked = readFileSync(index, "utf8").replace("</head>", `<meta name="next" /></head>`);
  writeFileSync(index, marked);
  await writeServiceWorker(folder);
  return folder;
}

test("a worker that ends without an answer leaves no page waiting for it", async ({
  page,
  guard,
}) => {
  const first = await serve(siteFolder, { base: BASE, offline: true });
  const { address } = first;
  guard.allowOrigin(new URL(address).origin);
  await visit(page, `${address}#/lessons`);
  await expectCopy(page, /is stored on this device/);
  await first.close();
  const start = await serve(siteFolder, { base: BASE, port: Number(new URL(address).port) });
  await page.addInitScript(() => {
    // `about:blank` has no service workers.
    if ("ServiceWorker" in globalThis) ServiceWorker.prototype.postMessage = () => undefined;
  });
  await visit(page, `${address}#/lessons`);
  await expectCopy(page, /this server always sends the newest pages/);
  await start.close();
});

test("a new version waits, replaces no running lesson, and keeps progress when it is taken", async ({
  page,
  context,
  guard,
}) => {
  const nextFolder = await makeNextVersion();
  const first = await serve(siteFolder, { base: BASE, offline: true });
  const { address } = first;
  const port = Number(new URL(address).port);
  guard.allowOrigin(new URL(address).origin);
  const lesson = new LessonPage(page);
  const isNext = (of: Page) => of.locator("meta[name=next]");
  await lesson.open(address, "receive-livelock");
  await expectCopy(page, /is stored on this device/);
  await lesson.link(/^Next:/).click();
  const step = page.url();
  await first.close();

  // The next version is on the server. A second tab finds it; both tabs keep the first version.
  const second = await serve(nextFolder, { base: BASE, port, offline: true });
  const other = await context.newPage();
  const lab = new LabPage(other);
  await lab.open(address, MOMENTS.collapsed);
  const notice = other.getByText("A new version of the lab is ready");
  await expect(notice).toBeVisible();
  await expect(page.getByText("A new version of the lab is ready")).toBeVisible();
  await expect(isNext(other)).toHaveCount(0);
  await expect(isNext(page)).toHaveCount(0);
  await expectCopy(other, /A newer version is stored too/);

  // The second tab takes it and keeps its machine. The lesson in the first tab goes on, also with a part that only the
  // first version has and that it has not loaded yet.
  await other.getByRole("button", { name: "Reload now" }).click();
  await expect(isNext(other)).toHaveCount(1);
  await expect.poll(() => lab.diagnosis()).toMatch(/livelock/);
  await expect(isNext(page)).toHaveCount(0);
  await expect(page).toHaveURL(step);
  await page.getByRole("link", { name: "Glossary" }).first().click();
  await expect(page.getByRole("heading", { level: 2, name: "Glossary" })).toBeVisible();
  await expect(isNext(page)).toHaveCount(0);
  await other.close();

  // The next visit has the new version and the progress of the old one, without a network too.
  await second.close();
  await visit(page, `${address}#/lessons`);
  await expect(isNext(page)).toHaveCount(1);
  await expect(page.getByRole("link", { name: /Continue/ }).first()).toBeVisible();
  const copies = () => page.evaluate(async () => (await caches.keys()).length);
  await expect.poll(copies).toBe(1);

  // `npm start` at the same address keeps no copy, and forgets this one.
  const start = await serve(siteFolder, { base: BASE, port });
  const notStored = /this server always sends the newest pages/;
  await expect(async () => {
    await visit(page, `${address}#/lessons`);
    await expect.poll(copies, { timeout: 5_000 }).toBe(0);
  }).toPass();
  await expectCopy(page, notStored);
  await visit(page, `${address}#/lab`);
  await expect(isNext(page)).toHaveCount(0);
  await expectCopy(page, notStored);
  await start.close();
  rmSync(path.dirname(nextFolder), { recursive: true });
});

test("a browser without room for the copy says so and works on", async ({
  page,
  context,
  guard,
}) => {
  const server = await serve(siteFolder, { base: BASE, offline: true });
  const { origin } = new URL(server.address);
  guard.allowOrigin(origin);
  const session = await context.newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1_000_000 });
  const view = new LabPage(page);
  await view.open(server.address, MOMENTS.healthy);
  await expectCopy(page, /is not stored on this device: the browser blocks storage or has no room/);
  await expect(view.headline).toHaveText("Every packet gets through.");
  await server.close();
});
