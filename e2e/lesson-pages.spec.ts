// The lesson pages: every step opens, axe finds nothing, every text can be read, at four widths in light
// and dark; and the lab does not load what only lessons need.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { LabPage } from "./pages/lab-page";
import { LessonPage } from "./pages/lesson-page";
import { textFindings } from "./pages/text-check";

const LESSONS = ["how-a-packet-gets-in", "receive-livelock", "polling-with-quotas"];
const WIDTHS = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
  );
}

for (const id of LESSONS) {
  test(`every step of ${id} opens with its machine`, async ({ page, lab }) => {
    const lesson = new LessonPage(page);
    await lesson.open(lab, id);
    const steps = await page
      .getByRole("navigation", { name: "Steps of this lesson" })
      .getByRole("link")
      .all();
    expect(steps.length).toBeGreaterThanOrEqual(6);
    for (const step of steps) {
      await step.click();
      await lesson.machineStands();
      await expect(step).toHaveAttribute("aria-current", "step");
      await expect(page.getByRole("alert")).toHaveCount(0);
    }
  });
}

for (const viewport of WIDTHS) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`reads well at ${viewport.width} in ${colorScheme}`, async ({ page, lab }) => {
      test.slow();
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      const lesson = new LessonPage(page);
      await page.goto(`${lab}#/lessons`);
      await lesson.list.waitFor();
      expect(await textFindings(page, 12), "the list").toEqual([]);
      expect(await axeFindings(page), "the list").toEqual([]);
      await page.goto(`${lab}#/glossary`);
      await lesson.title("Glossary").waitFor();
      expect(await textFindings(page, 12), "the glossary").toEqual([]);
      expect(await axeFindings(page), "the glossary").toEqual([]);
      for (const [id, step] of [
        ["receive-livelock", "predict-the-curve"],
        ["receive-livelock", "pull-it-until-it-breaks"],
        ["how-a-packet-gets-in", "room-for-a-burst"],
      ] as const) {
        await lesson.open(lab, id, step);
        expect(await axeFindings(page), step).toEqual([]);
        expect(await textFindings(page, 12), step).toEqual([]);
      }
    });
  }
}

test("the sheet on a phone folds away and comes back", async ({ page, lab }) => {
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

test("the lab does not load the lessons", async ({ page, lab }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const view = new LabPage(page);
  await view.open(lab);
  await expect.poll(async () => (await view.curve()).points).toBeGreaterThan(5);
  expect(asked.filter((path) => /lesson/.test(path))).toEqual([]);
  await page.getByRole("link", { name: "Lessons" }).click();
  await page.getByRole("heading", { level: 2, name: "Lessons" }).waitFor();
  expect(asked.filter((path) => /lesson/.test(path)).length).toBeGreaterThan(0);
});
