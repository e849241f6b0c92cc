// Every question of the page Explore, generated from its data: opens its link, does its actions, and checks that the page
// shows its answer.
import type { Page } from "@playwright/test";
import { questionHash } from "../web/explore/question-link";
import { questionsOf } from "./pages/questions";
import { expect, test, testWithoutTrials } from "./fixtures";
import { LabPage, numberIn } from "./pages/lab-page";
import { expectReadable } from "./pages/readable";

/** A machine of a long run is simulated from its start. */
const PATIENCE_MILLISECONDS = 45_000;

const QUESTIONS = questionsOf();

type Check = (typeof QUESTIONS)[number]["check"][number];

test("on a phone a question whose answer is in the curve leads to it", async ({ page, lab }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const question = QUESTIONS.find(({ id }) => id === "how-fast-it-falls");
  if (question === undefined) throw new Error("the question is gone");
  await page.goto(lab + questionHash(question));
  const panel = page.getByRole("region", { name: question.title });
  await panel.getByRole("button", { name: "Show “Throughput”" }).click();
  // The curve arrives after its card: the card is where one looks, and the answer stands in it.
  const card = page.getByRole("region", { name: "Throughput" });
  await expect(card.getByText(/^Almost nothing gets through from/)).toBeVisible();
  await expect(card).toBeInViewport({ ratio: 0.5 });
});

test("a question leads to the curve also while the page still renders its cards", async ({
  page,
  lab,
}) => {
  await paintNoFrames(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const question = QUESTIONS.find(({ id }) => id === "how-fast-it-falls");
  if (question === undefined) throw new Error("the question is gone");
  await page.goto(lab + questionHash(question));
  const panel = page.getByRole("region", { name: question.title });
  await panel.getByRole("button", { name: "Show “Throughput”" }).press("Enter");
  await expect(page.getByRole("region", { name: "Throughput" })).toBeInViewport();
});

test("Explore leads to a shelf also while the page still renders its cards", async ({
  page,
  lab,
}) => {
  await paintNoFrames(page);
  await page.goto(`${lab}#/explore`);
  const last = page.getByRole("navigation", { name: "Shelves" }).getByRole("button").last();
  const name = (await last.innerText()).replace(/\s*\d+$/, "");
  await last.press("Enter");
  await expect(page.getByRole("heading", { name })).toBeFocused();
});

/** A busy device: no frame is painted, so that no card after the first one gets its turn. */
async function paintNoFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0;
  });
}

test("there are at least forty questions", () => {
  expect(QUESTIONS.length).toBeGreaterThanOrEqual(40);
});

for (const { id, title, link, actions, answer, check } of QUESTIONS) {
  const readsCurve = check.some((one) => one.in === "Throughput");
  (readsCurve ? test : testWithoutTrials)(`question ${id}: ${title}`, async ({ page, lab }) => {
    await page.goto(lab + questionHash({ id, link }));
    // The panel is shown when the link's machine is open.
    const panel = page.getByRole("region", { name: title });
    await panel.waitFor();
    await page.getByTestId("headline").first().waitFor({ timeout: PATIENCE_MILLISECONDS });
    for (const { words, set, jump } of actions) {
      const action = panel.getByRole("listitem").filter({ hasText: words.replace(/\.$/, "") });
      await expect(action).toBeVisible();
      if (set === undefined && jump === undefined) continue;
      await action.getByRole("button").click();
    }
    for (const one of check) await expectAnswer(page, one);
    await panel.getByRole("button", { name: "Show the answer" }).click();
    await expect(panel.getByText(answer)).toBeVisible();
  });
}

/** Expects a text, or a number between two bounds, in a part of the page. */
async function expectAnswer(page: Page, check: Check): Promise<void> {
  const { diagnosis, row, min = -Infinity, max = Infinity } = check;
  const text = row === undefined ? check.text : "([\\d,.]+)";
  const options = { timeout: PATIENCE_MILLISECONDS };
  if (diagnosis !== undefined)
    await expect.poll(() => new LabPage(page).diagnosis(), options).toBe(diagnosis);
  if (text === undefined) return;
  const pattern = new RegExp(text);
  const region = page.getByRole("region", { name: check.in });
  const cells = region.getByRole("row", { name: new RegExp(`^${row}`) }).getByRole("cell");
  const part = row === undefined ? region : cells.nth(check.machine === "B" ? 1 : 0);
  // The page keeps a number and its unit on one line by a narrow space.
  const found = async () => pattern.exec(((await part.textContent()) ?? "").replace(/\s/gu, " "));
  await expect.poll(async () => (await found())?.[0] ?? null, options).not.toBeNull();
  if (check.min === undefined && check.max === undefined) return;
  const isInBounds = async () => {
    const number = numberIn((await found())?.[1]);
    return number >= min && number <= max ? "in bounds" : `${number}, not ${min} to ${max}`;
  };
  await expect.poll(isInBounds, options).toBe("in bounds");
}

test("the panel works by keyboard: next, answer, close; the link keeps the question", async ({
  page,
  lab,
}) => {
  const [first, second] = QUESTIONS;
  await page.goto(`${lab}${first?.link}&question=${first?.id}`);
  const panel = page.getByRole("region", { name: first?.title ?? "" });
  await panel.getByRole("link", { name: /^Next question/ }).press("Enter");
  const next = page.getByRole("region", { name: second?.title ?? "" });
  await expect(next).toBeVisible();
  await expect.poll(() => page.url()).toContain(`question=${second?.id}`);
  await next.getByRole("button", { name: "Show the answer" }).press("Enter");
  await expect(next.getByText(second?.answer ?? "")).toBeVisible();
  await next.getByRole("button", { name: "Close the question" }).press("Enter");
  await expect(next).toBeHidden();
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeFocused();
  await expect.poll(() => page.url()).not.toContain("question=");
});

test("beside an open answer, diagnosis and curve are on the first screen of a laptop", async ({
  page,
  lab,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  for (const id of ["how-fast-it-falls", "two-paths"]) {
    const question = QUESTIONS.find((one) => one.id === id);
    if (question === undefined) throw new Error(id);
    await page.goto(lab + questionHash(question));
    await page.getByRole("button", { name: "Show the answer" }).click();
    const curve = page.getByRole("group", { name: /^Throughput: delivered/ });
    for (const part of [page.getByTestId("headline"), curve])
      await expect(part).toBeInViewport({ ratio: 1 });
  }
});

test("a link with an unknown question opens its machine and says so", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, "#/lab?scenario=lab&t=45000000&play=0&question=no-such-question");
  await expect(page.getByText("“no-such-question”, which this page does not have")).toBeVisible();
  await expect(view.headline).toHaveText("Every packet gets through.");
});

test("no violation in the panel, at every width, in light and dark", async ({ page, lab }) => {
  test.slow();
  const [first] = QUESTIONS;
  await page.goto(`${lab}${first?.link}&question=${first?.id}`);
  await page.getByRole("button", { name: "Show the answer" }).click();
  await expectReadable(page);
});
