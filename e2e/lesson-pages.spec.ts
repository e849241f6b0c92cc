// The lesson pages: axe finds nothing, every text is readable at four widths in light and dark. And the lab does not load
// what only lessons need. `lesson-walks.spec.ts` opens every step of every lesson.
import { expect, test, testInNewPage, testWithoutTrials } from "./fixtures";
import { LabPage } from "./pages/lab-page";
import { LessonPage } from "./pages/lesson-page";
import { axeFindings } from "./pages/axe";
import { expectReadable } from "./pages/readable";
import { inBothColorSchemes } from "./pages/viewports";
import { textFindings } from "./pages/text-check";

for (const [title, address] of [
  ["Lessons", "#/lessons"],
  ["Glossary", "#/glossary"],
] as const) {
  test(`${title} is readable at every width, in light and dark`, async ({ page, lab }) => {
    await page.goto(lab + address);
    await new LessonPage(page).title(title).waitFor();
    await expectReadable(page, 12);
  });
}

testWithoutTrials("a word of the glossary is found by keyboard", async ({ page, lab }) => {
  await page.goto(`${lab}#/glossary`);
  const lesson = new LessonPage(page);
  await lesson.title("Glossary").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
  await page.keyboard.type("napi");
  await expect(page.getByRole("term").first()).toHaveText("NAPI");
  await expect(page.getByText("Active", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: / of \d+ terms$/ })).toBeVisible();
});

for (const [id, step] of [
  ["receive-livelock", "predict-the-curve"],
  ["receive-livelock", "pull-it-until-it-breaks"],
  ["how-a-packet-gets-in", "room-for-a-burst"],
] as const) {
  test(`${step} is readable at every width, in light and dark`, async ({ page, lab }) => {
    test.slow();
    const lesson = new LessonPage(page);
    await lesson.open(lab, id, step);
    await expectReadable(page, 12);
  });
}

testWithoutTrials("an address of a step that does not exist is reported", async ({ page, lab }) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock", "no-such-step");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("This lesson has no step “no-such-step”");
  await expect(alert).toContainText("The page shows step 1");
  await lesson.link(/^Next/).click();
  await expect(page.getByText("step 2 of")).toBeVisible();
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Lab" }).click();
  await expect(alert).toHaveCount(0);
  // Without a step in the address, the page opens the last one that was open.
  await page.goto(`${lab}#/lessons/receive-livelock`);
  await expect(page.getByText("step 2 of")).toBeVisible();
  await expect(alert).toHaveCount(0);
});

testWithoutTrials("a lesson shares its step, or the machine as it is", async ({ page, lab }) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock", "pull-it-until-it-breaks");
  await lesson.button("Share").click();
  const link = page.getByRole("textbox", { name: "Link" });
  await expect(link).toHaveValue(`${lab}#/lessons/receive-livelock/pull-it-until-it-breaks`);
  await page.getByRole("radio", { name: "The machine as it is, outside the lesson" }).check();
  await expect(link).toHaveValue(/#\/lab\?/);
});

testWithoutTrials("on a phone the text can be hidden and shown again", async ({ page, lab }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const lesson = new LessonPage(page);
  await lesson.open(lab, "how-a-packet-gets-in", "one-packet");
  await expect(lesson.title("One packet")).toBeVisible();
  await lesson.button("Show the machine").click();
  await expect(lesson.title("One packet")).toHaveCount(0);
  await lesson.button("Step 2 of 7: show the lesson").click();
  await page.getByRole("button", { name: "receive ring", exact: true }).click();
  await expect(page.getByRole("region", { name: "Machine" })).toBeInViewport();
  await expect(lesson.title("One packet")).toHaveCount(0);
});

testWithoutTrials("on a phone text and machine each have the whole page", async ({ page, lab }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.setViewportSize({ width: 360, height: 780 });
  const lesson = new LessonPage(page);
  await lesson.open(lab, "polling-with-quotas", "find-a-quota");
  const machine = page.getByRole("region", { name: "Machine" });
  const quota = page.getByRole("textbox", { name: "Quota, number in packets" });
  const scrolled = () => page.evaluate(() => window.scrollY);
  await expect(machine).toBeHidden();
  await lesson.button("Open this machine in the lab").scrollIntoViewIfNeeded();
  const read = await scrolled();
  expect(read).toBeGreaterThan(0);
  await lesson.button("Show the machine").press("Enter");
  await expect(lesson.title("Find a quota")).toBeHidden();
  expect(await scrolled()).toBe(0);
  // Between the transport and the bar with the knob there is enough room for the pictures.
  const bar = await page.getByRole("region", { name: "Knobs of this step" }).boundingBox();
  const picture = await page.getByRole("region", { name: "What is happening" }).boundingBox();
  expect((bar?.y ?? 0) - (picture?.y ?? Infinity)).toBeGreaterThan(400);
  await quota.fill("7");
  await page.keyboard.press("Enter");
  // While the machine runs, the diagnosis above it may become a line longer.
  await page.getByRole("button", { name: "Pause", exact: true }).first().press("Enter");
  const { headline } = new LabPage(page);
  const words = () => headline.locator("..").innerText();
  await expect(async () => {
    const before = await words();
    await new LabPage(page).settledMilliseconds();
    expect(await words()).toBe(before);
  }).toPass();
  await machine.scrollIntoViewIfNeeded();
  const seen = await scrolled();
  await lesson.button(/show the lesson$/).press("Enter");
  await expect(quota).toHaveValue("7");
  expect(await scrolled()).toBe(read);
  await lesson.button("Show the machine").press("Enter");
  expect(await scrolled()).toBe(seen);
});

test("on a phone the machine's page is readable, in light and dark", async ({ page, lab }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const lesson = new LessonPage(page);
  await lesson.open(lab, "how-a-packet-gets-in", "room-for-a-burst");
  await lesson.button("Show the machine").click();
  await inBothColorSchemes(page, async (scheme) => {
    const viewport = { name: scheme, width: 360, coloursOnly: scheme === "dark" };
    expect(await axeFindings(page, viewport), scheme).toEqual([]);
    expect(await textFindings(page, 12), scheme).toEqual([]);
  });
});

testWithoutTrials(
  "on a phone the bar does not cover what the text points at",
  async ({ page, lab }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const lesson = new LessonPage(page);
    await lesson.open(lab, "how-a-packet-gets-in", "one-packet");
    await lesson.button("kernel network thread").first().click();
    const lane = page.getByRole("button", { name: /^Kernel network thread \(netisr\)/ });
    const bottom = async () => {
      const box = await lane.boundingBox();
      return box === null ? Infinity : box.y + box.height;
    };
    await expect.poll(bottom).toBeLessThan(844 / 2 + 50);
    // The item that a step points at is visible when the machine is shown, and stays visible while it
    // plays.
    await lesson.button(/show the lesson$/).click();
    await lesson.link(/^Next/).press("Enter");
    await expect(lesson.title("Why it waits in queues")).toBeVisible();
    await lesson.machineIsReady();
    await lesson.button("Show the machine").click();
    const queue = page.getByRole("button", { name: /^IP input queue/ });
    await expect(queue).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("region", { name: "Selected item" })).toHaveCount(0);
    await lesson.button("Play").first().click();
    await expect(lesson.button("Pause").first()).toBeInViewport({ ratio: 1 });
    await expect(queue).toBeInViewport({ ratio: 1 });
  },
);

testWithoutTrials(
  "on a phone the text is in its place as soon as it is shown",
  async ({ page, lab }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const lesson = new LessonPage(page);
    await lesson.open(lab, "receive-livelock", "predict-the-curve");
    const next = lesson.link(/^Next/);
    await next.scrollIntoViewIfNeeded();
    const before = await next.evaluate((link) => link.getBoundingClientRect().top);
    await lesson.button("Show the machine").press("Enter");
    await expect(next).toBeHidden();
    const atOnce = await page.evaluate(async () => {
      // Two frames, in which pictures notice that they are hidden.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      document.querySelector<HTMLElement>(".sheet-handle")?.click();
      // React renders in a microtask, before the next frame.
      await Promise.resolve();
      return document.querySelector(".step-nav-next")?.getBoundingClientRect().top;
    });
    expect(atOnce).toBe(before);
  },
);

/** The last number: how much of the picture below the part is visible, too, in pixels. The pile is below a queue. */
for (const [lesson, step, target, below] of [
  ["receive-livelock", "pull-it-until-it-breaks", /^IP input queue/, 330],
  ["feedback-from-the-queue", "polling-is-not-enough", /^screening queue/, 310],
  ["feedback-from-the-queue", "two-marks", /^screening queue/, 300],
  ["a-share-for-users", "who-answers-the-console", /^User process/, 300],
] as const) {
  test(`on a phone the machine of ${step} opens at what the step asks to watch`, async ({
    page,
    lab,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const view = new LessonPage(page);
    await view.open(lab, lesson, step);
    await view.button("Show the machine").click();
    const watched = page
      .getByRole("region", { name: "Machine" })
      .getByRole("button", { name: target });
    await expect(watched).toBeInViewport({ ratio: 1 });
    const bar = page.locator(".lesson-bar");
    const space = async () => {
      const [top, box] = [await bar.boundingBox(), await watched.boundingBox()];
      return (top?.y ?? 0) - (box?.y ?? Infinity) - (box?.height ?? 0);
    };
    await expect.poll(space).toBeGreaterThan(below);
  });
}

test("on a phone the diagnosis of a lesson's machine leaves the height to the picture", async ({
  page,
  lab,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock", "what-you-would-want");
  await lesson.button("Show the machine").click();
  const card = page.getByRole("region", { name: "What is happening" });
  await expect(card).toContainText("Every packet gets through.");
  const height = async () => (await card.boundingBox())?.height ?? Infinity;
  expect(await height()).toBeLessThan(150);
  await expect(page.getByRole("button", { name: /^receive ring/ })).toBeInViewport({ ratio: 1 });
});

test("on a phone the jump to the effect of a change is beside the knob", async ({ page, lab }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const lesson = new LessonPage(page);
  await lesson.open(lab, "feedback-from-the-queue", "two-marks");
  await lesson.button("Show the machine").click();
  const low = page.getByRole("textbox", { name: /^Continue at/ });
  await low.fill("70");
  await low.press("Enter");
  const jump = page.locator(".lesson-bar").getByRole("button", { name: "Jump ahead 50 ms" });
  await expect(jump).toBeInViewport({ ratio: 1 });
  await jump.click();
  await expect(jump).toHaveCount(0);
  await expect(page.getByTestId("headline")).toHaveText("Input waits until a queue has room.");
});

test("on a phone a load that is chosen in the text shows the machine", async ({ page, lab }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.setViewportSize({ width: 390, height: 844 });
  const lesson = new LessonPage(page);
  await lesson.open(lab, "design-your-own-policy", "one-machine-four-loads");
  await lesson.button("Bursts").click();
  await expect(page.getByTestId("headline")).toBeInViewport();
  await expect(page.getByTestId("headline")).toHaveText("A queue is too short for the bursts.");
  await lesson.button("Step 1 of 8: show the lesson").click();
  await expect(lesson.button("Bursts")).toHaveAttribute("aria-pressed", "true");
});

test("a computation in the text continues while the text is hidden", async ({ page, lab }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock", "predict-the-curve");
  await lesson.button("Type numbers instead of drawing").click();
  await page.getByLabel("at 14,000/s").waitFor();
  for (const entry of await page.getByLabel(/^at .*\/s$/).all()) await entry.fill("3000");
  await lesson.button("Compare with the machine").click();
  await lesson.button("Show the machine").click();
  await expect(page.getByLabel("at 14,000/s")).toBeHidden();
  await lesson.button(/show the lesson$/).click();
  await expect(lesson.task("curve")).toContainText("Furthest at");
});

testWithoutTrials(
  "a term that hides the text when it is pressed keeps its explanation and passes the focus on",
  async ({ page, lab }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    const lesson = new LessonPage(page);
    await lesson.open(lab, "how-a-packet-gets-in", "one-packet");
    await lesson.button("IP input queue").first().click();
    const handle = lesson.button("Step 2 of 7: show the lesson");
    await expect(handle).toBeFocused();
    await handle.click();
    await expect(page.getByRole("note").first()).toBeVisible();
    await expect(lesson.button("IP input queue").first()).toHaveAttribute("aria-expanded", "true");
  },
);

testInNewPage("the lab does not load the lessons", async ({ page, lab }) => {
  const lessons: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    // the dialog that shares a moment knows what the address of a lesson looks like, and no lesson
    if (/lesson(?!-address)/.test(pathname)) lessons.push(pathname);
  });
  const view = new LabPage(page);
  await view.open(lab);
  await expect.poll(async () => (await view.curve()).points).toBeGreaterThan(5);
  expect(lessons).toEqual([]);
  await page.getByRole("link", { name: "Lessons" }).click();
  await page.getByRole("heading", { level: 2, name: "Lessons" }).waitFor();
  expect(lessons.length).toBeGreaterThan(0);
});
