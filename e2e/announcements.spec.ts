// What a screen reader hears of the lab, and where the focus is after each press: it is never lost, what a key did
// is said, and only that.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { LabPage, moment, MOMENTS } from "./pages/lab-page";
import { LessonPage } from "./pages/lesson-page";

const spoken = (page: Page): Locator => page.getByTestId("spoken");

test("every page is arrived at by its heading and names the window", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await expect(page).toHaveTitle("A router under load - Livelock Lab");
  await expect(spoken(page)).not.toBeEmpty();
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
    // What was said of the machine does not stay behind.
    await expect(spoken(page)).toBeEmpty();
  }
  await page.getByRole("link", { name: "Begin: Receive livelock" }).press("Enter");
  await expect(new LessonPage(page).title("A router that keeps up")).toBeFocused();
  await expect(page).toHaveTitle("Receive livelock - Livelock Lab");
  await page.getByRole("link", { name: "Lab", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: /^A router/ })).toBeFocused();
});

test("what a key does to the time is said", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, moment("set=traffic.rate:12000", 218));
  await page.getByRole("main").focus();
  const { keyboard } = page;
  const working = /^[\d,]+\.\d{3} ms: [A-Z].*\.$/;
  await keyboard.press(".");
  await expect(spoken(page)).toHaveText(working);
  for (const press of [
    () => keyboard.press(","),
    () => view.button("Next packet").press("Enter"),
  ]) {
    const before = await spoken(page).textContent();
    await press();
    await expect(spoken(page)).not.toHaveText(before ?? "");
    await expect(spoken(page)).toHaveText(working);
  }
  await page.getByRole("main").focus();
  await keyboard.press("w");
  await expect(spoken(page)).toHaveText("Watch rates: real time.");
  await keyboard.press("w");
  await expect(spoken(page)).toHaveText("Watch packets: 2 ms per second.");
  await keyboard.press("+");
  await expect(spoken(page)).toHaveText(/^Speed: 6\.3 ms per second\.$/);
  await keyboard.press("f");
  await expect(spoken(page)).toHaveText("The timeline follows the shown time.");
  await keyboard.press("Space");
  await expect(spoken(page)).toHaveText(/^Playing, /);
  await keyboard.press("Space");
  await expect(spoken(page)).toHaveText(/^Paused at [\d,]+\.\d{3} ms/);
  await view.time.press("Home");
  await page.getByRole("main").focus();
  await keyboard.press("l");
  await expect(spoken(page)).toHaveText(/^Live edge, paused: [\d,]+\.\d{3} ms/);
});

test("a jump says where it has arrived, also when the verdict is the same", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, moment("set=traffic.rate:2000", 500));
  await page.getByRole("main").focus();
  const verdict = await view.headline.textContent();
  await page.keyboard.press("e");
  await expect(spoken(page)).toHaveText("Jumping 50 milliseconds ahead.");
  await expect(spoken(page)).toContainText(`50 milliseconds later: ${verdict}`, {
    timeout: 30_000,
  });
});

test("a verdict that settles says how to come to it at once", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await view.dot.focus();
  await page.keyboard.press("End");
  await view.button("Play").press("Enter");
  await expect.poll(() => view.diagnosis(), { timeout: 30_000 }).toBe("settling");
  await expect(view.sentence).toContainText("Press E (Jump ahead) to go there at once.");
  await expect(spoken(page)).toContainText("Press E (Jump ahead) to go there at once.");
  await page.keyboard.press("k");
  await expect(view.sentence).toContainText("The machine is paused. Key E");
  await page.keyboard.press("e");
  await expect(spoken(page)).toContainText("50 milliseconds later:", { timeout: 30_000 });
  await expect(spoken(page)).not.toContainText("Settling");
});

test("the timeline's keys are said, and where they rest only", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  const timeline = page.getByRole("application", { name: /^Timeline/ });
  await expect(timeline).toHaveAccessibleDescription(/Home and End .* Esc .* table/);
  await timeline.focus();
  await page.keyboard.press("+");
  await expect(spoken(page)).toHaveText(/^[\d.]+ µs shown, from [\d.,]+ to [\d.,]+ ms\.$/);
  const wide = await spoken(page).textContent();
  for (const key of ["ArrowLeft", "Home", "End"]) {
    const before = await spoken(page).textContent();
    await page.keyboard.press(key);
    await expect(spoken(page)).not.toHaveText(before ?? "");
    await expect(spoken(page)).toHaveText(/shown, from/);
  }
  expect(wide).not.toBeNull();
  await page.keyboard.press("m");
  await expect(spoken(page)).toHaveText(/^Measuring from 500\.000 ms/);
  await page.keyboard.press("Escape");
  await expect(spoken(page)).toHaveText("Nothing is measured.");
  await page.keyboard.press("Enter");
  await expect(spoken(page)).toHaveText(/^Timeline from/);
});

test("from a queue to a packet's story and back, by focus", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  const queue = page.getByRole("button", { name: /^IP input queue/ });
  await queue.press("Enter");
  await expect(spoken(page)).toHaveText(
    /^Selected: IP input queue.*: 50 of 50, full.*Escape closes/,
  );
  const inspector = page.getByRole("region", { name: "What is selected" });
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
  await expect(spoken(page)).toHaveText(/^Selected: Packet [\d,]+\. Waits in the IP input queue/);
  await page.keyboard.press("Escape");
  await expect(inspector).toBeHidden();
  await expect(queue).toBeFocused();
  await expect(spoken(page)).toHaveText("Nothing is selected.");
});

test("the timeline's table is one tab stop, and a press in it is said", async ({ page, lab }) => {
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
  await expect(spoken(page)).toHaveText(`Paused at ${at}.`);
  // Wherever its row stands now.
  await expect(
    grid.getByRole("button", { name: new RegExp(`^Go to ${at}`) }).first(),
  ).toBeFocused();
});

test("a packet that leaves its queue keeps the focus while it has it", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  await page.getByRole("button", { name: /^IP input queue/ }).press("Enter");
  const inspector = page.getByRole("region", { name: "What is selected" });
  const list = inspector.locator(".packet-list").filter({ hasText: "oldest first" });
  const oldest = list.getByRole("button").first();
  const name = (await oldest.getAttribute("aria-label")) ?? "";
  await oldest.focus();
  await page.keyboard.press("k");
  const held = list.getByRole("button", { name, exact: true });
  await expect(held).toHaveAccessibleDescription("is no longer here", { timeout: 30_000 });
  await expect(held).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(list.getByRole("button").first()).toBeFocused();
  await expect(held).toHaveCount(0);
});

test("what is reset or chosen hands the focus on", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, moment("set=traffic.rate:2000", 50));
  const rate = page.getByRole("textbox", { name: /Offered rate, number/ });
  await rate.fill("4500");
  await rate.press("Enter");
  await view.button("Offered rate: moved from 2,000/s: reset").press("Enter");
  await expect(rate).toBeFocused();

  await page.getByRole("main").focus();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Help" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { level: 2, name: /^A router/ })).toBeFocused();
});

test("a scenario is found by a word, chosen by keyboard, and Space plays it", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  const title = page.getByTitle("Choose another scenario");
  await title.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Scenarios" });
  const field = dialog.getByRole("searchbox", { name: "Find a scenario" });
  await expect(field).toBeFocused();
  await page.keyboard.type("zebra");
  await expect(dialog.getByText("No scenario has “zebra”")).toBeVisible();
  await expect(dialog.getByRole("status")).toHaveText(/^0 of \d+ scenarios$/);
  await field.fill("Receive LIVELOCK");
  await expect(dialog.getByRole("status")).toHaveText(/^[1-9]\d* of \d+ scenarios$/);
  const choice = dialog.getByRole("button", { name: "Receive livelock", exact: true });
  await expect(choice).toHaveAccessibleDescription(/M/);
  await page.keyboard.press("Escape");
  await expect(title).toBeFocused();

  await title.press("Enter");
  await field.fill("Receive livelock");
  await choice.focus();
  await page.keyboard.press("Enter");
  const verdict = page.getByRole("heading", { name: "What is happening" });
  await expect(verdict).toBeFocused();
  await expect(page).toHaveTitle("Receive livelock - Livelock Lab");
  await expect(verdict).toBeFocused();
  const pause = await view.button("Pause").isVisible();
  await page.keyboard.press("Space");
  await expect(view.button(pause ? "Play" : "Pause")).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("a prediction says what is missing, and its result has the focus", async ({ page, lab }) => {
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
  // Nothing that counts is spoken: the begin, then the result.
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
  expect(heard.filter((text) => text !== "")).toEqual(["The machine is run at every rate."]);
  await expect(task.getByRole("img")).toHaveAccessibleName(/“The prediction as a table”/);
});

test("an answer's field carries its question and its unit", async ({ page, lab }) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock");
  const field = lesson.task("spare").getByRole("textbox");
  await expect(field).toHaveAccessibleName("Your answer in %");
  await expect(field).toHaveAccessibleDescription(/How much of the CPU's time is idle/);
});
