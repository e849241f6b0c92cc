// A newcomer's walk by mouse: from the front page through the tour and the whole first lesson, with a wrong answer and a hint,
// to a saved report. Each screen is attached as a picture.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { Task } from "../web/lesson/lesson";
import { lessonOfSeed } from "../web/lesson/variants";
import { expect, test } from "./fixtures";
import { LessonPage } from "./pages/lesson-page";
import { readLesson } from "./pages/lesson-walk";

test.use({ isFirstVisit: true });

test("a newcomer gets from the front page to a finished lesson and a saved report", async ({
  page,
  lab,
}, testInfo) => {
  test.slow();
  const view = new LessonPage(page);
  await view.drawFirstSeed();
  const lesson = lessonOfSeed(readLesson("01-how-a-packet-gets-in"), 1);
  const photograph = async (name: string) =>
    testInfo.attach(name, { body: await page.screenshot(), contentType: "image/png" });

  await page.goto(lab);
  const tour = page.getByRole("dialog");
  const inTour = (name: string) => tour.getByRole("button", { name, exact: true });
  await expect(tour).toContainText("Packets arrive here");
  await photograph("front page");
  await inTour("Next").click();
  await inTour("Next").click();
  await inTour("Do it for me").click();
  await expect(tour.getByRole("status")).toContainText("This is receive livelock.");
  await photograph("livelock");
  await inTour("Next").click();
  await inTour("Next").click();
  await inTour("Do it for me").click();
  await expect(tour.getByRole("status")).toContainText("get through again");
  await photograph("cured");
  await tour.getByRole("link", { name: "Begin lesson 1" }).click();

  for (const [at, step] of lesson.steps.entries()) {
    await expect(view.title(step.title)).toBeVisible();
    await view.machineIsReady();
    await photograph(`step ${at + 1}`);
    for (const item of step.body) {
      if (item.kind !== "task") continue;
      if (at === 0) await answerWrongly(view, item.task);
      await solve(page, view, item.task);
    }
    await expect(view.link(new RegExp(`^Step ${at + 1}: .*, done$`))).toBeVisible();
    await photograph(`step ${at + 1}, done`);
    if (at < lesson.steps.length - 1) await view.link(/^Next: /).click();
  }

  await view.button(`Hand in: ${lesson.title}`).click();
  const dialog = page.getByRole("dialog", { name: `Hand in: ${lesson.title}` });
  await expect(dialog).toContainText("Every task has an answer.");
  await dialog.getByRole("textbox", { name: /^Your name/ }).fill("Nora Newcomer");
  await photograph("hand in");
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save the report" }).click();
  const saved = await download;
  const report: unknown = JSON.parse(await readFile(await saved.path(), "utf8"));
  const tasks = lesson.steps.flatMap(({ body }) =>
    body.flatMap((item) => (item.kind === "task" ? [item.task] : [])),
  );
  expect(report).toMatchObject({
    who: "Nora Newcomer",
    tasks: tasks.map(({ id, kind }) => (kind === "goal" ? { id, met: true } : { id })),
  });
  await page.keyboard.press("Escape");

  // The end of a lesson leads to the next one.
  await expect(view.link("Lesson 2: Interrupts or polling")).toBeVisible();
  await view.link("All lessons").click();
  await expect(view.link(`Read it again: ${lesson.title}`)).toBeVisible();
  await photograph("the list of lessons");
});

/** Gives the first wrong answer, reads what is wrong with it, and asks for a hint. */
async function answerWrongly(view: LessonPage, task: Task): Promise<void> {
  if (task.kind !== "choice") throw new Error("the lesson begins with a choice");
  const wrong = task.options.findIndex(({ right }) => !right);
  const field = view.task(task.id);
  await field.getByRole("radio").nth(wrong).check();
  await field.getByRole("button", { name: "Check" }).click();
  await expect(field).toContainText("Not yet.");
  await view.button("A hint, please").click();
  await expect(view.page.getByText(/^Hint 1 of/)).toBeVisible();
}

async function solve(page: Page, view: LessonPage, task: Task): Promise<void> {
  const field = view.task(task.id);
  const check = field.getByRole("button", { name: "Check" });
  switch (task.kind) {
    case "choice":
      await field
        .getByRole("radio")
        .nth(task.options.findIndex(({ right }) => right))
        .check();
      await check.click();
      return expect(field).toContainText("Right.");
    case "number":
      await field.getByRole("textbox").fill(String(task.answer));
      await check.click();
      return expect(field).toContainText("Right.");
    case "text":
      await field.getByRole("textbox").fill("The others are taken in first.");
      await field.getByRole("button", { name: "Save and compare" }).click();
      return expect(field).toContainText("Your answer is saved.");
    case "prediction":
      await view.draw([
        [0, 0.1],
        [0.4, 0.6],
        [1, 0.3],
      ]);
      await field.getByRole("button", { name: "Compare with the machine" }).click();
      return expect(field).toContainText("Furthest at");
    case "program":
      throw new Error("the first lesson asks for no program");
    case "goal": {
      const judge = field.getByRole("button", { name: "Let the simulator judge" });
      await judge.click();
      await expect(field).toContainText("Not yet.");
      const queue = page.getByRole("textbox", { name: /^IP input queue, number/ });
      await queue.fill(String(task.solutions[0]?.set["queues.ipintrq"]));
      await queue.press("Enter");
      await judge.click();
      return expect(field).toContainText("Reached.");
    }
  }
}
