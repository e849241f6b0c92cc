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

test("while the machine runs, the diagnosis and “Where it went” name the same window", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, "#/lab?scenario=figure-6-1&t=400000&play=1&speed=1");
  await expect(page.getByRole("region", { name: "Where it went" })).toContainText(/ms before/);
  const seen = await page.evaluate(async () => {
    const textOf = (selector: string) =>
      document.querySelector(selector)?.textContent.replace(/\s/gu, " ") ?? "";
    const names: { diagnosis: string[]; outcomes: string[] } = { diagnosis: [], outcomes: [] };
    for (let frame = 0; frame < 90; frame++) {
      await new Promise(requestAnimationFrame);
      names.diagnosis.push(textOf(".diagnosis-window"));
      names.outcomes.push(/the [\d.]+ ms before [\d.,]+ ms/.exec(textOf(".outcomes"))?.[0] ?? "");
    }
    return names;
  });
  expect(new Set(seen.outcomes).size).toBeGreaterThanOrEqual(3);
  // In every picture of the screen: whoever compares two numbers, or keeps a screenshot, sees one moment.
  expect(seen.outcomes).toEqual(seen.diagnosis);
});

test("while two machines run, each diagnosis names the number that stands in the results", async ({
  page,
  lab,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await new LessonPage(page).open(lab, "design-your-own-policy", "defend-it");
  const delivered = page.locator(".compare-results [data-row='delivered'] td");
  await expect(delivered.last()).toContainText("/s");
  const seen = await page.evaluate(async () => {
    const textsOf = (selector: string, pattern: RegExp) =>
      Array.from(
        document.querySelectorAll(selector),
        (one) => pattern.exec(one.textContent)?.[1] ?? "",
      );
    const numbers: { diagnoses: string[]; results: string[] } = { diagnoses: [], results: [] };
    for (let frame = 0; frame < 120; frame++) {
      await new Promise(requestAnimationFrame);
      numbers.diagnoses.push(
        ...textsOf(".diagnosis-text .diagnosis-sentence", /([\d,]+) packets\/s go out/),
      );
      numbers.results.push(...textsOf("[data-row='delivered'] td", /([\d,]+)\/s/));
    }
    return numbers;
  });
  expect(new Set(seen.results).size).toBeGreaterThanOrEqual(3);
  expect(seen.results).toEqual(seen.diagnoses);
});
