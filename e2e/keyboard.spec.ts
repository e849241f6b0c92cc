// The lab by keyboard alone.
import type { Page } from "@playwright/test";
import { expect, testWithoutTrials as test } from "./fixtures";
import { LabPage, MOMENTS } from "./pages/lab-page";

/** Opens the share dialog by keyboard. Returns the button and the dialog. */
async function openShare(page: Page, lab: string) {
  const view = new LabPage(page);
  await view.open(lab);
  const share = view.button("Share");
  await share.press("Enter");
  return { share, dialog: page.getByRole("dialog", { name: "Share this moment" }) };
}

test("the first minute without a pointer", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, "#/lab?speed=1&play=1");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  // Tab reaches every control, and the focused control is visible.
  const reached = new Set<string>();
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const labels = (element as HTMLInputElement).labels ?? [];
      const own = element.getAttribute("aria-label") ?? element.textContent;
      return [...labels].map((label) => label.textContent).join(" ") || own.trim();
    });
    if (name === null || name === "Skip to the content") break;
    reached.add(name);
    if (name === "Offered rate: you are here") break;
  }
  expect([...reached].join(" | ")).toMatch(/Step back .*Pause.* Step forward/);
  await expect(view.dot, [...reached].join(" | ")).toBeFocused();
  await page.keyboard.press("End");
  await expect.poll(() => view.diagnosis(), { timeout: 10_000 }).toMatch(/livelock/);
  await page.keyboard.press("c");
  await expect(view.sentence.getByRole("img", { name: "Good" })).toBeVisible({ timeout: 15_000 });
  await page.keyboard.press("k");
  await expect(view.button("Play")).toBeVisible();
});

test("single-key shortcuts can be switched off, and do nothing in text fields", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab);
  await view.button("Play").click();
  const speed = page.getByRole("slider", { name: "Any speed" });
  const rate = page.getByRole("textbox", { name: /Offered rate, number/ });
  await rate.focus();
  await page.keyboard.press("w");
  await expect(speed).toHaveAttribute("aria-valuetext", "500 µs per second");
  await rate.press("Escape");
  // Space activates a button. On a checked radio button or a slider it plays or pauses.
  await page.getByRole("radio", { name: "watch rates" }).click();
  await page.keyboard.press("Space");
  await expect(view.button("Play")).toBeVisible();
  await page.getByRole("radio", { name: "watch packets" }).click();
  await speed.focus();
  await page.keyboard.press("Space");
  await expect(view.button("Pause")).toBeVisible();
  await page.getByRole("main").focus();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Help" });
  await expect(help).toBeVisible();
  await help.getByRole("switch", { name: "Single-key shortcuts" }).press("Space");
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("w");
  await expect(speed).toHaveAttribute("aria-valuetext", "2 ms per second");
});

/** Presses a key as a keyboard of another layout does: Playwright only knows that of the United States. */
async function press(page: Page, key: string, code: string, ctrl = false) {
  const session = await page.context().newCDPSession(page);
  const event = { key, code, modifiers: ctrl ? 2 : 0, windowsVirtualKeyCode: code.charCodeAt(3) };
  await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...event });
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  await session.detach();
}

for (const [keyboard, w, x, z] of [
  ["with Caps Lock", "W", "X", "Z"],
  ["with a Cyrillic layout", "ц", "ч", "я"],
] as const) {
  test(`the keys mean the same ${keyboard}`, async ({ page, lab }) => {
    const view = new LabPage(page);
    await view.open(lab, MOMENTS.collapsed);
    await page.getByRole("main").focus();
    const from = await view.settledMilliseconds();
    await press(page, x, "KeyX");
    await expect.poll(() => view.settledMilliseconds()).toBeGreaterThan(from);
    const speed = page.getByRole("slider", { name: "Any speed" });
    const before = await speed.getAttribute("aria-valuetext");
    await press(page, w, "KeyW");
    await expect(speed).not.toHaveAttribute("aria-valuetext", before ?? "");
    const rate = page.getByRole("textbox", { name: /Offered rate, number/ });
    const offered = await rate.inputValue();
    await rate.fill("1,000");
    await rate.press("Enter");
    await page.getByRole("main").focus();
    await press(page, z, "KeyZ", true);
    await expect(rate).toHaveValue(offered);
  });
}

test("a dialog keeps the focus and gives it back", async ({ page, lab }) => {
  const { share, dialog } = await openShare(page, lab);
  await expect(dialog).toBeVisible();
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press("Tab");
    const inside = await dialog.evaluate(
      (element) =>
        element.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(inside).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(share).toBeFocused();
});

test("a dialog that is closed and opened again at once is open", async ({ page, lab }) => {
  const { share, dialog } = await openShare(page, lab);
  // Both clicks come before the browser's close event, which has its own task.
  await dialog.getByRole("button", { name: "Close" }).evaluate(
    async (close: HTMLElement, again) => {
      close.click();
      await Promise.resolve();
      (again as HTMLElement).click();
    },
    await share.elementHandle(),
  );
  await expect(dialog.getByRole("textbox").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(share).toBeFocused();
});

test("a key held down acts once, except the keys that step through time", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  const from = await view.settledMilliseconds();
  await page.getByRole("main").focus();
  // The browser repeats a key that is held down.
  for (let repeat = 0; repeat < 6; repeat++) await page.keyboard.down("e");
  await page.keyboard.up("e");
  await expect.poll(() => view.shownMilliseconds()).toBe(from + 50);
  await expect(view.button("Play")).toBeVisible();
  expect(await view.settledMilliseconds()).toBe(from + 50);
  await page.keyboard.down(".");
  const once = await view.settledMilliseconds();
  await page.keyboard.down(".");
  await page.keyboard.up(".");
  expect(await view.settledMilliseconds()).toBeGreaterThan(once);
});

test("the keyboard opens the explanation of a term and of a source, and Escape closes it", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await view.unfold(/^Polling o/);
  await view.term("callback").focus();
  await page.keyboard.press("Enter");
  const note = page.getByRole("note");
  await expect(note).toContainText("A procedure that a driver gives to another part of the kernel");
  await page.keyboard.press("Escape");
  await expect(note).toHaveCount(0);
  await expect(view.term("callback")).toBeFocused();
  await view.button("M 6.6.2").press("Enter");
  await expect(note).toContainText("Section 6.6.2 of");
  await expect(note).toContainText("Mogul and Ramakrishnan");
  await note.getByRole("link", { name: "Glossary" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Glossary" })).toBeVisible();
  await expect(page.getByText("SPLCLOCK, SPLIMP, SPLNET")).toBeVisible();
});
