// A learner's work is saved: answers in one or two tabs, typed text that was not submitted, a lesson that is restarted and
// restored, the machine of a step, and an author's draft.
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expect, test as testWithTrials, testWithoutTrials as test } from "./fixtures";
import { LabPage } from "./pages/lab-page";
import { formatLessonLink } from "../web/lesson/lesson-link";
import { LessonPage } from "./pages/lesson-page";

test("a right answer stays right, whatever is tried after it", async ({ page, lab }) => {
  const lesson = new LessonPage(page);
  await lesson.drawFirstSeed();
  await lesson.open(lab, "receive-livelock", "what-you-would-want");
  const fair = lesson.task("fair");
  await lesson.choose("fair", "Lose them as early as possible");
  await lesson.choose("fair", "Put them into a longer queue");
  await expect(fair).toContainText("Later never comes");
  await expect(fair).toContainText("done");
  await lesson.link("Back").click();
  const spare = lesson.task("idle-share");
  await spare.getByLabel("Your answer").fill("43");
  await page.keyboard.press("Enter");
  await spare.getByLabel("Your answer").fill("90");
  await page.keyboard.press("Enter");
  await expect(spare).toContainText("Not yet.");
  await expect(spare).toContainText("done");
  await page.reload();
  await expect(spare).toContainText("Right.");
  await expect(lesson.link(/^Step 2: .*, done$/)).toBeVisible();
});

testWithTrials("a prediction is kept until another one is compared", async ({ page, lab }) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock", "predict-the-curve");
  const predict = async (value: string) => {
    await page.getByLabel("at 14,000/s").waitFor();
    for (const entry of await page.getByLabel(/^at .*\/s$/).all()) await entry.fill(value);
  };
  await lesson.button("Type numbers instead of drawing").click();
  await predict("3000");
  await lesson.button("Compare with the machine").click();
  await expect(lesson.task("curve")).toContainText("you expected 3,000/s");
  await lesson.button("Predict again").click();
  await predict("4000");
  await expect(lesson.curve).toBeVisible();
  await page.reload();
  await lesson.button("Type numbers instead of drawing").click();
  await expect(page.getByLabel("at 14,000/s")).toHaveValue("4,000");
  await lesson.button("Back to the last prediction").click();
  await expect(lesson.task("curve")).toContainText("you expected 3,000/s");
  await lesson.button("Predict again").click();
  await predict("4000");
  await lesson.button("Compare with the machine").click();
  await expect(lesson.task("curve")).toContainText("you expected 4,000/s");
});

testWithTrials("a prediction is compared although its step is left", async ({ page, lab }) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock", "predict-the-curve");
  await lesson.button("Type numbers instead of drawing").click();
  await page.getByLabel("at 14,000/s").waitFor();
  for (const entry of await page.getByLabel(/^at .*\/s$/).all()) await entry.fill("3000");
  await page.getByLabel("at 14,000/s").blur();
  const compare = lesson.button("Compare with the machine");
  await expect(compare).toHaveAttribute("aria-disabled", "false");
  await compare.evaluate((button: HTMLElement) => {
    button.click();
    document.querySelector<HTMLElement>(".step-nav-next")?.click();
  });
  await expect(lesson.task("curve")).toHaveCount(0);
  await page.goBack();
  await expect(lesson.task("curve")).toContainText("you expected 3,000/s");
});

test("a text that is no number, or a number outside of the axes, is refused", async ({
  page,
  lab,
}) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock");
  const spare = lesson.task("idle-share");
  await spare.getByLabel("Your answer").fill("1,2345");
  await page.keyboard.press("Enter");
  await expect(spare).toContainText("with a decimal point");
  await lesson.link(/^Step 3/).click();
  await lesson.button("Type numbers instead of drawing").click();
  const first = page.getByLabel("at 1,000/s");
  await first.fill("80000");
  await first.blur();
  await expect(lesson.task("curve")).toContainText("This is outside the axes: write 0 to 7,000.");
  await expect(lesson.task("curve")).toContainText("The numbers of 9 of 9 rates are missing.");
  await first.fill("4k");
  await first.blur();
  await expect(first).toHaveValue("4,000");
  await expect(lesson.task("curve")).toContainText("The numbers of 8 of 9 rates are missing.");
});

test("typed text that was not submitted is there when the learner comes back", async ({
  page,
  lab,
}) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock");
  await lesson.task("idle-share").getByLabel("Your answer").fill("43");
  await lesson.link(/^Next/).click();
  await expect(lesson.task("fair")).toBeVisible();
  await lesson.link("Back").click();
  await expect(lesson.task("idle-share").getByLabel("Your answer")).toHaveValue("43");
});

test("an option that was chosen but not checked is there after a reload", async ({ page, lab }) => {
  const lesson = new LessonPage(page);
  await lesson.drawFirstSeed();
  await lesson.open(lab, "receive-livelock", "what-you-would-want");
  const fair = lesson.task("fair");
  const option = (name: string) => fair.getByRole("radio", { name });
  await option("Put them into a longer queue").check();
  await page.reload();
  await expect(option("Put them into a longer queue")).toBeChecked();
  await expect(fair).not.toContainText("Later never comes");
  await fair.getByRole("button", { name: "Check" }).click();
  await expect(fair).toContainText("Later never comes");
  await option("Lose them as early as possible").check();
  await page.reload();
  await expect(option("Lose them as early as possible")).toBeChecked();
  await option("Put them into a longer queue").check();
  await page.reload();
  await expect(fair).toContainText("Later never comes");
});

test("two tabs keep and show each other's answers", async ({ page, lab, context }) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock", "what-you-would-want");
  const tab = await context.newPage();
  const other = new LessonPage(tab);
  await other.open(lab, "receive-livelock", "what-you-would-want");
  await lesson.choose("fair", "Lose them as early as possible");
  await expect(other.link(/^Step 2: .*, done$/)).toBeVisible();
  await other.link("Back").click();
  await expect(other.task("idle-share")).toBeVisible();
  await page.reload();
  await expect(lesson.link(/^Step 2: .*, done$/)).toBeVisible();
});

test("a restarted lesson can be restored in the same place", async ({ page, lab }) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock", "what-you-would-want");
  await lesson.choose("fair", "Lose them as early as possible");
  await lesson.link("Lessons").last().click();
  await lesson.button("Start over: Receive livelock").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 of 8", { exact: true })).toHaveCount(0);
  await expect(page.getByText("The lesson starts over.")).toBeVisible();
  await expect(lesson.button("Restore your answers: Receive livelock")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 of 8", { exact: true }).first()).toBeVisible();
});

test("a saved text answer and the browser's decision about storage are confirmed beside their buttons", async ({
  page,
  lab,
}) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "how-a-packet-gets-in", "what-you-know-now");
  const own = lesson.task("own");
  await own.getByLabel("Your answer").fill("Because it waits.");
  await own.getByRole("button", { name: "Save and compare" }).press("Enter");
  await expect(own.getByRole("status")).toHaveText(/^Your answer is saved/);
  await lesson.link("Lessons").last().click();
  // Opening a page moves the focus: a key before that would not reach this button.
  await expect(page.getByRole("heading", { level: 2, name: "Lessons" })).toBeFocused();
  await lesson.button("Ask the browser to keep your progress").press("Enter");
  await expect(
    page.getByText(/^The browser (will not delete your progress|may delete your progress)/),
  ).toBeFocused();
});

/** Opens a step with its own machine and sets its quota to 7. */
async function turnQuota(page: Page, lesson: LessonPage, lab: string): Promise<Locator> {
  await lesson.open(lab, "polling-with-quotas", "find-a-quota");
  const quota = page.getByLabel("Quota, number");
  await quota.fill("7");
  await page.keyboard.press("Enter");
  return quota;
}

testWithTrials(
  "a step's machine is restored after a link, a reload, and another step",
  async ({ page, lab }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const lesson = new LessonPage(page);
    const view = new LabPage(page);
    await lesson.open(lab, "polling-with-quotas", "find-a-quota");
    const quota = page.getByLabel("Quota, number");
    const left = page.getByText("The machine is as you left it.");
    await expect(left).toHaveCount(0);
    await quota.fill("7");
    await page.keyboard.press("Enter");
    await lesson.button("Let the simulator judge").click();
    await expect(lesson.task("quota")).toContainText("Reached.");
    await view.button("Pause").click();
    const moment = await view.settledMilliseconds();
    const expectRestored = async () => {
      await lesson.machineIsReady();
      await expect(left).toBeVisible();
      await expect(quota).toHaveValue("7");
      await expect.poll(() => view.shownMilliseconds()).toBeCloseTo(moment, 3);
      await expect(view.button("Play")).toBeVisible();
      await expect(lesson.task("quota")).toContainText("You have reached this goal with quota 7");
    };
    await lesson.link("Glossary").first().click();
    await lesson.title("Glossary").waitFor();
    await page.goBack();
    await expectRestored();
    await page.reload();
    await expectRestored();
    await lesson.link(/^Next/).click();
    await expect(lesson.title("What you know now")).toBeVisible();
    await lesson.machineIsReady();
    await expect(quota).toHaveValue("5");
    await lesson.link("Back").click();
    await expectRestored();
  },
);

test("a knob change that is pending when the step is left is applied", async ({ page, lab }) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "how-a-packet-gets-in", "room-for-a-burst");
  const queue = page.getByLabel("IP input queue, number");
  await queue.fill("90");
  // The number is accepted when the field loses the focus. The machine must be rebuilt for it.
  await lesson.link(/^Step 1/).click();
  await expect(lesson.title("The machine")).toBeVisible();
  await lesson.machineIsReady();
  await lesson.link(/^Step 6/).click();
  await expect(queue).toHaveValue("90");
  // A notice about this machine does not stay when another one is opened.
  const ring = page.getByLabel("Receive ring, number");
  await ring.fill("64");
  await ring.press("Enter");
  const notice = page.getByText(/^New run with Receive ring: 64/);
  await expect(notice).toBeVisible();
  await lesson.link(/^Step 1/).click();
  await lesson.machineIsReady();
  await expect(notice).toHaveCount(0);
});

test("resetting the machine can be undone, and a restarted lesson begins with a fresh machine", async ({
  page,
  lab,
}) => {
  const lesson = new LessonPage(page);
  const quota = await turnQuota(page, lesson, lab);
  await lesson.button("Machine as at the start").click();
  await expect(quota).toHaveValue("no limit");
  await lesson.button("Undo").click();
  await expect(quota).toHaveValue("7");
  await lesson.link("Lessons").last().click();
  await lesson.button("Start over: Polling with quotas").click();
  await page.goBack();
  await lesson.machineIsReady();
  await expect(quota).toHaveValue("no limit");
});

test("a machine saved by another version of the model starts afresh, with a notice", async ({
  page,
  lab,
}) => {
  const lesson = new LessonPage(page);
  const quota = await turnQuota(page, lesson, lab);
  await lesson.link("Lessons").last().click();
  await lesson.list.waitFor();
  await page.evaluate((key) => {
    const stored = localStorage.getItem(key) ?? "";
    localStorage.setItem(key, stored.replace(/2026\.\d+/, "2020.1"));
  }, "livelock-lab.lesson-machines");
  await page.reload();
  await lesson.link("Continue: Polling with quotas").click();
  await expect(page.getByText(/^The machine starts from the beginning/)).toBeVisible();
  await expect(quota).toHaveValue("no limit");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

testWithTrials("an author's draft survives a reload until it is removed", async ({ page, lab }) => {
  const readme = readFileSync(new URL("../lessons/README.md", import.meta.url), "utf8");
  const example = /~~~~markdown\n([\s\S]*?)\n~~~~/.exec(readme)?.[1] ?? "";
  const lesson = new LessonPage(page);
  await page.goto(`${lab}#/lessons`);
  await lesson.list.waitFor();
  const buffer = Buffer.from(example);
  await page
    .getByLabel("Files of a lesson")
    .setInputFiles({ name: "lesson.md", mimeType: "text/markdown", buffer });
  await expect(
    page.getByText("The lesson stays in this browser until you remove it"),
  ).toBeVisible();
  await lesson.link("Read “Interrupts or polling”").click();
  await lesson.machineIsReady();
  await page.reload();
  await lesson.machineIsReady();
  await expect(lesson.title("Look first")).toBeVisible();
  await lesson.link("Lessons").last().click();
  await expect(page.getByText(/^Your draft, dropped \d/)).toBeVisible();
  const remove = lesson.button("Remove: Interrupts or polling");
  await remove.press("Enter");
  await expect(lesson.list).toBeFocused();
  await lesson.button("Restore it").click();
  await remove.click();
  await expect(remove).toHaveCount(0);
  await page.goBack();
  await expect(lesson.title("There is no lesson “draft-interrupts-or-polling” here")).toBeVisible();
  // Somebody else opens the lesson by a link that holds its text.
  await page.goto(lab + formatLessonLink({ "lesson.md": example }));
  await lesson.link("Read “Interrupts or polling”").waitFor();
  await expect(page).toHaveURL(/#\/lessons$/);
});

test("of two devices' essays one is shown below the other, and takes its place", async ({
  page,
  lab,
}) => {
  const lesson = new LessonPage(page);
  const fileWith = (given: string) => {
    const tasks = { reasons: { kind: "question", given, right: null, tries: 1 } };
    const progress = { model: "", step: "", seen: [], hints: {}, tasks };
    const lessons = { "receive-livelock": progress };
    const file = { kind: "livelock-lab progress", schema: 1, lessons };
    return {
      name: "p.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(file)),
    };
  };
  await page.goto(`${lab}#/lessons`);
  const read = page.getByText("Read 1 lesson.");
  for (const essay of ["It is busy taking packets in.", "Sending never gets its turn."]) {
    await page.getByLabel("Progress file").setInputFiles(fileWith(essay));
    await expect(read).toBeVisible();
  }
  await lesson.open(lab, "receive-livelock", "it-is-no-deadlock");
  const own = lesson.task("reasons").getByRole("textbox", { name: "Your answer" });
  await expect(own).toHaveValue("It is busy taking packets in.");
  const other = page.getByRole("region", { name: "A text of another device" });
  await expect(other).toContainText("Sending never gets its turn.");
  await other.getByRole("button", { name: "Show it above instead" }).click();
  await expect(own).toHaveValue("Sending never gets its turn.");
  await expect(own).toBeFocused();
  await expect(other).toContainText("It is busy taking packets in.");
});
