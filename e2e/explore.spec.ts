// The page Explore: views, search, keyboard, the way back to the machine, widths and accessibility. The questions
// themselves are in explore-questions.spec.ts.
// cspell:ignore recieve livelok
import catalogue from "../web/generated/catalogue.json" with { type: "json" };
import { expect, testWithoutTrials as test } from "./fixtures";
import { LabPage, MOMENTS } from "./pages/lab-page";
import { expectReadable } from "./pages/readable";

const CARDS = ".explore-card";

test("a scenario is found in spite of typing errors and chosen by keyboard, and Space plays it", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await page.getByTitle("Choose another scenario").press("Enter");
  const field = page.getByRole("searchbox", { name: "Search" });
  await expect(field).toBeFocused();
  await page.keyboard.type("zzzzzz");
  await expect(page.getByText("No question and no scenario matches “zzzzzz”")).toBeVisible();
  await field.fill("Recieve LIVELOK figure 6-1");
  await expect(
    page.getByRole("status").filter({ hasText: / of \d+ questions and machines$/ }),
  ).toHaveText(/^[1-9]/);
  const choice = page.getByRole("link", { name: "Receive livelock", exact: true });
  await expect(choice).toHaveAccessibleDescription(/M 6.2/);
  await choice.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "Receive livelock" })).toBeFocused();
  await expect(page).toHaveTitle("Receive livelock - Livelock Lab");
  const pause = await view.button("Pause").isVisible();
  await page.keyboard.press("Space");
  await expect(view.button(pause ? "Play" : "Pause")).toBeVisible();
});

test("by keyboard: from the search to the first card, to its question, to the next question", async ({
  page,
  lab,
}) => {
  await page.goto(`${lab}#/explore?find=ksoftirqd`);
  const field = page.getByRole("searchbox", { name: "Search" });
  await expect(field).toBeFocused();
  await expect(page.getByRole("link", { name: /ksoftirqd/i }).first()).toBeVisible();
  await field.press("Enter");
  await expect(page.locator(`${CARDS} a`).first()).toBeFocused();
  await field.press("Escape");
  await expect(field).toHaveValue("");
  await expect(page).toHaveURL(/#\/explore$/);
  // From the heading, which has the focus when the page opens, two keys reach the first card.
  await page.getByRole("heading", { level: 2, name: "Explore" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const card = page.locator(`${CARDS} a`).first();
  await expect(card).toBeFocused();
  // A question that is opened has the focus on its title, from which Tab goes to its actions; so has the next one.
  const title = (name: string) => page.getByRole("heading", { level: 2, name });
  const first = await card.innerText();
  await page.keyboard.press("Enter");
  await expect(title(first)).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.locator(".question-action").first()).toBeFocused();
  const next = page.getByRole("link", { name: /^Next question: / });
  const second = ((await next.getAttribute("aria-label")) ?? "").replace("Next question: ", "");
  await next.press("Enter");
  await expect(title(second)).toBeFocused();
});

for (const address of ["#/explore", "#/explore?find=quota", "#/explore?by=paper"]) {
  test(`Back returns to the card that was opened, in ${address}`, async ({ page, lab }) => {
    await page.goto(lab + address);
    const card = page.getByRole("link", { name: "How large should the quota be?" });
    // A page with a search moves the focus to its field.
    if (address.includes("find=")) await expect(page.getByRole("searchbox")).toBeFocused();
    const entry = address.endsWith("paper") ? page.locator(`${CARDS} a`).nth(40) : card;
    await entry.press("Enter");
    await expect(page).toHaveURL(/#\/lab/);
    await expect(new LabPage(page).button(/^(Play|Pause)$/)).toBeVisible();
    await page.goBack();
    await expect(entry).toBeFocused();
    await expect(entry).toBeInViewport();
  });
}

test("every scenario is on a shelf of its paper, and Linux today has a shelf of its own", async ({
  page,
  lab,
}) => {
  await page.goto(`${lab}#/explore`);
  await page.getByRole("radio", { name: "By paper" }).check();
  await expect(page).toHaveURL(/by=paper/);
  await expect(page.locator(".explore-card-scenario")).toHaveCount(catalogue.scenarios.length);
  await page.getByRole("button", { name: /^Linux today/ }).click();
  const heading = page.getByRole("heading", { level: 3, name: /^Linux today/ });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await page.reload();
  await expect(page.getByRole("radio", { name: "By paper" })).toBeChecked();
});

test("coming back from Explore returns to the machine as it was left", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  const before = await view.shownMilliseconds();
  await page.getByTitle("Choose another scenario").click();
  await page.getByRole("link", { name: /^Back to the machine/ }).click();
  await view.headline.waitFor();
  expect(await view.shownMilliseconds()).toBe(before);
  expect(await view.offeredRate()).toBe(12_000);
  await page.getByTitle("Choose another scenario").click();
  await expect(page.getByRole("heading", { level: 2, name: "Explore" })).toBeVisible();
  await page.goBack();
  await view.headline.waitFor();
  expect(await view.shownMilliseconds()).toBe(before);
});

test("no violation and no text that is hard to read, at every width, in light and dark", async ({
  page,
  lab,
}) => {
  test.slow();
  await page.goto(`${lab}#/explore?find=quota`);
  await page.locator(CARDS).first().waitFor();
  await expectReadable(page, 12);
});

test("a question far down the page opens with its panel in sight", async ({ page, lab }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${lab}#/explore`);
  await page.getByRole("link", { name: "Can four CPUs livelock?" }).click();
  const question = page.getByRole("heading", { level: 2, name: "Can four CPUs livelock?" });
  await expect(question).toBeFocused();
  await expect(question).toBeInViewport();
});
