// Measures the page Write a kernel: the time from the key that makes another correct program to the paint after the machine runs
// it from the start. The page waits for 120 ms of it, so that a person who types is not interrupted at every key.

/* global MutationObserver, addEventListener, document, requestAnimationFrame */
import { median } from "./statistics.mjs";

const viewport = { width: 1280, height: 800 };
const CHANGES = 9;

/** @typedef {{ key: number, hasLeft: boolean, ran: number }} Written times of the page in milliseconds */

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} site
 */
export async function measureWriting(browser, site) {
  const page = await browser.newPage({ viewport });
  await page.addInitScript(watch);
  await page.goto(`${site}#/workshop`);
  const runs = page
    .locator(".workshop-status-good [role=status]")
    .filter({ hasText: "runs this text" });
  await runs.waitFor();
  await page.getByRole("button", { name: "New program …" }).click();
  await page.getByRole("button", { name: "Polling with a quota" }).click();
  const editor = page.getByRole("textbox", { name: /in kernel C/ });
  const times = [];
  for (let change = 0; change < CHANGES; change += 1) {
    await runs.waitFor();
    await page.waitForTimeout(500);
    await editor.press("Control+End");
    await page.evaluate(begin);
    // One more blank is another program.
    await editor.press(change === 0 ? "Enter" : " ");
    const found = await page.waitForFunction(finished);
    const { key, ran } = /** @type {Written} */ (await found.jsonValue());
    times.push(ran - key);
  }
  await page.close();
  return { start_ms: Math.round(median(times)), start_worst_ms: Math.round(Math.max(...times)) };
}

/** Before a key is pressed. */
function begin() {
  Reflect.set(globalThis, "written", { key: 0, hasLeft: false, ran: 0 });
}

/** The times of the change, when the machine runs it. */
function finished() {
  const written = /** @type {Written} */ (Reflect.get(globalThis, "written"));
  return written.ran > 0 && written;
}

/** Records in the page when a key was pressed, and when the status says again that the machine runs the text. */
function watch() {
  const written = () => /** @type {Written} */ (Reflect.get(globalThis, "written"));
  Reflect.set(globalThis, "written", { key: 0, hasLeft: false, ran: 0 });
  addEventListener("keydown", ({ timeStamp }) => void (written().key ||= timeStamp), true);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const now = written();
    if (now.hasLeft) now.ran ||= performance.now();
  };
  const look = () => {
    const status = document.querySelector(".workshop-status [role=status]")?.textContent ?? "";
    const now = written();
    if (now.key > 0 && !/runs this text/.test(status)) now.hasLeft = true;
    else if (now.hasLeft) requestAnimationFrame(() => port2.postMessage(null));
  };
  const all = { subtree: true, childList: true, characterData: true };
  new MutationObserver(look).observe(document, all);
}
