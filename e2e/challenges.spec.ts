// The challenges on the page “Write a kernel”: one is begun, a program is judged load by load, what it misses opens in the machine,
// the window is walked by keyboard, and no judged version is lost.
import { readFileSync } from "node:fs";
import { expect, test } from "./fixtures";
import { expectReadable } from "./pages/readable";
import { WorkshopPage } from "./pages/workshop-page";

const text = (file: string) =>
  readFileSync(new URL(`../core/challenges/${file}`, import.meta.url), "utf8");

test("a challenge is begun on its own machine, and our solution gets gold that a reload keeps", async ({
  page,
  lab,
}) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  await view.beginChallenge(1);
  await expect(view.programs.locator("option:checked")).toHaveText("1 off-the-ring.c");
  await expect(view.challenge).toContainText("1. Off the ring.");
  await expect(page.getByText("“kernel.c” is kept", { exact: false }).first()).toBeVisible();
  await view.write(text("01-off-the-ring/reference.c"));
  await view.runs();
  // The machine is the challenge's.
  await expect(
    page.getByText("Off the ring: 500 packets a second", { exact: false }).first(),
  ).toBeVisible();
  await view.judge("Practice");
  await expect(view.judging).toHaveText("Practice: gold. 4 of 4 loads are met.");
  await expect(page.getByRole("button", { name: "Judged versions" })).toHaveCount(0);
  await view.judge("Judge it");
  await expect(view.judging).toHaveText("Judged: gold. 4 of 4 loads are met.");
  await expect(view.verdict).toContainText("lines of code; our solution has");
  await expect(view.verdict.locator(".number-picture")).not.toHaveCount(0);
  await page.reload();
  await view.runs();
  const list = page.getByRole("button", { name: /^Challenges/ });
  await expect(list).toContainText("1 of 12 have a medal");
  await page.getByRole("button", { name: /^Judged versions/ }).click();
  await page.getByRole("button", { name: /^Open 1 off-the-ring\.c of/ }).click();
  await expect(view.programs.locator("option:checked")).toHaveText("1 off-the-ring 2.c");
  await expect.poll(() => view.text()).toBe(text("01-off-the-ring/reference.c"));
});

test("a wrong program is told its bound or its line, and the run opens; undo brings the one before back", async ({
  page,
  lab,
}) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  await view.beginChallenge(1);
  const forgets = text("01-off-the-ring/fails/forgets-the-packet.c");
  await view.write(forgets);
  await expect(view.status).toContainText("The last run was stopped");
  await view.judge("Judge it");
  await expect(view.judging).toContainText("Judged: no medal.");
  await view.verdict
    .getByRole("button", { name: /^Line \d+$/ })
    .first()
    .click();
  await expect(view.editor).toBeFocused();
  const wrong = text("01-off-the-ring/fails/throws-away.c");
  await view.write(wrong);
  await page.getByRole("button", { name: "Run it", exact: true }).click();
  await view.runs();
  await view.judge("Judge it");
  await expect(view.judging).toContainText("Judged: no medal.");
  await expect(view.verdict).toContainText(
    /delivered: 0 % \(at least 99(\.9)? %\) missed with seed \d+/,
  );
  // What is typed meanwhile stays: the judged text opens as a program of its own.
  await view.write(`${wrong}/* mine */\n`);
  await view.runs();
  await view.verdict.getByRole("button", { name: "Open this run in the machine" }).first().click();
  await expect(view.programs.locator("option:checked")).toHaveText("judged 1 off-the-ring.c");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  // Its packets end; the way back is beside the editor.
  await page.getByRole("button", { name: "Leave this run" }).click();
  await expect(page.getByText("The machine shows one run of the judge")).toHaveCount(0);
  await view.runs();
  await expect(view.challenge).toContainText("1. Off the ring");
  await view.programs.selectOption({ label: "1 off-the-ring.c" });
  await expect(view.editor).toContainText("/* mine */");
});

test("the window is a strip: a red cycle is found by keyboard and opens its run, paused there", async ({
  page,
  lab,
}) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  await view.beginChallenge(2);
  await view.write(text("02-one-interrupt-many-packets/fails/acknowledges-last.c"));
  await view.runs();
  await page.getByRole("button", { name: /^Try every cycle/ }).click();
  const strip = page.getByRole("slider", { name: "Cycle at which the second packet arrives" });
  await expect(strip).toHaveAttribute("aria-valuetext", /left waiting/);
  const region = page.getByRole("region", { name: "The window before the sleep" });
  await expect(region).toContainText(/At \d+ of them the packet is left waiting/);
  const first = Number(await strip.getAttribute("aria-valuenow"));
  await strip.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(strip).toHaveAttribute("aria-valuetext", /served after/);
  await page.keyboard.press("PageUp");
  await expect(strip).toHaveAttribute("aria-valuenow", String(first));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  // The second packet arrives in the cycle that is shown.
  await expect(view.machine.headline).toBeVisible();
  await expect(region.getByRole("status")).toContainText("Tried with");
  // A changed program gets both packets again, up to the same moment.
  const shown = await view.machine.settledMilliseconds();
  expect(shown).toBeGreaterThan(0);
  await view.write(`${await view.text()}\n`);
  await view.runs();
  expect(await view.machine.settledMilliseconds()).toBe(shown);
  await expect(page.getByText("The machine shows one run of the judge")).toBeVisible();
});

test("a link carries the challenge of its program, which a reload keeps", async ({
  page,
  lab,
  browser,
}) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  await view.beginChallenge(11);
  await view.runs();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  const other = await (await browser.newContext()).newPage();
  const there = new WorkshopPage(other);
  await other.goto(link);
  await there.runs();
  await expect(there.challenge).toContainText("11. ");
  await other.reload();
  await there.runs();
  await expect(there.challenge).toContainText("11. ");
  // It has two wires.
  await expect(other.getByRole("button", { name: /^receive ring/ })).toHaveCount(2);
});

test("judging can be cancelled, and begins again", async ({ page, lab }) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  await view.beginChallenge(12);
  await view.write(text("12-one-kernel-four-loads/reference.c"));
  await view.runs();
  // The same button cancels. On a slow device the judge would be done before a second call finds it.
  await page.getByRole("button", { name: "Judge it" }).evaluate(async (button) => {
    (button as HTMLButtonElement).click();
    while (button.textContent !== "Cancel judging")
      await new Promise((resolve) => requestAnimationFrame(resolve));
    (button as HTMLButtonElement).click();
  });
  await expect(view.judging).toHaveText(/^Cancelled: \d of 7 loads were judged\.$/);
  await view.judge("Practice");
  await expect(view.judging).toHaveText("Practice: gold. 7 of 7 loads are met.");
});

test("axe finds nothing in list, verdict and strip, and no width has to be scrolled sideways", async ({
  page,
  lab,
}) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  await view.beginChallenge(2);
  await view.write(text("02-one-interrupt-many-packets/fails/acknowledges-last.c"));
  await view.runs();
  await view.judge("Judge it");
  await expect(view.judging).toContainText("Judged: bronze.");
  await page.getByRole("button", { name: /^Judged versions/ }).click();
  await page.getByRole("button", { name: /^Challenges/ }).click();
  await expectReadable(page);
});

test("the solution of a challenge begins another one as a copy, and one goes on with it later", async ({
  page,
  lab,
}) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  await view.beginChallenge(1);
  const list = page.getByRole("button", { name: /^Challenges/ });
  await list.click();
  await page.getByRole("button", { name: "Use the open program for challenge 2" }).click();
  await expect(view.programs.locator("option:checked")).toHaveText(
    "2 one-interrupt-many-packets.c",
  );
  await expect(view.challenge).toContainText("2. ");
  await list.click();
  await page.getByRole("button", { name: "Go on with challenge 1" }).click();
  await expect(view.programs.locator("option:checked")).toHaveText("1 off-the-ring.c");
  await expect(view.challenge).toContainText("1. ");
});
