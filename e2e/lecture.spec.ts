// A lecturer's walk through ten slides: by keys and clicker, with cues that are taken back, the speaker's window in step,
// and a reload in the middle.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { axeFindings } from "./pages/axe";

const machineIsReady = (page: Page) =>
  page.locator("[data-machine]:not([data-machine=''])").waitFor({ state: "attached" });

test("a lecturer walks through ten slides", async ({ page, lab }, testInfo) => {
  const photograph = async (name: string, of: Page = page) =>
    testInfo.attach(name, { body: await of.screenshot(), contentType: "image/png" });
  const title = (name: string | RegExp, on: Page = page) =>
    expect(on.getByRole("heading", { level: 1, name })).toBeVisible();
  const overload = page.getByText(/packets are thrown away after work/);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${lab}#/lecture/karp-50-minutes`);
  await title("Eliminating receive livelock");
  await page.keyboard.press("PageDown");
  await title("Heavy load happens");
  await page.keyboard.press("PageDown");
  await title("The example: forwarding packets");
  await machineIsReady(page);
  expect(await axeFindings(page)).toEqual([]);

  // The speaker's window opens with the same slide, and its keys turn the slides.
  const opened = page.waitForEvent("popup");
  await page.keyboard.press("n");
  const speaker = await opened;
  await title("The example: forwarding packets", speaker);
  await speaker.keyboard.press("PageDown");
  await title("What happens beyond the limit?");
  await machineIsReady(page);

  // A cue turns the knob of the running machine; it can be taken back.
  await page.keyboard.press("c");
  await expect(overload).toBeVisible();
  await expect(speaker.getByRole("listitem").first()).toContainText("Given: 8,000 packets/s");
  await photograph("cue");
  await page.keyboard.press("ArrowUp");
  await expect(overload).toBeHidden();
  await expect(speaker.getByRole("listitem").first()).toContainText("Next: 8,000 packets/s");
  await page.keyboard.press("ArrowDown");

  // Black-out, and a pointer without a mouse.
  await page.keyboard.press("b");
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
  await page.keyboard.press("b");
  await page.keyboard.press("l");
  await expect(page.locator(".slide-spotlight")).not.toBeEmpty();

  // A reload in the middle and a closed speaker's window lose nothing.
  expect(await axeFindings(speaker)).toEqual([]);
  await photograph("speaker", speaker);
  await speaker.close();
  await page.reload();
  await title("What happens beyond the limit?");
  await machineIsReady(page);
  await expect(overload).toBeVisible();
  for (const name of ["The curve", /polling$/, /interrupts$/, "Interrupts and the network"]) {
    await page.keyboard.press("PageDown");
    await title(name);
  }
  // A jump by number.
  await page.keyboard.press("1");
  await page.keyboard.press("2");
  await page.keyboard.press("Enter");
  await title(/^Technique 1/);
  await expect(page.getByRole("region", { name: "Machine B", exact: true })).toBeVisible();
  await photograph("two machines");
  await page.keyboard.press("End");
  await title("What to take home");

  // On paper: one page a slide, with notes.
  await page.goto(`${lab}#/lecture/karp-50-minutes/notes`);
  await expect(page.getByRole("region", { name: /^Slide \d+$/ })).toHaveCount(15);
  expect(await axeFindings(page)).toEqual([]);
});
