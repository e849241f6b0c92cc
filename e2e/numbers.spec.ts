// Numbers as people write them. A text that can mean two numbers ("12.000") is asked about, in knobs and in lessons.
import { expect, testWithoutTrials as test } from "./fixtures";
import { LabPage, MOMENTS } from "./pages/lab-page";
import { LessonPage } from "./pages/lesson-page";

test("a number that can mean two is asked, and changes nothing before", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  const rate = page.getByRole("textbox", { name: /Offered rate, number/ });
  await rate.fill("12.000");
  await rate.press("Enter");
  await expect(page.getByText(/^Did you mean 12,000 or 12\?/)).toBeVisible();
  await rate.press("Tab");
  expect(await view.offeredRate()).toBe(2000);
  await page.getByRole("button", { name: "12,000", exact: true }).press("Enter");
  await expect.poll(() => view.offeredRate()).toBe(12_000);
  await expect(rate).toHaveValue("12,000");
  // Of two whole numbers the larger one is out of range: it is refused with the reason.
  await rate.fill("20.000");
  await page.getByRole("button", { name: "20,000", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("“20,000” is not allowed.");
  // Only one reading of this text is a whole number.
  await rate.fill("1.250");
  await rate.press("Enter");
  await expect.poll(() => view.offeredRate()).toBe(1250);
});

test("a number that can mean two is asked, and is no try", async ({ page, lab }) => {
  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock", "pull-it-until-it-breaks");
  const question = lesson.task("wasted-share");
  const answer = question.getByRole("textbox", { name: /^Your answer/ });
  await answer.fill("93.000");
  for (let time = 0; time < 3; time++) await answer.press("Enter");
  await expect(question).toContainText("Did you mean 93,000 or 93?");
  await expect(question).not.toContainText("When you see why");
  await question.getByRole("button", { name: "93", exact: true }).click();
  await expect(question).toContainText("About nine tenths of the packets are thrown away");
  await expect(answer).toHaveValue("93");
  await expect(question).not.toContainText("When you see why");
});
