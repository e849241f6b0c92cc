// The page opens with a running, healthy machine, from any kind of file server.
import type { Page } from "@playwright/test";
import { serve } from "../web/tools/build/server.mjs";
import { siteFolder } from "../web/tools/build/site.mjs";
import { expect, testInNewPage as test } from "./fixtures";

/** Expects a diagnosis of a healthy machine. */
async function expectHealthy(page: Page) {
  const diagnosis = page.getByRole("region", { name: "What is happening" });
  await expect(diagnosis.getByRole("img", { name: "Good" })).toBeVisible();
  await expect(diagnosis.getByText("Every packet gets through.")).toBeVisible();
}

test("the lab opens and says that the machine is healthy", async ({ page, lab }) => {
  await page.goto(lab);
  await expectHealthy(page);
});

test("the lab opens from a server that does not know the type of wasm files", async ({
  page,
  guard,
}) => {
  const server = await serve(siteFolder, { types: { ".wasm": "text/plain" } });
  guard.allowOrigin(new URL(server.address).origin);
  await page.goto(server.address);
  await expectHealthy(page);
  await server.close();
});

test("before its scripts arrive, the lab's page says what the lab is about; another page does not", async ({
  page,
  lab,
}) => {
  await page.route("**/*.js", () => undefined);
  const introduction = page.getByText(/A router of the 1990s forwards packets/);
  await page.goto(lab, { waitUntil: "commit" });
  await expect(introduction).toBeVisible();
  await page.goto("about:blank");
  await page.goto(`${lab}#/lessons`, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1, name: "Livelock Lab" })).toBeVisible();
  await expect(introduction).toBeHidden();
});

for (const [language, text] of [
  ["es", /Un router de los /],
  ["en", /A router of the 1990s/],
] as const) {
  test.describe(`in a Spanish browser, with the saved language ${language}`, () => {
    test.use({ locale: "es-MX" });
    test("the introduction has that language before the scripts arrive", async ({ page, lab }) => {
      await page.addInitScript(
        (saved) => localStorage.setItem("livelock-lab.preferences", saved),
        JSON.stringify({ schema: 1, language }),
      );
      await page.route("**/*.js", () => undefined);
      await page.goto(lab, { waitUntil: "commit" });
      await expect(page.locator(".introduction")).toHaveText(text);
    });
  });
}

test("the beginning of the page is painted before the simulator is fetched, which is fetched once", async ({
  page,
  lab,
}) => {
  await page.goto(lab);
  await expectHealthy(page);
  const { painted, fetched } = await page.evaluate(() => ({
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    fetched: performance
      .getEntriesByType("resource")
      .filter(({ name }) => /livelock_wasm.*wasm$/.test(name))
      .map(({ startTime }) => startTime),
  }));
  expect(fetched).toHaveLength(1);
  // A page that is painted later than after three seconds does not wait.
  expect(fetched[0]).toBeGreaterThanOrEqual(Math.min(painted, 3_000));
});

test("on a phone, the header has its height before its scripts arrive", async ({ page, lab }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  const header = page.locator(".header");
  const height = async () => (await header.boundingBox())?.height;
  await page.goto(lab, { waitUntil: "commit" });
  await expect(page.getByText(/A router of the 1990s forwards packets/)).toBeVisible();
  // Until the style sheet arrives, the text has a place but is not shown: the browser makes no picture.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const before = await height();
  release();
  await expect(header.getByRole("navigation")).toBeVisible();
  expect(await height()).toBe(before);
});

test("the gallery opens", async ({ page, lab }) => {
  await page.goto(`${lab}gallery/`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const diagnosis = page.getByRole("region", { name: "View: What is happening" });
  await expect(diagnosis).toContainText("Nine of ten packets are thrown away after work.");
  const outcomes = page.getByRole("region", { name: "View: Where it went" });
  await expect(outcomes).toContainText("dropped at IP input queue");
});
