// What a screen reader announces in the lab, and where the focus is after each press. The effect of each key is
// announced, and the focus is never lost.
import type { Locator, Page } from "@playwright/test";
import { expect, test as testWithTrials, testWithoutTrials as test } from "./fixtures";
import { LabPage, moment, MOMENTS } from "./pages/lab-page";
import { LessonPage } from "./pages/lesson-page";

const liveRegion = (page: Page): Locator => page.getByTestId("live-region");

test("opening a page focuses its heading and sets the window's title", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await expect(page).toHaveTitle("A router under load - Livelock Lab");
  await expect(liveRegion(page)).not.toBeEmpty();
  for (const [name, heading, title] of [
    ["Glossary", "Glossary", "Glossary"],
    ["Figures", "Figures of the papers", "Figures of the papers"],
    ["Lessons", "Lessons", "Lessons"],
  ] as const) {
    await page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name })
      .press("Enter");
    await expect(page.getByRole("heading", { level: 2, name: heading })).toBeFocused();
    await expect(page).toHaveTitle(`${title} - Livelock Lab`);
    // The last announcement about the machine is cleared.
    await expect(liveRegion(page)).toBeEmpty();
  }
  await page.getByRole("link", { name: "Begin: Receive livelock" }).press("Enter");
  await expect(new LessonPage(page).title("A router that keeps up")).toBeFocused();
  await expect(page).toHaveTitle("Receive livelock - Livelock Lab");
  await page.getByRole("link", { name: "Lab", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: /^A router/ })).toBeFocused();
});

test("while Compare asks for the second machine, it announces and controls no machine", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy.replace("play=0", "play=1"));
  await expect(liveRegion(page)).not.toBeEmpty();
  const pages = page.getByRole("navigation", { name: "Pages" });
  await pages.getByRole("link", { name: "Compare" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Compare two machines" })).toBeFocused();
  // The machine goes on while the page does not show it.
  const announced = await liveRegion(page).evaluate(async (live) => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const texts = new Set<string>();
    for (let frame = 0; frame < 8; frame++) {
      await nextFrame();
      texts.add(live.textContent);
    }
    return [...texts];
  });
  expect(announced).toEqual([""]);
  // A key changes no machine that the page does not show: Space would pause it.
  await page.keyboard.press("Space");
  await pages.getByRole("link", { name: "Lab" }).press("Enter");
  await expect(view.button("Pause")).toBeVisible();
});

test("the effect of a key on the time is announced", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, moment("set=traffic.rate:12000", 218));
  await page.getByRole("main").focus();
  const { keyboard } = page;
  const working = /^[\d,]+\.\d{3} ms: [A-Z].*\.$/;
  await keyboard.press(".");
  await expect(liveRegion(page)).toHaveText(working);
  for (const press of [
    () => keyboard.press(","),
    () => view.button("Next packet").press("Enter"),
  ]) {
    const before = await liveRegion(page).textContent();
    await press();
    await expect(liveRegion(page)).not.toHaveText(before ?? "");
    await expect(liveRegion(page)).toHaveText(working);
  }
  await page.getByRole("main").focus();
  await keyboard.press("w");
  await expect(liveRegion(page)).toHaveText("Watch rates: real time.");
  await keyboard.press("w");
  await expect(liveRegion(page)).toHaveText("Watch packets: 2 ms per second.");
  await keyboard.press("+");
  await expect(liveRegion(page)).toHaveText(/^Speed: 6\.3 ms per second\.$/);
  await keyboard.press("f");
  await expect(liveRegion(page)).toHaveText("The timeline follows the shown time.");
  await keyboard.press("Space");
  await expect(liveRegion(page)).toHaveText(/^Playing, /);
  await keyboard.press("Space");
  await expect(liveRegion(page)).toHaveText(/^Paused at [\d,]+\.\d{3} ms/);
  await view.time.press("Home");
  await page.getByRole("main").focus();
  await keyboard.press("l");
  await expect(liveRegion(page)).toHaveText(/^Live edge, paused: [\d,]+\.\d{3} ms/);
});

test("a jump announces where it ended, also when the diagnosis is the same", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, moment("set=traffic.rate:2000", 500));
  await page.getByRole("main").focus();
  const headline = await view.headline.textContent();
  await page.keyboard.press("e");
  await expect(liveRegion(page)).toHaveText("Jumping 50 milliseconds ahead.");
  await expect(liveRegion(page)).toContainText(`50 milliseconds later: ${headline}`, {
    timeout: 30_000,
  });
});

test("a settling diagnosis says how to jump to its end", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  const heard = await liveRegion(page).evaluateHandle((live) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(live.textContent)).observe(live, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return texts;
  });
  await view.dot.focus();
  await page.keyboard.press("End");
  await view.button("Play").press("Enter");
  await expect.poll(() => view.diagnosis(), { timeout: 30_000 }).toBe("settling");
  await expect(view.sentence).toContainText("Press E (Jump ahead) to go there at once.");
  // "Playing" may be announced before or after this sentence.
  await expect
    .poll(() => heard.evaluate((texts) => texts.join("\n")))
    .toContain("Press E (Jump ahead) to go there at once.");
  await page.keyboard.press("k");
  await expect(view.sentence).toContainText("The machine is paused. Press E");
  await page.keyboard.press("e");
  await expect(liveRegion(page)).toContainText("50 milliseconds later:", { timeout: 30_000 });
  await expect(liveRegion(page)).not.toContainText("Settling");
});

test("the effect of the timeline's keys is announced", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  const timeline = page.getByRole("application", { name: /^Timeline/ });
  await expect(timeline).toHaveAccessibleDescription(/Home and End .* Esc .* table/);
  await timeline.focus();
  await page.keyboard.press("+");
  await expect(liveRegion(page)).toHaveText(/^[\d.]+ ms shown, from [\d.,]+ to [\d.,]+ ms\.$/);
  const wide = await liveRegion(page).textContent();
  for (const key of ["ArrowLeft", "Home", "End"]) {
    const before = await liveRegion(page).textContent();
    await page.keyboard.press(key);
    await expect(liveRegion(page)).not.toHaveText(before ?? "");
    await expect(liveRegion(page)).toHaveText(/shown, from/);
  }
  expect(wide).not.toBeNull();
  await page.keyboard.press("m");
  await expect(liveRegion(page)).toHaveText(/^Measuring from 500\.000 ms/);
  await page.keyboard.press("Escape");
  await expect(liveRegion(page)).toHaveText("Nothing is measured.");
  await page.keyboard.press("Enter");
  await expect(liveRegion(page)).toHaveText(/^Timeline from/);
});

test("the focus moves from a queue to a packet's history and back", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  const queue = page.getByRole("button", { name: /^IP input queue/ });
  await queue.press("Enter");
  await expect(liveRegion(page)).toHaveText(
    /^Selected: IP input queue.*: 50 of 50, full.*Escape closes/,
  );
  const inspector = page.getByRole("region", { name: "Selected item" });
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Details of IP input queue" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(inspector).toBeFocused();
  await inspector
    .getByRole("button", { name: /^Packet/ })
    .first()
    .press("Enter");
  await expect(inspector.getByRole("heading", { name: /^Packet [\d,]+$/ })).toBeFocused();
  const times = inspector.getByRole("region", { name: /^Steps/ }).getByRole("button");
  await expect(times.first()).toHaveAccessibleName(/^Go to [\d,]+\.\d{3} ms: .+, .+/);
  await expect(liveRegion(page)).toHaveText(
    /^Selected: Packet [\d,]+\. Waits in the IP input queue/,
  );
  await page.keyboard.press("Escape");
  await expect(inspector).toBeHidden();
  await expect(queue).toBeFocused();
  await expect(liveRegion(page)).toHaveText("Nothing is selected.");
});

test("the timeline's table is one tab stop, and a press in it is announced", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  const name = page.getByText("The timeline as a table");
  await name.press("Enter");
  const grid = page.getByRole("region", { name: "The timeline as a table" }).getByRole("grid");
  await expect(grid.getByRole("rowheader").nth(2)).toBeVisible();
  await name.press("Tab");
  await expect(grid.getByRole("button").first()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(grid.locator(":focus")).toHaveCount(0);
  await page.keyboard.press("Shift+Tab");
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
  await expect(grid.getByRole("row").nth(3).getByRole("gridcell").first()).toBeFocused();
  await page.keyboard.press("Home");
  const time = grid.getByRole("row").nth(3).getByRole("rowheader").getByRole("button");
  await expect(time).toBeFocused();
  await expect(time).toHaveAccessibleName(/^Go to [\d,]+\.\d{3} ms: \S+ begins$/);
  const at = (await time.textContent()) ?? "";
  await page.keyboard.press("Enter");
  await expect(liveRegion(page)).toHaveText(`Paused at ${at}.`);
  // The row of the button may have moved.
  await expect(
    grid.getByRole("button", { name: new RegExp(`^Go to ${at}`) }).first(),
  ).toBeFocused();
});

test("a packet that leaves its queue stays in the list while it has the focus", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  const inspector = await view.inspect(/^IP input queue/);
  const list = inspector.locator(".packet-list").filter({ hasText: "oldest first" });
  const oldest = list.getByRole("button").first();
  const name = (await oldest.getAttribute("aria-label")) ?? "";
  await oldest.focus();
  await page.keyboard.press("k");
  const held = list.getByRole("button", { name, exact: true });
  await expect(held).toHaveAccessibleDescription("is no longer here", { timeout: 30_000 });
  await expect(held).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(list.getByRole("button").first()).toBeFocused();
  await expect(held).toHaveCount(0);
});

test("a reset button and a dialog pass the focus on when they disappear", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, moment("set=traffic.rate:2000", 50));
  const rate = page.getByRole("textbox", { name: /Offered rate, number/ });
  await rate.fill("4500");
  await rate.press("Enter");
  await view.button("Offered rate: changed from 2,000/s: reset").press("Enter");
  await expect(rate).toBeFocused();

  await page.getByRole("main").focus();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Help" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { level: 2, name: /^A router/ })).toBeFocused();
});

testWithTrials(
  "a prediction says what is missing, and its result gets the focus",
  async ({ page, lab }) => {
    const lesson = new LessonPage(page);
    await lesson.open(lab, "receive-livelock", "predict-the-curve");
    const task = lesson.task("curve");
    const compare = task.getByRole("button", { name: "Compare with the machine" });
    await expect(task.getByRole("img")).toHaveAccessibleName(/“Type numbers instead of drawing”/);
    await expect(compare).toHaveAccessibleDescription(/^Draw from left to right, or type/);
    await task.getByRole("button", { name: "Type numbers instead of drawing" }).press("Enter");
    const entries = await task.getByLabel(/^at .*\/s$/).all();
    await expect(compare).toHaveAccessibleDescription(
      `The numbers of ${entries.length} of ${entries.length} rates are missing.`,
    );
    for (const entry of entries.slice(1)) await entry.fill("3000");
    await compare.press("Enter");
    const status = task.getByRole("status");
    await expect(status).toHaveText("Not yet: One number is missing.");
    await entries[0]?.fill("900");
    // The progress is not announced, only the beginning and the result.
    await page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      const live = document.querySelector("[data-task=curve] [role=status]") as HTMLElement;
      new MutationObserver(() => heard.push(live.textContent)).observe(live, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await compare.press("Enter");
    const result = task.getByText(/Furthest at/);
    await expect(result).toBeFocused({ timeout: 60_000 });
    const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    expect(heard.filter((text) => text !== "")).toEqual(["Running the machine at every rate."]);
    await expect(task.getByRole("img")).toHaveAccessibleName(/“The prediction as a table”/);
  },
);

test("the field of an answer has its question and its unit as name and description", async ({
  page,
  lab,
}) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock");
  const field = lesson.task("idle-share").getByRole("textbox");
  await expect(field).toHaveAccessibleName("Your answer in %");
  await expect(field).toHaveAccessibleDescription(/How much of the CPU's time is idle/);
});
