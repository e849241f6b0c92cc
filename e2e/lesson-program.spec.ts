// A task of a lesson that is answered by a program: the editor beside the machine, the judge, what is stored, handed in and printed.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { LessonPage } from "./pages/lesson-page";
import { solutionOf } from "./pages/lesson-walk";
import { expectReadable, pixelsOutside } from "./pages/readable";
import { inEveryViewport } from "./pages/viewports";
import { WorkshopPage } from "./pages/workshop-page";

const LESSON = "write-the-driver";
const STEP = "off-the-ring";

/** A step with a task for a program, whose machine runs what the learner begins with. */
async function openStep(page: Page, lab: string, step = STEP) {
  const lesson = new LessonPage(page);
  const view = new WorkshopPage(page);
  await lesson.open(lab, LESSON, step);
  await view.runs();
  return { lesson, view };
}

test("a program is written in the lesson, runs beside it, and gets its medal", async ({
  page,
  lab,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { lesson, view } = await openStep(page, lab);
  await expect(view.machine.headline).toHaveText("The program sleeps while packets wait.");
  await view.write(solutionOf(STEP));
  await view.runs();
  await expect(view.machine.headline).toHaveText("Every packet gets through.");
  const task = lesson.task("driver");
  await task.getByRole("button", { name: "Judge it" }).click();
  await expect(task.getByText("done")).toBeVisible({ timeout: 60_000 });
  await expect(task.getByRole("button", { name: "Judge it" })).toBeFocused();
  // The report has it.
  await page.goto(`${lab}#/lessons/${LESSON}/what-you-know-now`);
  await page.getByRole("button", { name: "Hand in" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("off-the-ring.c: gold. The task asks for silver.");
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save the report" }).click();
  const report = JSON.parse(readFileSync(await (await download).path(), "utf8")) as {
    tasks: object[];
  };
  expect(report.tasks).toEqual([
    {
      kind: "program",
      id: "driver",
      program: { file: "off-the-ring.c", text: solutionOf(STEP), medal: "gold" },
    },
  ]);
  // So has the printed lesson.
  await page.goto(`${lab}#/lessons/${LESSON}/print`);
  const printed = page.locator(".printed-program");
  await expect(printed.first()).toContainText("lninitdesc(unit);");
  // The other tasks have the programs that they begin with.
  await expect(printed.nth(1)).toContainText("Challenge 2");
});

test("the debugger is beside the task: folded at first, then with breakpoints and local variables", async ({
  page,
  lab,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { lesson, view } = await openStep(page, lab);
  const program = solutionOf(STEP);
  await view.write(program);
  await view.runs();
  const task = lesson.task("driver");
  await expect(task.getByRole("group", { name: "Step by line" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await task.getByRole("button", { name: /^Debugger/ }).click();
  const line = program.split("\n").findIndex((row) => row.includes("lninitdesc(unit)")) + 1;
  await task.getByRole("spinbutton", { name: "Line" }).fill(String(line));
  await task.getByRole("button", { name: "Set a breakpoint" }).click();
  await task.getByRole("button", { name: "Run to breakpoint" }).click();
  await expect(task.locator(".debugger-moment")).toContainText(
    `breakpoint in line ${line}: lnintr`,
  );
  await expect(task.getByRole("table", { name: "Local variables of lnintr" })).toContainText(
    "packet ",
  );
  await view.editor.press("F10");
  await expect(task.locator(".debugger-moment")).toContainText("in line");
  await expect(task.locator(".debugger-moment")).not.toContainText("breakpoint");
  await inEveryViewport(page, async (viewport) => {
    expect(await pixelsOutside(page), viewport.name).toBe(0);
  });
});

test("what was typed is there after a reload, and on the page Write a kernel", async ({
  page,
  lab,
}) => {
  const { view } = await openStep(page, lab);
  await view.write(`/* mine */ ${solutionOf(STEP)}`);
  await view.runs();
  await page.reload();
  await view.runs();
  await expect(view.editor).toContainText("/* mine */");
  await page.getByRole("link", { name: "Open it in “Write a kernel”" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Write a kernel" })).toBeVisible();
  await view.runs();
  await expect(view.editor).toContainText("/* mine */");
  await view.write(`/* changed there */ ${solutionOf(STEP)}`);
  await view.runs();
  await page.goBack();
  await view.runs();
  await expect(view.editor).toContainText("/* changed there */");
  await expect(view.machine.headline).toHaveText("Every packet gets through.");
});

test("a program that was begun goes on on another device", async ({ page, lab, browser }) => {
  const { lesson, view } = await openStep(page, lab);
  await view.write(`/* mine */ ${solutionOf(STEP)}`);
  await view.runs();
  await page.goto(`${lab}#/lessons`);
  const download = page.waitForEvent("download");
  await lesson.button("Save a progress file").click();
  const file = await (await download).path();

  const other = await (await browser.newContext()).newPage();
  const there = new LessonPage(other);
  const editor = new WorkshopPage(other);
  await other.goto(`${lab}#/lessons`);
  await other.getByLabel("Progress file").setInputFiles(file);
  await expect(other.getByText("New under “Your programs”")).toContainText("off-the-ring.c");
  await there.open(lab, LESSON, STEP);
  await editor.runs();
  await expect(editor.editor).toContainText("/* mine */");
  await other.getByRole("link", { name: "Open it in “Write a kernel”" }).click();
  await editor.runs();
  await expect(other.getByRole("button", { name: "Judge it" })).toBeVisible();
});

test("a medal of “Write a kernel” counts for the task of its challenge, and that of a task there", async ({
  page,
  lab,
}) => {
  const view = new WorkshopPage(page);
  const lesson = new LessonPage(page);
  await view.open(lab);
  await view.beginChallenge(1);
  const own = `/* mine */ ${solutionOf(STEP)}`;
  await view.write(own);
  await view.runs();
  await view.judge("Judge it");
  await lesson.open(lab, LESSON, STEP);
  await view.runs();
  const task = lesson.task("driver");
  await expect(task.getByText("Best so far: no medal.")).toBeVisible();
  await expect(task.getByText("Your “1 off-the-ring.c” was judged before")).toBeVisible();
  await task.getByRole("button", { name: "Use it for this task" }).click();
  await expect(task.getByText("Best so far: gold.")).toBeFocused();
  await expect(task.getByText("was judged before")).toBeHidden();
  await expect(view.editor).toContainText("/* mine */");
  await view.runs();
  const stored = await page.evaluate(() => localStorage.getItem("livelock-lab.lessons"));
  expect(JSON.parse(stored ?? "")).toMatchObject({
    lessons: { [LESSON]: { tasks: { driver: { medal: "gold", met: true, tries: 1, text: own } } } },
  });
  // A version that was judged in a lesson is opened as the program of the task.
  await view.write(solutionOf(STEP).replace("lninitdesc(unit);", "lninitdesc(unit); ;"));
  await view.runs();
  await task.getByRole("button", { name: "Judge it" }).click();
  await expect(task.getByText(/^Judged: /)).toBeVisible({ timeout: 60_000 });
  await task.getByRole("button", { name: /^Judged versions/ }).click();
  const versions = task.getByRole("button", { name: "Open 1 off-the-ring.c of" });
  await versions.last().click();
  await expect(view.editor).toContainText("/* mine */");
  await view.runs();
  await page.goto(`${lab}#/workshop`);
  await expect(page.getByText("1 of 12 have a medal")).toBeVisible();
  await page.getByRole("button", { name: "Judged versions" }).click();
  await expect(page.getByRole("button", { name: "Open 1 off-the-ring.c of" })).toHaveCount(2);
});

test("a knob of the learner's program turns while the machine runs, and back", async ({
  page,
  lab,
}) => {
  const lesson = new LessonPage(page);
  const view = new WorkshopPage(page);
  await lesson.open(lab, "write-the-cure", "poll-with-a-quota");
  await view.write(solutionOf("poll-with-a-quota"));
  await view.runs();
  const quota = lesson.task("poll").getByRole("slider", { name: "quota: packets in each turn" });
  await expect(quota).toHaveAttribute("aria-valuetext", "5");
  await quota.focus();
  await page.keyboard.press("ArrowRight");
  await expect(quota).toHaveAttribute("aria-valuetext", "6");
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toHaveAttribute("title", /quota/);
  await undo.click();
  await expect(quota).toHaveAttribute("aria-valuetext", "5");
  await expect(view.editor).toContainText("KNOB(quota, 5");
});

test("a lesson names a knob of its machine's program", async ({ page, lab }) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "write-the-cure", "yours-and-ours");
  const knobs = page.getByRole("region", { name: "Knobs of this step" });
  const quota = knobs.getByRole("slider", { name: "quota: packets in each turn" });
  await quota.focus();
  await page.keyboard.press("ArrowRight");
  await expect(quota).toHaveAttribute("aria-valuetext", "6");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(quota).toHaveAttribute("aria-valuetext", "5");
});

test("a fault of the step's own program is not taken for the learner's", async ({ page, lab }) => {
  const { lesson, view } = await openStep(page, lab);
  await lesson.open(lab, LESSON, "break-it-on-purpose");
  await page.getByRole("button", { name: "Play" }).click();
  await expect(page.getByTestId("headline")).toHaveText("The kernel has stopped.");
  await lesson.open(lab, LESSON, STEP);
  await view.runs();
  await expect(view.editor).toContainText("Challenge 1: off the ring.");
});

test("a run that the judge has opened is the machine of what is typed next", async ({
  page,
  lab,
}) => {
  const { lesson, view } = await openStep(page, lab, "one-interrupt-many-packets");
  await page.getByRole("button", { name: "Judge it" }).click();
  await expect(lesson.task("many")).toContainText("Judged: ", { timeout: 60_000 });
  await page.getByRole("button", { name: "Open this run in the machine" }).first().click();
  await expect(page.getByText("live, paused")).toBeVisible();
  await view.write(solutionOf("one-interrupt-many-packets"));
  await view.runs();
  await expect(view.machine.headline).toHaveText("Every packet gets through.");
  // Programs of one's own begin on a machine with this rate.
  await expect(page.getByText("2,000 packets/s come in")).toHaveCount(0);
});

test("the step has no finding of axe, and no part of it is cut, on a phone and beside the machine", async ({
  page,
  lab,
}) => {
  await openStep(page, lab);
  await expectReadable(page);
});

test("the goal of lesson 14 is reached by a program, which the report has", async ({
  page,
  lab,
}) => {
  test.slow();
  const lesson = new LessonPage(page);
  const view = new WorkshopPage(page);
  await view.open(lab);
  await view.write(solutionOf("one-kernel-four-loads"));
  await view.runs();
  await lesson.open(lab, "design-your-own-policy", "your-policy");
  const task = lesson.task("policy");
  const judge = task.getByRole("button", { name: "Let the simulator judge" });
  await judge.click();
  await expect(task).toContainText("Not yet.");
  await task.getByRole("combobox", { name: "Kernel of your own" }).selectOption("kernel.c");
  await expect(task).toContainText("The knobs have moved since then");
  await expect(view.machine.headline).toBeVisible();
  await judge.click();
  await expect(task).toContainText("Reached.");
  await page.reload();
  await expect(task).toContainText("You have reached this goal with kernel.c");
  const stored = await page.evaluate(() => localStorage.getItem("livelock-lab.lessons"));
  expect(stored).toContain(`"program":{"file":"kernel.c"`);
});
