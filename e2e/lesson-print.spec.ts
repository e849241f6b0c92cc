// A lesson on paper: the open step with its machine, and all steps with theirs.
import { expect, testWithoutTrials as test } from "./fixtures";
import { axeFindings } from "./pages/axe";
import { LessonPage } from "./pages/lesson-page";

test("a step is printed as a whole, from the top of the page", async ({ page, lab }) => {
  await page.setViewportSize({ width: 1100, height: 700 });
  const lesson = new LessonPage(page);
  await lesson.open(lab, "polling-with-quotas", "find-a-quota");
  await lesson.machineIsReady();
  const reader = page.getByRole("region", { name: /^Lesson 7/ });
  const sheet = page.getByRole("article", { name: "Printed page" });
  // The part that prints is loaded after the first picture.
  await expect(async () => {
    await page.emulateMedia({ media: "screen" });
    await page.emulateMedia({ media: "print" });
    await expect(sheet).toBeVisible({ timeout: 500 });
  }).toPass();
  const box = await reader.boundingBox();
  expect(box?.y).toBeLessThan(100);
  expect(box?.height).toBeGreaterThan(300);
  await expect(page.getByRole("region", { name: "Machine" })).toBeHidden();
  // Its machine follows: what it is, and its picture. (On a phone, which shows either text or machine, without pictures.)
  const machine = await sheet.boundingBox();
  expect(machine?.y).toBeGreaterThan((box?.y ?? NaN) + (box?.height ?? NaN) - 1);
  await expect(sheet.getByRole("figure", { name: "Machine" }).getByRole("img")).toBeVisible();
});

test("a whole lesson is printed with its machines, and without what its steps conceal", async ({
  page,
  lab,
}, testInfo) => {
  test.slow();
  await page.emulateMedia({ colorScheme: "dark" });
  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock");
  await lesson.link("Print all steps").click();
  const heading = page.getByRole("heading", { level: 2, name: "Lesson 3: Receive livelock" });
  await expect(heading).toBeFocused();
  await expect(page.getByText("All pictures are drawn.")).toBeVisible({ timeout: 90_000 });
  const steps = page.locator(".printed-slide");
  await expect(steps).toHaveCount(8);
  const first = page.getByRole("region", { name: /^1\. A router that keeps up/ });
  await expect(first).toContainText("How much of the CPU's time is idle at this rate?");
  await expect(first).toContainText("Your answer:");
  // A prediction has its axes, for a pencil.
  const axes = page.getByRole("img", { name: "Prediction: delivered against offered rate" });
  await expect(axes).toContainText("offered, packets/s");
  await expect(axes).toContainText("no loss");
  expect(await steps.getByRole("figure").count()).toBeGreaterThan(1);
  // What explains an answer comes after the answer.
  await expect(steps.locator(".reader-after")).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
  await testInfo.attach("on paper", {
    body: await page.pdf({ format: "A4" }),
    contentType: "application/pdf",
  });
  await lesson.link("Back to the lesson").click();
  await expect(
    page.getByRole("heading", { level: 2, name: /^A router that keeps up/ }),
  ).toBeVisible();
});
