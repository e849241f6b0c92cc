// The fields of an embedded lab's address: who may send messages, the language of what is wrong, and the order of the views.
// cspell:ignore permitido dirección laboratorio incrustado servidor ruta
import type { Page } from "@playwright/test";
import { expect, testInNewPage as test } from "./fixtures";
import { serveHostPage } from "./fixtures/host-page";

/** A course page that asks the lab in its iframe for its state again and again, and counts what it gets. */
const askingPage = (address: string) => `<!doctype html><title>A course</title>
<iframe width="700" height="500" title="lab" src="${address}"></iframe>
<script>
  var received = [];
  const iframe = document.querySelector("iframe");
  addEventListener("message", ({ source, data }) => source === iframe.contentWindow && received.push(data.type));
  setInterval(() => iframe.contentWindow.postMessage({ livelock: 1, id: "1", type: "state" }, "*"), 100);
</script>`;

const received = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { received: string[] }).received);

test("a parent that cannot be read lets no page send messages, and no page gets one", async ({
  page,
  lab,
  guard,
}) => {
  for (const [parent, isOpen] of [
    ["", true],
    ["&parent=course", false],
    ["&parent=https://elsewhere.example", false],
  ] as const) {
    const address = `${lab}embed.html#/embed?views=sentence&scenario=lab&play=0${parent}`;
    const host = await serveHostPage(askingPage(address));
    guard.allowOrigin(new URL(host.address).origin);
    await page.goto(host.address);
    const frame = page.frameLocator("iframe");
    await expect(frame.getByTestId("headline")).toBeVisible();
    if (isOpen) await expect.poll(() => received(page)).toContain("state");
    else {
      if (parent.endsWith("course"))
        await expect(frame.getByRole("alert")).toContainText("no page may send messages");
      // Longer than ten requests take.
      const begin = await page.evaluate(() => performance.now());
      await page.waitForFunction((start) => performance.now() > start + 1_500, begin);
      expect(await received(page)).toEqual([]);
    }
    await host.close();
  }
});

test("what is wrong with the address of a Spanish embed is said in Spanish", async ({
  page,
  lab,
}) => {
  await page.goto(
    `${lab}embed.html?lang=es#/embed?views=sentence&theme=pink&nope=1&parent=course&scenario=lab&play=0`,
  );
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("theme vale pink: no permitido");
  await expect(alert).toContainText("nope vale 1: no es un campo de un laboratorio incrustado");
  await expect(alert).toContainText("la dirección de un servidor, sin ruta");
});

test("two columns keep the order of the views, for the eye and for the Tab key", async ({
  page,
  lab,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const names = {
    sentence: "What is happening",
    machine: "Machine",
    curve: "Throughput",
    outcomes: "Where it went",
    timeline: "Timeline",
  };
  await page.goto(`${lab}embed.html#/embed?scenario=lab&play=0`);
  await expect(page.getByTestId("headline")).toBeVisible();
  for (const views of [
    ["sentence", "machine", "curve", "outcomes"],
    ["outcomes", "machine", "sentence", "timeline"],
    ["machine", "sentence", "curve"],
  ] as (keyof typeof names)[][]) {
    await page.evaluate((list) => {
      location.hash = `#/embed?views=${list.join(",")}&scenario=lab&play=0`;
    }, views);
    const regions = page.getByRole("region");
    const shown = async () => {
      const labels = await regions.evaluateAll((all) =>
        all.map(
          (one) => one.getAttribute("aria-label") ?? one.querySelector("h2, h3")?.textContent,
        ),
      );
      return labels.filter((label) => Object.values(names).includes(label ?? ""));
    };
    await expect.poll(shown).toEqual(views.map((view) => names[view]));
    // The views arrive one after the other, and each one moves those below it.
    await expect(async () => {
      const places = await Promise.all(
        views.map(async (view) => {
          const box = await page
            .getByRole("region", { name: names[view], exact: true })
            .boundingBox();
          return box ?? { x: NaN, y: NaN };
        }),
      );
      expect(new Set(places.map(({ x }) => x)).size, "there are two columns").toBe(2);
      const inOrder = [...places].sort((a, b) => a.x - b.x || a.y - b.y);
      expect(inOrder, views.join(",")).toEqual(places);
    }).toPass({ timeout: 5_000 });
  }
});

test("a suggestion names only what is on the page: the lab has the dot and the knob, an embedded sentence has neither", async ({
  page,
  lab,
}) => {
  const machine = "scenario=lab&set=traffic.rate:2000&play=0&t=200ms";
  const suggestion = page.getByText("Try this: raise the offered rate");
  await page.goto(`${lab}#/lab?${machine}`);
  await expect(page.getByTestId("headline")).toHaveText("Every packet gets through.");
  await expect(suggestion).toBeVisible();
  await page.goto(`${lab}embed.html#/embed?views=sentence&${machine}`);
  await expect(page.getByTestId("headline")).toHaveText("Every packet gets through.");
  await expect(suggestion).toHaveCount(0);
});
