// The way to a lecture and back by keyboard, and a browser that opens no second window.
import { expect, testWithoutTrials as test } from "./fixtures";
import { axeFindings } from "./pages/axe";

/** More would be a long way: 46 presses led to the first lecture below all lessons. */
const PRESSES_MAX = 12;

test("a lecture is a few presses of keys away from the lessons, and its list has a way back", async ({
  page,
  lab,
}) => {
  await page.goto(`${lab}#/lessons`);
  await expect(page.getByText("Read a progress file")).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  const tabTo = async (name: string) => {
    while ((await focused()) !== name && presses < PRESSES_MAX) await press("Tab");
    expect(await focused()).toBe(name);
  };
  await tabTo("Skip to the content");
  await press("Enter");
  await tabTo("lectures");
  await press("Enter");
  await expect(page.getByRole("heading", { name: "Lectures" })).toBeFocused();
  await tabTo("Eliminating receive livelock (50 minutes)");
  expect(presses).toBeLessThanOrEqual(PRESSES_MAX);

  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Lab" }).click();
  await expect(page.getByTestId("headline")).toBeVisible();
});

test("each slide has an address, and Back leaves the lecture", async ({ page, lab }) => {
  const heading = page.getByRole("heading", { level: 1 });
  const address = () => new URL(page.url()).hash;
  await page.goto(`${lab}#/lecture`);
  await page.getByRole("link", { name: "Receive livelock in ten minutes", exact: true }).click();
  await expect(heading).toHaveText("One router, one question");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(heading).toHaveText("Receive livelock");
  await expect.poll(address).toBe("#/lecture/guest-10-minutes/3");
  await page.reload();
  await expect(heading).toHaveText("Receive livelock");
  // A link to another slide, and back.
  await page.evaluate(() => (location.hash = "#/lecture/guest-10-minutes/5"));
  await expect(heading).toHaveText("A cure");
  await page.goBack();
  await expect(heading).toHaveText("Receive livelock");
  await expect(page.getByText("The browser’s Back button leaves the lecture.")).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Lectures" })).toBeVisible();
  await expect(page.getByText("The browser’s Back button leaves the lecture.")).toBeVisible();
  await expect(page.getByText("It opens at slide 3, where you left it.")).toBeVisible();
  await page.getByRole("link", { name: "Start at slide 1" }).click();
  await expect(heading).toHaveText("One router, one question");

  // After its last slide, a lecture begins anew.
  await page.keyboard.press("End");
  await expect(heading).toHaveText("Take home");
  await page.goBack();
  await expect(page.getByText(/It opens at slide/)).toHaveCount(0);
  await page.getByRole("link", { name: "Receive livelock in ten minutes", exact: true }).click();
  await expect(heading).toHaveText("One router, one question");
});

test("an address of a slide that does not exist is reported", async ({ page, lab }) => {
  await page.goto(`${lab}#/lecture/guest-10-minutes/99`);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("This lecture has no slide “99”");
  await expect(alert).toContainText("The page shows slide 1, “One router, one question”.");
  await expect.poll(() => new URL(page.url()).hash).toBe("#/lecture/guest-10-minutes/1");
});

test("a browser that blocks the second window is reported, with the address that opens it", async ({
  page,
  lab,
}) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto(`${lab}#/lecture/guest-10-minutes`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("n");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The browser did not open the second window");
  await expect(alert).toContainText(`${lab}#/lecture/guest-10-minutes/speaker`);
  await alert.getByRole("button", { name: "Dismiss" }).click();
  await expect(alert).toHaveCount(0);
});
