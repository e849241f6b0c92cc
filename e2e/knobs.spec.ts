// Knobs: a changed knob is marked and can be reset; changes can be undone and redone. A change in the past starts a branch; some changes
// restart the machine.
import { expect, testWithoutTrials as test } from "./fixtures";
import { LabPage, moment, MOMENTS } from "./pages/lab-page";

test("a changed knob is marked and can be reset", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  const rate = page.getByRole("textbox", { name: /Offered rate, number/ });
  await rate.fill("4,500");
  await rate.press("Enter");
  await expect.poll(() => view.offeredRate()).toBe(4500);
  await page.getByRole("button", { name: "Offered rate: changed from 2,000/s: reset" }).click();
  await expect.poll(() => view.offeredRate()).toBe(2000);
  await expect(page.getByText(/changed from/)).toHaveCount(0);
});

test("a cost leads to the claims that depend on it, by keyboard", async ({ page, lab }) => {
  await page.goto(`${lab}#/lab?scenario=srp-table-2&play=0`);
  await page.getByRole("button", { name: /^Costs/ }).press("Enter");
  await page.getByRole("button", { name: /more for costs$/ }).press("Enter");
  const claims = page.getByRole("button", {
    name: /cache no longer has ?: \d claims? depends? on it/,
  });
  await claims.press("Enter");
  const list = page.getByRole("dialog", { name: /cache no longer has/ });
  await expect(list).toContainText("−10 %, +10 %: the verdict turns. ? undecided");
  await page.keyboard.press("Tab");
  await expect(list.getByRole("link").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(claims).toBeFocused();
  await claims.press("Enter");
  await list.getByRole("link", { name: "R-t2-averages" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Claim R-t2-averages" })).toBeFocused();
});

test("a number that is not allowed is refused with the allowed range", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  const rate = page.getByRole("textbox", { name: /Offered rate, number/ });
  await rate.fill("99999");
  await expect(page.getByRole("alert")).toHaveText("Allowed: whole numbers, 0 to 14,880");
  await rate.press("Enter");
  await expect(page.getByRole("alert")).toHaveText(
    "“99999” is not allowed. Allowed: whole numbers, 0 to 14,880",
  );
  await expect(rate).toHaveAttribute("aria-invalid", "true");
  await rate.press("Tab");
  await expect(rate).toHaveValue("99999");
  expect(await view.offeredRate()).toBe(2000);
  await rate.fill("3000");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await rate.press("Enter");
  await expect.poll(() => view.offeredRate()).toBe(3000);
  // Numbers are accepted in the usual notations. The message does not move the field.
  const box = await rate.boundingBox();
  await rate.fill("10,5");
  await expect(page.getByRole("alert")).toBeVisible();
  expect(await rate.boundingBox()).toEqual(box);
  await rate.fill("4.5k");
  await rate.press("Enter");
  await expect.poll(() => view.offeredRate()).toBe(4500);
});

test("a number fits its field when a person's own style sets letters farther apart", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  await page.evaluate(() => {
    const style = new CSSStyleSheet();
    style.replaceSync("* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }");
    document.adoptedStyleSheets.push(style);
  });
  const rate = page.getByRole("textbox", { name: /Offered rate, number/ });
  await expect(rate).toHaveValue("12,000");
  const cut = await rate.evaluate((field) => field.scrollWidth - field.clientWidth);
  expect(cut).toBeLessThanOrEqual(0);
});

test("undo restores the exact moment, and redo the moment after", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  const before = await view.sentence.innerText();
  await view.dot.focus();
  await page.keyboard.press("End");
  await expect.poll(() => view.offeredRate()).toBe(14_880);
  await expect(view.button("Jump ahead 50 ms")).toBeVisible();
  await view.button("Next packet").click();
  const after = await view.settledMilliseconds();
  expect(after).toBeGreaterThan(500);
  await page.keyboard.press("Control+z");
  await expect.poll(() => view.offeredRate()).toBe(2000);
  await expect.poll(() => view.shownMilliseconds()).toBe(500);
  await expect.poll(() => view.sentence.innerText()).toBe(before);
  await expect(page.getByRole("status").filter({ hasText: "Undone: Offered rate" })).toBeVisible();
  await page.keyboard.press("Control+Shift+Z");
  await expect.poll(() => view.offeredRate()).toBe(14_880);
  await expect.poll(() => view.shownMilliseconds()).toBe(after);
});

test("a knob changed in the past starts a branch, and undo removes it", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.cured);
  await view.time.focus();
  let before = await view.shownMilliseconds();
  while (before >= 400) {
    await page.keyboard.press("PageDown");
    await expect.poll(() => view.shownMilliseconds()).toBeLessThan(before);
    before = await view.shownMilliseconds();
  }
  const at = await view.shownMilliseconds();
  await view.dot.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByText(/A new branch begins at/)).toBeVisible();
  await expect(view.time).toHaveAttribute("aria-valuetext", /live/);
  await expect.poll(() => view.shownMilliseconds()).toBe(at);
  await view.button(/^Undo/).first().click();
  await expect(view.time).toHaveAttribute("aria-valuetext", /of 1,000\.000 ms/);
  await expect.poll(() => view.offeredRate()).toBe(12_000);
});

test("a knob that needs another machine restarts it, with a notice", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await view.unfold(/^Programs/);
  await page.getByRole("switch", { name: "Firewall process (screend)" }).click();
  const said = page.getByText("New run with Firewall process (screend): on");
  await expect(said).toBeVisible();
  await expect(page.locator(".toasts")).toContainText("same seed; your other knobs are kept");
  await expect.poll(() => view.shownMilliseconds()).toBe(200);
  await expect(page.getByRole("button", { name: "Compare with before" })).toHaveCount(1);
  await view.button(/^Undo/).first().click();
  await expect(page.getByRole("switch", { name: "Firewall process (screend)" })).not.toBeChecked();
  await expect.poll(() => view.shownMilliseconds()).toBe(500);
});

test("every group unfolds, and its knobs have a name, a description and a source", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  const knobs = page.getByRole("region", { name: "Knobs" });
  for (const name of [
    "Queue-state feedback",
    "CPU cycle limit",
    "Interrupts",
    "Queues and rings",
  ]) {
    const group = knobs.getByRole("button", { name: new RegExp(`^${name}`) });
    await group.click();
    await expect(group).toHaveAttribute("aria-expanded", "true");
  }
  await expect(knobs.getByText(/M\s6\.6\.1/).first()).toBeVisible();
  await expect(knobs.getByRole("slider", { name: "IP input queue" })).toBeVisible();
  // A group says once which switch all its knobs need. Turning the switch there moves nothing below it.
  const feedback = knobs.getByRole("switch", { name: "Queue-state feedback" });
  const top = () =>
    feedback.evaluate((one) => {
      const panel = one.closest(".knobs")?.getBoundingClientRect();
      return one.getBoundingClientRect().top - (panel?.top ?? 0);
    });
  const before = await top();
  await expect(knobs.getByText("Has an effect only while Polling is on.")).toHaveCount(2);
  await knobs.getByRole("button", { name: "Turn Polling on" }).first().press("Enter");
  await expect(knobs.getByRole("button", { name: "Turn Polling on" })).toHaveCount(0);
  await expect(knobs.getByText("Has an effect only while Polling is on.")).toHaveCount(0);
  // The other knobs of the group need the group's own switch.
  await expect(knobs.getByText("Has an effect only while Queue-state feedback is on.")).toHaveCount(
    1,
  );
  expect(await top()).toBe(before);
});

test("the page works beside the open drawer, and Escape gives the focus back", async ({
  page,
  lab,
}) => {
  await page.setViewportSize({ width: 900, height: 800 });
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  const opener = view.button("Knobs");
  await opener.press("Enter");
  const drawer = page.getByRole("dialog", { name: "Knobs" });
  const rate = drawer.getByRole("slider", { name: "Offered rate" });
  await rate.press("End");
  await expect(rate).toHaveAttribute("aria-valuetext", "14,880/s");
  await view.button("Undo").first().click();
  await expect(rate).toHaveAttribute("aria-valuetext", "2,000/s");
  await rate.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(opener).toHaveAttribute("aria-expanded", "false");
});

test("a scenario is picked on the page Explore, and undo goes back", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  const title = page.getByRole("heading", { level: 2, name: "A router under load" });
  await title.getByRole("link").click();
  await page.getByRole("radio", { name: "By paper" }).check();
  await page.getByRole("link", { name: "Receive livelock", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Receive livelock" })).toBeVisible();
  await view.button(/^Undo/).first().click();
  await expect(title).toBeVisible();
});

test("every undo click counts while the machine is replayed", async ({ page, lab }) => {
  const view = new LabPage(page);
  const undo = view.button(/^Undo/).first();
  // The moment is late in the run, so that the replay takes a while.
  await view.open(lab, moment("set=traffic.rate:12000", 60_000));
  await view.dot.focus();
  await page.keyboard.press("Home");
  await expect(undo).toHaveAttribute("title", /Offered rate/);
  await view.unfold(/^Programs/);
  await page.getByRole("switch", { name: "Compute-bound process" }).click();
  await expect(undo).toHaveAttribute("title", /Compute-bound/);
  // The replay may be over before another call looks at the page.
  await undo.evaluate((button: HTMLButtonElement) => {
    const isReplayed = new Promise<void>((resolve) => {
      new MutationObserver((_, observer) => {
        if (document.querySelector(".replay-progress progress") === null) return;
        observer.disconnect();
        resolve();
      }).observe(document.body, { childList: true, subtree: true });
    });
    button.click();
    button.click();
    return isReplayed;
  });
  await expect.poll(() => view.offeredRate()).toBe(12_000);
  await expect(page.getByText("2 steps undone")).toBeVisible();
  await expect(undo).toBeDisabled();
});

test("undo belongs to the lab: a lesson adds nothing to it", async ({ page, lab }) => {
  const view = new LabPage(page);
  const undo = view.button(/^Undo/).first();
  await view.open(lab, MOMENTS.healthy);
  await view.dot.focus();
  await page.keyboard.press("PageUp");
  await expect(undo).toHaveAttribute("title", /Offered rate/);
  await page.goto(`${lab}#/lessons/receive-livelock/pull-it-until-it-breaks`);
  await expect(page.locator(".lesson-lab[data-machine]:not([data-machine=''])")).toBeVisible();
  await expect(undo).toBeDisabled();
  await page.getByRole("link", { name: "Lab", exact: true }).click();
  await expect(undo).toHaveAttribute("title", /Offered rate/);
  await expect.poll(() => view.offeredRate()).toBe(3000);
  await undo.click();
  await expect.poll(() => view.offeredRate()).toBe(2000);
  await expect(undo).toBeDisabled();
});
