// The data that the page stores on the device is restored at the next visit. If the page cannot
// read it, the page moves it to another key and shows a clear message.
import { expect, testWithoutTrials as test } from "./fixtures";
import { LabPage } from "./pages/lab-page";
import { LessonPage } from "./pages/lesson-page";

const KEY = "livelock-lab.preferences";

test("the chosen theme is restored at the next visit", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab);
  await view.button("Appearance").click();
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await view.headline.waitFor();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("a browser that stores no progress is reported once, with a remedy", async ({ page, lab }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The browser does not store your lesson progress");
  const download = page.waitForEvent("download");
  await alert.getByRole("button", { name: "Save a progress file" }).click();
  expect((await download).suggestedFilename()).toBe("livelock-lab-progress.json");
  await alert.getByRole("button", { name: "Dismiss" }).click();
  await lesson.link(/^Next/).click();
  await expect(lesson.task("fair")).toBeVisible();
  await expect(alert).toHaveCount(0);
  await lesson.link("Lessons").last().click();
  await expect(page.getByText("This browser stores nothing for this page")).toBeVisible();
});

test("the notice that nothing is stored goes when the browser stores again", async ({
  page,
  lab,
}) => {
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype;
    const own = window as unknown as { isFull: boolean };
    own.isFull = true;
    Storage.prototype.setItem = function (this: Storage, key: string, text: string) {
      if (own.isFull) throw new DOMException("full", "QuotaExceededError");
      setItem.call(this, key, text);
    };
  });
  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The browser does not store your lesson progress");
  await page.evaluate(() => {
    (window as unknown as { isFull: boolean }).isFull = false;
  });
  await lesson.link(/^Next/).click();
  await expect(lesson.task("fair")).toBeVisible();
  await expect(alert).toHaveCount(0);
  await page.reload();
  await expect(lesson.task("fair")).toBeVisible();
});

for (const [text, field] of [
  ["{not json", "the whole text"],
  ['{"schema":1,"theme":"purple","layout":"auto","shortcuts":true,"unfolded":[]}', "theme"],
] as const) {
  test(`a corrupted stored state is reported with its field (${field}) and not lost`, async ({
    page,
    lab,
  }) => {
    await page.addInitScript(
      ([key, stored]) => {
        if (localStorage.getItem(`${key}.unreadable`) === null) localStorage.setItem(key, stored);
      },
      [KEY, text] as const,
    );
    const view = new LabPage(page);
    await view.open(lab);
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("The stored settings could not be read");
    await expect(alert).toContainText(`Field “${field}”`);
    await expect(view.headline).toHaveText("Every packet gets through.");
    expect(await page.evaluate((key) => localStorage.getItem(`${key}.unreadable`), KEY)).toBe(text);
    const download = page.waitForEvent("download");
    await alert.getByRole("button", { name: "Save the stored text" }).click();
    expect((await download).suggestedFilename()).toBe(`${KEY}.json`);
  });
}
