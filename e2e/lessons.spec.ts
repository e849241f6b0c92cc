// Lessons by mouse and by keyboard alone: predictions and goals, concealed views, locked knobs. A learner's progress
// survives a reload, unreadable stored data and a change of device.
import { readFileSync } from "node:fs";
import { expect, test as testWithTrials, testWithoutTrials as test } from "./fixtures";
import { LabPage } from "./pages/lab-page";
import { LessonPage } from "./pages/lesson-page";

const KEY = "livelock-lab.lessons";

testWithTrials("a lesson works by mouse: answer, draw, reach the goal", async ({ page, lab }) => {
  test.slow();
  const lesson = new LessonPage(page);
  await lesson.drawFirstSeed();
  await page.goto(`${lab}#/lessons`);
  await lesson.link("Begin: Receive livelock").click();
  await lesson.machineIsReady();
  await expect(lesson.title("A router that keeps up")).toBeVisible();

  const spare = lesson.task("idle-share");
  // A stored answer has at most 20,000 characters, a reported one 200.
  await expect(spare.getByLabel("Your answer")).toHaveAttribute("maxlength", "200");
  await spare.getByLabel("Your answer").fill("90");
  await spare.getByRole("button", { name: "Check" }).click();
  await expect(spare).toContainText("Not yet.");
  await spare.getByLabel("Your answer").fill("43 %");
  await spare.getByRole("button", { name: "Check" }).click();
  await expect(spare).toContainText("Right.");
  await expect(page.getByText("the router has time for more packets")).toBeVisible();

  await lesson.link(/^Next/).click();
  const fair = lesson.task("fair");
  await fair.getByRole("button", { name: "Check" }).press("Enter");
  await expect(fair).toContainText("Choose an answer first.");
  await lesson.choose("fair", "Put them into a longer queue");
  await expect(fair).toContainText("Later never comes");
  await lesson.choose("fair", "Lose them as early as possible");
  await expect(fair).toContainText("Right.");

  await lesson.link(/^Next/).click();
  await lesson.machineIsReady();
  await expect(lesson.curve).toHaveCount(0);
  const compare = lesson.button("Compare with the machine");
  await expect(compare).toBeDisabled();
  // The axes have lines, although the curve and its style sheet are not there.
  const axes = page.getByRole("img", { name: /^Prediction/ });
  await expect(axes.locator("path").first()).not.toHaveCSS("stroke", "none");
  await lesson.draw([
    [0.05, 0.15],
    [0.35, 0.66],
    [1, 0.66],
  ]);
  await compare.click();
  await expect(lesson.task("curve")).toContainText("Furthest at 14,000/s");
  await expect(page.getByText("The delivered rate peaks at about 4,700")).toBeVisible();
  await expect(lesson.curve).toBeVisible();

  await lesson.link(/^Step 7/).click();
  await lesson.machineIsReady();
  const goal = lesson.task("limit");
  const judge = goal.getByRole("button", { name: "Let the simulator judge" });
  await expect(judge).toHaveAccessibleDescription(/at (least|most) /);
  await judge.click();
  await expect(goal.getByRole("status")).toHaveText(/^Not yet\. Not met: .+; wanted: .+\.$/);
  await expect(judge).toHaveAccessibleDescription(/not met: /);
  await page.getByLabel("Offered rate, number").fill("4650");
  await page.keyboard.press("Enter");
  await expect(goal).toContainText("The knobs have moved since");
  await judge.click();
  await expect(goal).toContainText("Reached.");

  await page.reload();
  await lesson.machineIsReady();
  await expect(goal).toContainText("You have reached this goal with offered rate 4,650/s");
  for (const number of [1, 2, 3, 7]) {
    await expect(lesson.link(new RegExp(`^Step ${number}: .*, done$`))).toBeVisible();
  }
  await lesson.link(/^Step 3/).click();
  await expect(lesson.task("curve")).toContainText("Furthest at 14,000/s");
});

testWithTrials("a lesson works by keyboard alone", async ({ page, lab }) => {
  test.slow();
  const { keyboard } = page;
  const lesson = new LessonPage(page);
  /** Presses Tab (or Shift+Tab) until the element with this name has the focus. */
  const tabTo = async (name: RegExp, tab = "Tab") => {
    for (let presses = 0; presses < 60; presses++) {
      const focused = await page.evaluate(() => {
        const one = document.activeElement;
        const labels = one instanceof HTMLInputElement ? one.labels : null;
        const words =
          one?.getAttribute("aria-label") ?? labels?.[0]?.textContent ?? one?.textContent;
        return (words ?? "").trim();
      });
      if (name.test(focused)) return;
      await keyboard.press(tab);
    }
    throw new Error(`Tab never came to ${name.source}`);
  };
  await page.goto(`${lab}#/lessons`);
  await lesson.list.waitFor();
  await tabTo(/^Begin: Polling with quotas/);
  await keyboard.press("Enter");
  await lesson.machineIsReady();
  await expect(lesson.title("The idea")).toBeVisible();

  const surplus = lesson.task("surplus");
  const group = surplus.getByRole("radiogroup", { name: /Where are the surplus packets lost\?$/ });
  await expect(group).toBeVisible();
  const feedback = surplus.locator("[aria-live]").last();
  await tabTo(/^At the IP input queue/);
  await keyboard.press("Space");
  // Moving through the answers gives no feedback before Check is pressed.
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowUp");
  await expect(feedback).toBeEmpty();
  await tabTo(/^Check/);
  await keyboard.press("Enter");
  await expect(feedback).toContainText("Not yet.");
  await tabTo(/^At the IP input queue/, "Shift+Tab");
  await keyboard.press("ArrowDown");
  await expect(feedback).toBeEmpty();
  await tabTo(/^Check/);
  await keyboard.press("Enter");
  await expect(feedback).toContainText("Right.");
  await tabTo(/^Next: Switch it on/);
  await keyboard.press("Enter");
  await expect(lesson.title("Switch it on")).toBeFocused();

  await tabTo(/^Step 4/, "Shift+Tab");
  await keyboard.press("Enter");
  await expect(lesson.title("Predict: no quota")).toBeFocused();
  await tabTo(/^Type numbers instead/);
  await keyboard.press("Enter");
  for (const rate of ["1,000", "2,000", "4,000", "5,000", "6,000", "7,000", "8,000", "10,000"]) {
    await tabTo(new RegExp(`^at ${rate}/s`));
    await keyboard.type("4000");
  }
  await tabTo(/^at 12,000\/s/);
  await keyboard.type("4000");
  await keyboard.press("Tab");
  await tabTo(/^Compare with the machine/);
  await keyboard.press("Enter");
  await expect(lesson.task("no-quota")).toContainText("Furthest at");

  await tabTo(/^Step 7/, "Shift+Tab");
  await keyboard.press("Enter");
  await lesson.machineIsReady();
  await tabTo(/^Quota, number/);
  await keyboard.type("5");
  await keyboard.press("Enter");
  await tabTo(/^Let the simulator judge/);
  await keyboard.press("Enter");
  await expect(lesson.task("quota")).toContainText("Reached.");
});

testWithTrials(
  "a concealed curve is nowhere on the page until the prediction is made",
  async ({ page, lab }) => {
    const lesson = new LessonPage(page);
    await lesson.open(lab, "receive-livelock", "predict-the-curve");
    await expect(lesson.curve).toHaveCount(0);
    await expect(page.getByRole("button", { name: "The curve as a table" })).toHaveCount(0);
    await expect(page.getByRole("table")).toHaveCount(0);
    await lesson.button("Type numbers instead of drawing").click();
    await page.getByLabel("at 14,000/s").waitFor();
    for (const entry of await page.getByLabel(/^at .*\/s$/).all()) await entry.fill("3000");
    await lesson.button("Compare with the machine").click();
    await expect(lesson.curve).toBeVisible();
    await lesson.button("The prediction as a table").click();
    await expect(page.getByRole("table", { name: /What you expected/ })).toContainText("12,000/s");
  },
);

test("a locked knob cannot be changed in any way", async ({ page, lab }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const lesson = new LessonPage(page);
  await lesson.open(lab, "polling-with-quotas", "switch-it-on");
  const view = new LabPage(page);
  await expect(view.dot).toHaveAttribute("aria-disabled", "true");
  await view.dot.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("c");
  await expect(view.dot).toHaveAttribute("aria-valuenow", "12000");
  await expect(page.getByRole("switch")).toHaveCount(1);
  await expect(view.button("Poll instead")).toHaveCount(0);
  await page.getByRole("switch", { name: "Polling" }).click();
  await expect.poll(() => view.diagnosis()).toBe("shedding");
});

test("a step offers only the kernels that it is about", async ({ page, lab }) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "who-pays", "a-packet-that-changes-its-owner");
  const kernel = page.getByRole("combobox", { name: "Kernel" });
  await expect(kernel).toHaveValue("lrp");
  await expect(kernel.getByRole("option")).toHaveText([/^FreeBSD/, /LRP/, /SRP/]);
  await kernel.selectOption("srp");
  await expect(kernel).toHaveValue("srp");
});

testWithTrials("hints appear one by one, then the solution", async ({ page, lab }) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "polling-with-quotas", "find-a-quota");
  await lesson.button("A hint, please").click();
  await expect(page.getByText("Hint 1 of 2")).toBeVisible();
  await expect(page.getByText("Hint 2 of 2")).toHaveCount(0);
  await lesson.button("Another hint (1 left)").click();
  await expect(page.getByText("Hint 2 of 2")).toBeVisible();
  await expect(page.locator(".hint").last()).toBeFocused();
  await lesson.button("Set the knobs for me").click();
  await lesson.button("Let the simulator judge").click();
  await expect(lesson.task("quota")).toContainText("Reached.");
});

test("a wrong number that many give has a feedback of its own", async ({ page, lab }) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock", "pull-it-until-it-breaks");
  const question = lesson.task("wasted-share");
  const answer = question.getByRole("textbox", { name: /^Your answer/ });
  await answer.fill("93");
  await answer.press("Enter");
  await expect(question).toContainText("About nine tenths of the packets are thrown away");
  await expect(question).not.toContainText("Read the question again");
  await answer.fill("30");
  await answer.press("Enter");
  await expect(question).toContainText("When you see why, type this number.");
});

test("the second wrong number is explained as the first was, whatever it is", async ({
  page,
  lab,
}) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock", "why-less-comes-out");
  const question = lesson.task("left-over");
  const answer = question.getByRole("textbox", { name: /^Your answer/ });
  // 1.3 and 130 are the right number with a zero too few and too many.
  for (const wrong of ["0", "1.3", "130"]) {
    await answer.fill(wrong);
    await answer.press("Enter");
    await expect(question).toContainText("Subtract two times");
  }
  await expect(question).toContainText("When you see why, type this number.");
});

test("the text points at the pictures and explains its words", async ({ page, lab }) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "how-a-packet-gets-in", "one-packet");
  await lesson.button("IP input queue").first().click();
  const target = page.getByRole("group", { name: /^The machine/ }).locator("[aria-pressed=true]");
  await expect(target).toHaveAttribute("aria-label", /^IP input queue/);
  const term = lesson.button("interface");
  await term.click();
  await expect(term).toHaveAttribute("aria-expanded", "true");
  const meaning = page.getByRole("note").filter({ hasText: "between a wire and the computer" });
  await expect(meaning).toBeVisible();
  await expect(meaning).toHaveAccessibleName("Interface");
  // A live region announces it, and Escape closes it.
  await expect(page.locator("[aria-live=polite]").filter({ has: meaning })).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(meaning).toHaveCount(0);
  await expect(term).toBeFocused();
});

test("what a step points at has an outline, and its details cover the lanes only when asked for", async ({
  page,
  lab,
}) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock", "why-less-comes-out");
  const details = page.getByRole("region", { name: "Selected item" });
  const device = page
    .getByRole("group", { name: /^The machine/ })
    .getByRole("button", { name: /^Device interrupt/ })
    .first();
  await expect(device).toHaveAttribute("aria-current", "true");
  await expect(details).toHaveCount(0);
  await device.press("Enter");
  await expect(details).toContainText("Device interrupt");
  await page.keyboard.press("Escape");
  await expect(details).toHaveCount(0);
});

test("leaving a lesson restores the lab", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, "#/lab?scenario=lab&set=traffic.rate:5000&play=0&t=75000000");
  await view.page.getByRole("link", { name: "Lessons" }).click();
  const lesson = new LessonPage(page);
  await lesson.link("Begin: Receive livelock").click();
  await lesson.machineIsReady();
  await expect.poll(() => view.diagnosis()).toBe("keeping_up");
  await page.getByRole("link", { name: "Lab", exact: true }).click();
  await expect.poll(() => view.offeredRate()).toBe(5000);
  await expect(page.getByRole("heading", { name: /^A router/ })).toBeVisible();
});

test("a lesson's machine can be opened in the lab", async ({ page, lab }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const lesson = new LessonPage(page);
  await lesson.open(lab, "polling-with-quotas", "find-a-quota");
  await page.getByLabel("Quota, number").fill("7");
  await lesson.button("Open this machine in the lab").click();
  const view = new LabPage(page);
  await expect(page).toHaveURL(/#\/lab\?.*queues\.transmit_ring:8.*polling\.quota:7/);
  await expect.poll(() => view.offeredRate()).toBe(9000);
  await expect.poll(() => view.diagnosis()).toBe("shedding");
});

for (const [text, field] of [
  ["{not json", "the whole text"],
  ['{"schema":0,"lessons":{}}', "schema"],
  ['{"schema":1,"lessons":{"receive-livelock":{"seen":"all"}}}', "receive-livelock"],
] as const) {
  test(`stored progress that is broken names ${field} and loses nothing`, async ({ page, lab }) => {
    await page.addInitScript(
      ([key, stored]) => {
        if (localStorage.getItem(`${key}.unreadable`) === null) localStorage.setItem(key, stored);
      },
      [KEY, text] as const,
    );
    const lesson = new LessonPage(page);
    await lesson.drawFirstSeed();
    await lesson.open(lab, "receive-livelock");
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("The stored lesson progress could not be read");
    await expect(alert).toContainText(`Field “${field}`);
    expect(await page.evaluate((key) => localStorage.getItem(`${key}.unreadable`), KEY)).toBe(text);
    const download = page.waitForEvent("download");
    await alert.getByRole("button", { name: "Save the stored text" }).click();
    expect(readFileSync(await (await download).path(), "utf8")).toBe(text);
    await lesson.task("idle-share").getByLabel("Your answer").fill("43");
    await page.keyboard.press("Enter");
    await expect(lesson.task("idle-share")).toContainText("Right.");
    await page.reload();
    await expect(lesson.link(/^Step 1: .*, done$/)).toBeVisible();
  });
}

test("progress can be saved as a file and read on another device", async ({ page, lab }) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock", "what-you-would-want");
  await lesson.choose("fair", "Lose them as early as possible");
  await lesson.link("Lessons").last().click();
  await expect(page.getByText("1 of 8", { exact: true }).first()).toBeVisible();
  const download = page.waitForEvent("download");
  await lesson.button("Save a progress file").click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("livelock-lab-progress.json");
  const text = readFileSync(await saved.path());

  await lesson.button("Start over: Receive livelock").click();
  await expect(page.getByText("1 of 8", { exact: true })).toHaveCount(0);
  const file = page.getByLabel("Progress file");
  const give = (name: string, buffer: Buffer) =>
    file.setInputFiles({ name, mimeType: "application/json", buffer });
  await give("notes.json", Buffer.from('{"kind":"notes"}'));
  await expect(page.getByText("“notes.json” could not be read. Field “kind”")).toBeVisible();
  await give("progress.json", text);
  await expect(page.getByText("Read 1 lesson. Your earlier progress is kept too.")).toBeVisible();
  await expect(page.getByText("1 of 8", { exact: true }).first()).toBeVisible();
});

testWithTrials(
  "an author's lesson is checked, run and opened on the page",
  async ({ page, lab }) => {
    const readme = readFileSync(new URL("../lessons/README.md", import.meta.url), "utf8");
    const example = /~~~~markdown\n([\s\S]*?)\n~~~~/.exec(readme)?.[1] ?? "";
    const lesson = new LessonPage(page);
    await page.goto(`${lab}#/lessons`);
    await lesson.list.waitFor();
    const files = page.getByLabel("Files of a lesson");
    const give = (text: string) =>
      files.setInputFiles({
        name: "lesson.md",
        mimeType: "text/markdown",
        buffer: Buffer.from(text),
      });
    await give(example.replace("minutes=10", "minuts=10").replace("[x] The device", "The device"));
    await expect(page.getByText("lesson minuts: is unknown")).toBeVisible();
    await expect(page.getByText("an option is not marked")).toBeVisible();
    await give(example.replace('op="<=" value=3000', 'op="<=" value=10'));
    await expect(
      page.getByText(/of \d+ statements about the machine hold; these do not/),
    ).toBeVisible();
    await give("x".repeat(400_001));
    await expect(
      page.getByText("“lesson.md” is too large: a lesson's file has at most 400 kB."),
    ).toBeVisible();
    await give(example);
    await expect(page.getByText(/(\d+) of \1 statements about the machine hold\./)).toBeVisible();
    await lesson.link("Read “Interrupts or polling”").click();
    await lesson.machineIsReady();
    await expect(lesson.title("Look first")).toBeVisible();
  },
);
