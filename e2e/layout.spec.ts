// The layout: a text that changes has enough room but not too much, nothing else moves when it changes, and nothing covers
// what a person looks at.
import type { Page } from "@playwright/test";
import { expect, test as testWithTrials, testWithoutTrials as test } from "./fixtures";
import { LabPage, MOMENTS } from "./pages/lab-page";

/** The most blank height, in pixels, between the diagnosis and its button: three lines. */
const BLANK_PIXELS = 62;

for (const width of [360, 768, 1280, 1920]) {
  test(`at ${width} px the diagnosis card is not half empty, in livelock and on a healthy machine`, async ({
    page,
    lab,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const view = new LabPage(page);
    await view.open(lab, MOMENTS.collapsed);
    const bottom = async (selector: string) => {
      const box = await view.sentence.locator(selector).boundingBox();
      return box === null ? NaN : box.y + box.height;
    };
    const height = async () => (await view.sentence.boundingBox())?.height;
    const blank = async () => {
      const card = await view.sentence.boundingBox();
      // The row of the button and the edge of the card are not blank.
      return (card?.y ?? 0) + (card?.height ?? 0) - (await bottom(".diagnosis-text")) - 36 - 8 - 13;
    };
    const collapsed = await height();
    expect(await blank()).toBeLessThan(BLANK_PIXELS);
    await view.paste(MOMENTS.healthy);
    await expect(view.headline).toHaveText("Every packet gets through.");
    expect(await height()).toBe(collapsed);
    expect(await blank()).toBeLessThan(BLANK_PIXELS);
  });
}

testWithTrials(
  "at 1280 x 720 the timeline begins on the first screen, and the code is beside the machine",
  async ({ page, lab }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const view = new LabPage(page);
    await view.open(lab, MOMENTS.collapsed);
    const bottom = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      return box === null ? NaN : box.y + box.height;
    };
    // The axis and the first lane.
    const canvas = await page.getByRole("application", { name: /^Timeline/ }).boundingBox();
    expect(canvas?.y).toBeLessThan(720 - 28 - 32);
    await view.button("Show code").press("Enter");
    await expect(page.getByRole("heading", { name: "Code", exact: true })).toBeFocused();
    await expect(page.locator(".code-line.is-running")).toBeInViewport();
    expect(await bottom(".machine-card")).toBeLessThanOrEqual(720);
    expect(await bottom(".transport")).toBeLessThanOrEqual(110);
    await view.button("Hide code").press("Enter");
    await expect(view.button("Show code")).toBeFocused();
  },
);

test("at 320 px, a page zoomed to 400 %, nothing has to be scrolled sideways", async ({
  page,
  lab,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const name of ["explore", "compare", "lessons", "figures", "glossary"]) {
    await page.goto(`${lab}#/${name}`);
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    if (name === "explore") await page.locator(".explore-card").first().waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, name).toBe(320);
  }
});

test("on a phone the text of the bottom bar has half of its row, however long the button's label", async ({
  page,
  lab,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const view = new LabPage(page);
  await view.open(lab, "#/lab?scenario=lab&set=traffic.rate:12000&play=1");
  const bar = page.getByRole("region", { name: "Summary" });
  await bar.getByRole("button", { name: "Poll instead" }).click();
  const jump = bar.getByRole("button", { name: "Jump ahead" });
  await expect(jump).toBeVisible();
  // Gives the button the label of the longest cure.
  await jump.evaluate(
    (button) => (button.textContent = "Poll, and stop input while the queue is full"),
  );
  const words = await bar.locator(".bottom-bar-text").boundingBox();
  expect(words?.width).toBeGreaterThan(150);
});

for (const [layout, width, height] of [
  ["projector", 1280, 720],
  ["projector", 1920, 1080],
  ["auto", 1280, 800],
  ["auto", 1366, 768],
] as const) {
  test(`a toast covers nothing in a window of ${width} px (${layout})`, async ({ page, lab }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript((chosen) => {
      const liked = { schema: 1, theme: "auto", layout: chosen, shortcuts: true, unfolded: [] };
      localStorage.setItem("livelock-lab.preferences", JSON.stringify(liked));
    }, layout);
    const view = new LabPage(page);
    await view.open(lab, MOMENTS.collapsed);
    const top = async () => (await page.locator(".lab").boundingBox())?.y;
    const before = await top();
    await page.keyboard.press("c");
    await page.keyboard.press("Control+z");
    const toast = page.locator(".toasts > .notice").last();
    await expect(toast).toBeVisible();
    expect(await top()).toBe(before);
    const over = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    for (const other of [".lab", ".nav", ".header-tools"]) {
      const box = (await page.locator(other).boundingBox()) ?? over;
      const apart =
        over.x >= box.x + box.width ||
        over.x + over.width <= box.x ||
        over.y >= box.y + box.height ||
        over.y + over.height <= box.y;
      expect(apart, other).toBe(true);
    }
  });
}

for (const width of [1240, 1280, 1366, 1440]) {
  for (const language of ["en", "es"]) {
    test(`the title of a toast is whole in a window of ${width} px (${language})`, async ({
      page,
      lab,
    }) => {
      await page.setViewportSize({ width, height: 768 });
      await page.goto(`${lab}?lang=${language}#/lab?scenario=figure-6-4&play=0&t=60000000`);
      const programs = page.locator(".knob-group-of-programs");
      await programs.getByRole("button").first().click();
      await programs.getByRole("switch").first().click();
      const title = page.locator(".header > .toasts .notice-title");
      await expect(title).toContainText("screend");
      const cut = () => title.evaluate((one) => one.scrollHeight - one.clientHeight);
      // A line of text has a height of 11 px or more.
      await expect.poll(cut).toBeLessThan(6);
    });
  }
}

test("on a phone a toast has two lines, above the bar at the bottom", async ({ page, lab }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const view = new LabPage(page);
  await view.open(lab, "#/lab?scenario=figure-6-4&play=0&t=60000000");
  await page.getByRole("button", { name: "Knobs" }).first().click();
  const programs = page.locator(".knob-group-of-programs");
  await programs.getByRole("button").first().click();
  await programs.getByRole("switch").first().click();
  const toast = page.locator(".toasts > .notice");
  await expect(toast).toContainText("New run with Firewall process (screend): off");
  const box = await toast.boundingBox();
  const bar = await page.getByRole("region", { name: "Summary" }).boundingBox();
  expect(box?.height).toBeLessThan(54);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
});

test("the knobs scroll by themselves, however many are open", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const folded = await height();
  await page
    .locator(".knob-group-of-costs")
    .getByRole("button", { name: /^Costs/ })
    .click();
  await page.getByRole("button", { name: /more for costs/ }).click();
  await expect(page.getByRole("heading", { name: "In interrupts", exact: true })).toBeAttached();
  expect(await height()).toBeLessThan(folded + 50);
});

test("the speed and the shown time below the transport do not touch", async ({ page, lab }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  const view = new LabPage(page);
  await view.open(lab, `${MOMENTS.collapsed}&code=1`);
  await page.keyboard.press("-");
  await page.keyboard.press("-");
  const speed = page.locator(".speed-value");
  await expect(speed).toContainText("µs per second");
  const [left, right] = [await speed.boundingBox(), await page.locator(".scrub-now").boundingBox()];
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan((right?.x ?? 0) - 6);
});

test("in a lesson on a laptop the wasted work and the dot on the curve are on one screen", async ({
  page,
  lab,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(`${lab}#/lessons/receive-livelock/pull-it-until-it-breaks`);
  const dot = page.getByRole("slider", { name: "offered rate: you are here" });
  await expect(dot).toBeInViewport({ ratio: 1 });
  await expect(page.locator(".machine-picture")).toBeInViewport({ ratio: 1 });
});

for (const [step, looked] of [
  ["receive-livelock/why-less-comes-out", ".timeline-card .timeline-plot"],
  ["a-share-for-users/count-the-cycles", ".timeline-card .timeline-plot"],
  ["feedback-from-the-queue/polling-is-not-enough", ".outcomes :text('thrown away')"],
  [
    "feedback-from-the-queue/two-programs-one-ring",
    ".machine-target[aria-label*='receive queue 2']",
  ],
  ["design-your-own-policy/one-machine-four-loads", ".task :text('Which of the four loads')"],
] as const) {
  test(`what the step ${step} asks to look at is on the first screen`, async ({ page, lab }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto(`${lab}#/lessons/${step}`);
    await expect(page.locator(looked).first()).toBeInViewport({ ratio: 0.5 });
  });
}

test("two knobs that depend on each other cannot cross", async ({ page, lab }) => {
  await page.goto(`${lab}#/lessons/feedback-from-the-queue/two-marks`);
  const knobs = page.getByRole("region", { name: "Knobs of this step" });
  const field = (name: string) => knobs.getByRole("textbox", { name: `${name}, number in %` });
  await expect(field("Continue at")).toHaveValue("25");
  await field("Stop at").fill("20");
  await field("Stop at").press("Enter");
  await expect(knobs.getByRole("alert")).toContainText("Allowed: whole numbers, 26 to 100");
  await expect(knobs).toContainText("More than “Continue at”, which is 25 %.");
  await field("Stop at").press("Escape");
  // The thumb stops at the other mark, and the curve ends there.
  await knobs.getByRole("slider", { name: "Stop at" }).press("Home");
  await expect(field("Stop at")).toHaveValue("26");
  await expect(page.getByText("A trial could not be run")).toHaveCount(0);
  await expect(page.getByRole("slider", { name: "Continue at: you are here" })).toHaveAttribute(
    "aria-valuemax",
    "25",
  );
});

test("on a phone the description of a selected part is on the screen at once", async ({
  page,
  lab,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  const ring = page.locator(".machine-target[data-item^='place ']").nth(1);
  await ring.scrollIntoViewIfNeeded();
  await ring.focus();
  await page.keyboard.press("Enter");
  const description = page.getByRole("region", { name: "Selected item" });
  await expect(description).toBeInViewport({ ratio: 0.9 });
  const [bar, box] = [
    await page.locator(".bottom-bar").boundingBox(),
    await description.boundingBox(),
  ];
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
});

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 360, height: 780 },
]) {
  testWithTrials(
    `the diagnosis changes and nothing below it moves, at ${viewport.width} px`,
    async ({ page, lab }) => {
      await page.setViewportSize(viewport);
      const view = new LabPage(page);
      const places: unknown[] = [];
      for (const [name, moment] of Object.entries(MOMENTS)) {
        await view.open(lab);
        await view.paste(moment);
        await expect(view.button("Play")).toBeVisible();
        await expect(view.headline).not.toHaveText("The run has just begun.");
        if (name === "collapsed") await expect.poll(() => view.diagnosis()).toMatch(/livelock/);
        places.push(await view.sentence.boundingBox());
      }
      expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(1);
    },
  );
}

testWithTrials("while the lab opens, no card moves", async ({ page, lab }) => {
  await page.setViewportSize({ width: 1350, height: 940 });
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as unknown as Shift).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const loadCurve = await holdScript(page, /\/curve-[\w-]{8}\.js$/);
  const loadTrials = await holdScript(page, /\/run-trials-[\w-]{8}\.js$/);
  const view = new LabPage(page);
  await view.open(lab);
  await expect(view.outcomes).toContainText("Latency");
  loadCurve();
  await expect(view.throughput).toContainText("Running the first trials");
  loadTrials();
  await expect(view.dot).toBeVisible();
  const sum = await page.evaluate(() => (globalThis as unknown as { shifts: Shifts }).shifts.sum);
  // The outcomes once moved up and down again while the curve was loaded: 0.048.
  expect(sum).toBeLessThan(0.02);
});

/** Holds the requests for a script until the returned function is called. */
async function holdScript(page: Page, address: RegExp): Promise<() => void> {
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

interface Shifts {
  sum: number;
}

/** TypeScript does not know the entries of the Layout Instability API. */
interface Shift {
  value: number;
}

test("the header has two rows on phones, also before the page's font is there", async ({
  page,
  lab,
}) => {
  await page.goto(`${lab}#/glossary`);
  const header = page.getByRole("banner");
  const height = () => header.evaluate((one) => one.getBoundingClientRect().height);
  for (const width of [360, 390, 412, 430]) {
    await page.setViewportSize({ width, height: 700 });
    for (const fonts of ["", '"Narrowed Sans", sans-serif']) {
      await page.evaluate(
        (family) => document.documentElement.style.setProperty("--font-text", family),
        fonts,
      );
      expect(await height(), `${width} px, ${fonts}`).toBeLessThan(75);
    }
  }
});
