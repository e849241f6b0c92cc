// A lecturer's walk through ten slides: by keys and clicker, with cues that are taken back, the speaker's window in step,
// and a reload in the middle. Each slide is attached as a picture. On paper, each slide is a page with pictures of its machines.
import type { Page } from "@playwright/test";
import { expect, test, testWithoutTrials } from "./fixtures";
import { axeFindings } from "./pages/axe";

const machineIsReady = (page: Page) =>
  page.locator("[data-machine]:not([data-machine=''])").waitFor({ state: "attached" });

/** How many pixels of the slide's views are below the edge of the slide. */
const cutPixels = (page: Page) =>
  page.evaluate(() => {
    const views = document.querySelector(".slide-views");
    return views === null ? 0 : views.scrollHeight - views.clientHeight;
  });

test("a lecturer walks through ten slides", async ({ page, lab }, testInfo) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const photograph = async (name: string, of: Page = page) => {
    await expect.poll(() => cutPixels(of), name).toBe(0);
    await testInfo.attach(name, { body: await of.screenshot(), contentType: "image/png" });
  };
  const title = (name: string | RegExp, on: Page = page) =>
    expect(on.getByRole("heading", { level: 1, name })).toBeVisible();
  const overload = page.getByText(/packets are thrown away after work/);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${lab}#/lecture/karp-50-minutes`);
  await title("Eliminating receive livelock");
  await photograph("slide 1");
  await page.keyboard.press("PageDown");
  await title("Heavy load happens");
  await photograph("slide 2");
  await page.keyboard.press("PageDown");
  await title("The example: forwarding packets");
  await machineIsReady(page);
  expect(await axeFindings(page)).toEqual([]);
  await photograph("slide 3");

  // The speaker's window opens with the same slide, and its keys turn the slides.
  const opened = page.waitForEvent("popup");
  await page.keyboard.press("n");
  const speaker = await opened;
  await title("The example: forwarding packets", speaker);
  await speaker.keyboard.press("PageDown");
  await title("What happens beyond the limit?");
  await machineIsReady(page);

  // A cue turns the knob of the running machine; it can be taken back.
  const firstCue = speaker.getByRole("listitem").first();
  await page.keyboard.press("c");
  await expect(overload).toBeVisible();
  await expect(firstCue).toContainText("Given: 8,000 packets/s");
  await expect(page.locator(".slide-cue")).toHaveText("8,000 packets/s");
  const spoken = "What happens beyond the limit? Cue: 8,000 packets/s.";
  await expect(page.getByRole("status").filter({ hasText: spoken })).toBeAttached();
  await photograph("slide 4, with its first cue");
  await page.keyboard.press("ArrowUp");
  await expect(overload).toBeHidden();
  await expect(firstCue).toContainText("Next: 8,000 packets/s");
  await page.keyboard.press("ArrowDown");
  await expect(firstCue).toContainText("Given: 8,000 packets/s");

  // Black-out, and a pointer without a mouse.
  await page.keyboard.press("b");
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
  await page.keyboard.press("b");
  await page.keyboard.press("l");
  await expect(page.locator(".slide-spotlight")).toHaveText("Hardware");
  for (const queue of ["receive ring", "IP input queue"]) {
    await page.keyboard.press("q");
    await expect(page.locator(".slide-spotlight")).toHaveText(queue);
  }
  const pointedAt = page.locator(".machine-target[aria-current]");
  await expect(pointedAt).toHaveAccessibleName(/^IP input queue/);
  await expect(page.getByRole("region", { name: "Selected item" })).toHaveCount(0);

  // A reload in the middle and a closed speaker's window lose nothing: the cue is given, and can still be taken back.
  expect(await axeFindings(speaker)).toEqual([]);
  await photograph("speaker", speaker);
  await speaker.close();
  await page.reload();
  await title("What happens beyond the limit?");
  await machineIsReady(page);
  await expect(overload).toBeVisible();
  await expect(pointedAt).toHaveAccessibleName(/^IP input queue/);
  await photograph("slide 4, after the reload");
  // A reload during the black-out: the picture is measured when it appears.
  await page.keyboard.press("b");
  await page.reload();
  await machineIsReady(page);
  await page.keyboard.press("b");
  await title("What happens beyond the limit?");
  await photograph("slide 4, after a reload in the dark");
  await page.keyboard.press("Shift+C");
  await expect(overload).toBeHidden();
  const others = ["The curve", /polling$/, /interrupts$/, "Interrupts and the network"];
  for (const [at, name] of others.entries()) {
    await page.keyboard.press("ArrowRight");
    await title(name);
    await photograph(`slide ${at + 5}`);
  }
  await machineIsReady(page);
  await page.keyboard.press("c");
  await expect(page.getByText("Livelock: almost nothing gets through.")).toBeVisible();
  await photograph("slide 8, with its cue");
  for (const name of ["What a network system should do", "The structure of UNIX networking"]) {
    await page.keyboard.press("PageDown");
    await title(name);
  }
  await photograph("slide 10");
  // A jump by number.
  await page.keyboard.press("1");
  await page.keyboard.press("2");
  await page.keyboard.press("Enter");
  await title(/^Technique 1/);
  await expect(page.getByRole("region", { name: "Machine B", exact: true })).toBeVisible();
  await photograph("two machines");
  await page.keyboard.press("End");
  await title("What to take home");
});

testWithoutTrials(
  "a clicker with two buttons gives the cues, and the slide names them",
  async ({ page, lab }) => {
    await page.goto(`${lab}#/lecture/guest-10-minutes`);
    const title = (name: string) =>
      expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    const given = page.locator(".slide-cue");
    await title("One router, one question");
    await page.keyboard.press("PageDown");
    await title("More packets");
    await expect(given).toHaveCount(0);
    for (const label of ["8,000 packets/s", "12,000 packets/s"]) {
      await page.keyboard.press("PageDown");
      await title("More packets");
      await expect(given).toHaveText(label);
    }
    await page.keyboard.press("PageUp");
    await expect(given).toHaveText("8,000 packets/s");
    await page.keyboard.press("PageDown");
    await page.keyboard.press("PageDown");
    await title("Receive livelock");
    await expect(given).toHaveCount(0);
  },
);

// The last column: the least width of the picture. At 640 px the machine of slide 6 does not have the layout for phones; at 796 px
// the text of a router has 18 px.
for (const [windowWidth, height, number, name, widthMin] of [
  [1024, 768, 6, /polling$/, 640],
  [1280, 720, 3, "The example: forwarding packets", 796],
  [1920, 1080, 7, /interrupts$/, 0],
] as const) {
  test(`slide ${number} is whole on ${windowWidth} x ${height}`, async ({
    page,
    lab,
  }, testInfo) => {
    await page.setViewportSize({ width: windowWidth, height });
    await page.goto(`${lab}#/lecture/karp-50-minutes`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.keyboard.type(String(number));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await machineIsReady(page);
    const picture = page.locator(".slide-views canvas").first();
    const pictureWidth = async () => (await picture.boundingBox())?.width ?? 0;
    await expect.poll(pictureWidth).toBeGreaterThanOrEqual(widthMin);
    await expect.poll(() => cutPixels(page)).toBe(0);
    await testInfo.attach("slide", { body: await page.screenshot(), contentType: "image/png" });
  });
}

testWithoutTrials("no slide of text has a scroll bar", async ({ page, lab }) => {
  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const [number, name] of [
      [2, "Heavy load happens"],
      [15, "What to take home"],
    ] as const) {
      await page.goto(`${lab}#/lecture/karp-50-minutes/${number}`);
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      const cut = await page
        .locator(".slide-text")
        .evaluate((text) => text.scrollHeight - text.clientHeight);
      expect(cut, `slide ${number} at ${width} px`).toBe(0);
    }
  }
});

test("the table of two machines is whole in a low window", async ({ page, lab }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto(`${lab}#/lecture/karp-50-minutes`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.type("12");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row", { name: /^Interrupts taken/ })).toBeVisible();
  expect(await cutPixels(page)).toBe(0);
});

testWithoutTrials(
  "on a phone, two buttons go through a lecture, and a comparison has the phone's width",
  async ({ page, lab }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${lab}#/lecture/guest-10-minutes`);
    const next = page.getByRole("button", { name: "Next" });
    for (const name of ["More packets", "More packets", "More packets", "Receive livelock"]) {
      await next.click();
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    }
    await next.click();
    await next.click();
    const text = page.locator(".slide-text");
    await expect(page.getByRole("heading", { level: 1, name: "A cure" })).toBeVisible();
    await expect(page.locator(".lesson-compare")).toBeVisible();
    expect((await text.boundingBox())?.width).toBeGreaterThan(350);
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "The cause" })).toBeVisible();
  },
);

testWithoutTrials(
  "beside a projector, Tab reaches the buttons, and they are visible while they have the focus",
  async ({ page, lab }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(`${lab}#/lecture/karp-50-minutes`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const buttons = page.locator(".slide-buttons");
    await expect(buttons).toHaveCSS("opacity", "0");
    const next = buttons.getByRole("button", { name: "Next" });
    for (let i = 0; i < 5; i++) {
      await page.keyboard.press("Tab");
      if (await next.evaluate((one) => one === document.activeElement)) break;
    }
    await expect(next).toBeFocused();
    await expect(buttons).toHaveCSS("opacity", "1");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Heavy load happens" })).toBeVisible();
    await expect(next).toBeFocused();
  },
);

testWithoutTrials(
  "the windows find each other, and keys work beside Caps Lock, a focused button, and without HTTPS",
  async ({ page, lab }) => {
    await page.addInitScript("delete Crypto.prototype.randomUUID");
    await page.goto(`${lab}#/lecture/karp-50-minutes`);
    const title = (name: string) =>
      expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await title("Eliminating receive livelock");
    const opened = page.waitForEvent("popup");
    await page.keyboard.press("n");
    const speaker = await opened;
    await expect(speaker.getByRole("heading", { name: "Cues" })).toBeVisible();
    await speaker.keyboard.press("n");
    await speaker.keyboard.press("PageDown");
    await title("Heavy load happens");
    expect(page.context().pages()).toHaveLength(2);
    // With Caps Lock a browser sends "B" without Shift.
    await page.keyboard.press("B");
    await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
    await page.keyboard.press("B");
    await page.getByRole("button", { name: "Next" }).focus();
    await page.keyboard.press("9");
    await page.keyboard.press("Enter");
    await title("What a network system should do");
  },
);

const PAPER_MARGIN = { top: "15mm", bottom: "15mm", left: "12mm", right: "12mm" };

const pageCount = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type \/Page\b(?!s)/g)?.length;

test("on paper each slide is a page with pictures of its machines, and with the notes", async ({
  page,
  lab,
}, testInfo) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`${lab}#/lecture/guest-10-minutes/notes`);
  const slide = (number: number) =>
    page.getByRole("region", { name: `Slide ${number}`, exact: true });
  await expect(page.getByRole("region", { name: /^Slide \d+$/ })).toHaveCount(6);
  await expect(page.getByText("All pictures are drawn.")).toBeVisible({ timeout: 90_000 });
  // The machine at first and after its cues; a curve; two machines; and a slide of text alone.
  for (const [number, pictures] of [1, 2, 1, 1, 2, 0].entries()) {
    await expect(slide(number + 1).getByRole("img")).toHaveCount(pictures);
  }
  await expect(slide(2).getByRole("figure").first()).toContainText("At first.");
  await expect(slide(2).getByRole("figure").last()).toContainText("12,000 packets/s.");
  await expect(slide(2).getByRole("figure").last().locator("svg text").first()).toBeVisible();
  await expect(slide(6)).toContainText("Linux has done this since 2002");
  expect(await axeFindings(page)).toEqual([]);
  const paper = await page.pdf({ format: "A4", margin: PAPER_MARGIN });
  await testInfo.attach("on paper", { body: paper, contentType: "application/pdf" });
  expect(pageCount(paper)).toBe(6);
});

test("on Letter paper, too, each slide of the long lecture is a page", async ({ page, lab }) => {
  await page.goto(`${lab}#/lecture/karp-50-minutes/notes`);
  await expect(page.getByText("All pictures are drawn.")).toBeVisible({ timeout: 90_000 });
  const paper = await page.pdf({ format: "Letter", margin: PAPER_MARGIN });
  expect(pageCount(paper)).toBe(15);
});
