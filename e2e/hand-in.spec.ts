// A learner reaches a goal, reads the report by keyboard and saves it; the page opens the saved file, and refuses changed and
// other files. core/cli/tests/grade.rs grades such a report.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { axeFindings } from "./pages/axe";
import { LessonPage } from "./pages/lesson-page";
import { textFindings } from "./pages/text-check";

const LESSON = "polling-with-quotas";

/** Saves a file with a button that has the focus, by Enter. */
async function save(page: Page): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

test("a learner hands in a report, and the page reads it", async ({ page, lab }) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, LESSON, "find-a-quota");
  await page.getByRole("textbox", { name: "Quota, number in packets" }).fill("8");
  await page.keyboard.press("Enter");
  const goal = lesson.task("quota");
  await goal.getByRole("button", { name: "Let the simulator judge" }).click();
  await expect(goal.getByText("Reached.")).toBeVisible();
  await lesson.link("Next: What you know now").click();
  await lesson.task("remains").getByRole("textbox").fill("Nobody could log in <b>.");
  await page.setViewportSize({ width: 360, height: 780 });
  const button = lesson.button("Hand in: Polling with quotas");
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Hand in: Polling with quotas" });
  const row = (words: string) => dialog.getByRole("listitem").filter({ hasText: words });
  await expect(row("Find a quota")).toContainText("Quota: 8 packets");
  await expect(row("Find a quota")).toContainText("Reached, after 1 try.");
  await expect(row("The idea")).toContainText("Not answered.");
  await expect(row("What gets no CPU time")).toContainText("not in the report");
  await dialog.getByRole("textbox", { name: /^Your name/ }).fill("Ada Lovelace");
  await expect(
    dialog.getByText("livelock-report-polling-with-quotas-ada-lovelace.json"),
  ).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  expect(await textFindings(page, 12)).toEqual([]);
  await page.keyboard.press("Tab");
  const report = await save(page);
  await expect(dialog.getByRole("status")).toContainText(
    `Saved as “${report.name}”. The browser puts it`,
  );
  expect(JSON.parse(report.text)).toMatchObject({
    who: "Ada Lovelace",
    tasks: [{ id: "quota", met: true, set: { "polling.quota": 8 } }],
  });
  await page.keyboard.press("Tab");
  const twin = await save(page);
  expect(twin.name).toMatch(/ada-lovelace\.html$/);
  expect(twin.text).toContain("Reached, after 1 try.");
  await dialog.getByRole("button", { name: "The file, word by word" }).click();
  expect(await dialog.getByLabel("The file, word by word").last().textContent()).toBe(report.text);
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();

  await page.goto(`${lab}#/lessons`);
  const open = (name: string, text: string, input = "Report file") =>
    page.getByLabel(input).setInputFiles({
      ...{ name, mimeType: "application/json" },
      buffer: Buffer.from(text),
    });
  await open("changed.json", report.text.replace("Ada", "Eve"));
  await expect(page.getByText("Field “sha256”: it does not belong to the content")).toBeVisible();
  await open("scenario.json", '{"settings": {}}');
  await expect(page.getByText("Field “kind”: this is not a report")).toBeVisible();
  await open("report.json", report.text, "Progress file");
  await expect(page.getByText("this is a report, which is handed in")).toBeVisible();
  await open("report.json", report.text);
  const opened = page.getByRole("dialog", { name: "Report: Polling with quotas" });
  await expect(opened).toContainText("a report by Ada Lovelace");
  await page.keyboard.press("Escape");
  await expect(opened).toHaveCount(0);
});
