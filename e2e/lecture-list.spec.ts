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
