// Files are dropped on the page: anywhere on the lab, with a sign that they may be, with the errors that the
// file pickers give; and nothing that was there is lost.
import type { Page } from "@playwright/test";
import catalogue from "../web/engine/catalogue.json" with { type: "json" };
import { expect, test } from "./fixtures";
import { pcap } from "./fixtures/pcap";
import { LabPage, MOMENTS } from "./pages/lab-page";

interface Held {
  name: string;
  bytes: Buffer;
}

const text = (name: string, words: string): Held => ({ name, bytes: Buffer.from(words) });

/** Files held over an element, then dropped there or taken away. */
async function hold(page: Page, files: readonly Held[], target = ".machine-card") {
  const data = await page.evaluateHandle(
    (all) => {
      const held = new DataTransfer();
      for (const { name, bytes } of all) held.items.add(new File([new Uint8Array(bytes)], name));
      return held;
    },
    files.map(({ name, bytes }) => ({ name, bytes: [...bytes] })),
  );
  const at = page.locator(target).first();
  await at.dispatchEvent("dragover", { dataTransfer: data });
  return {
    drop: () => at.dispatchEvent("drop", { dataTransfer: data }),
    leave: () => at.dispatchEvent("dragleave", { dataTransfer: data }),
  };
}

const drop = async (page: Page, files: readonly Held[], target?: string) =>
  (await hold(page, files, target)).drop();

test("a capture is dropped anywhere on the lab, and a bad one changes nothing", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  const sign = page.getByText("A capture (pcap, pcapng) becomes the traffic", { exact: false });
  const before = await view.settledMilliseconds();
  const held = await hold(page, [text("notes.pcap", "schema = 1")]);
  await expect(sign).toBeVisible();
  await held.leave();
  await expect(sign).toBeHidden();

  await drop(page, [text("notes.pcap", "schema = 1")]);
  await expect(sign).toBeHidden();
  await expect(page.getByRole("alert").filter({ hasText: "not a capture" })).toBeVisible();
  // A better one may be dropped on the dialog itself.
  await drop(page, [{ name: "evening.pcap", bytes: pcap(2_000, 250) }], "dialog[open]");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("Built anew with", { exact: false })).toBeVisible();
  await view.button("Undo").first().click();
  await expect.poll(() => view.shownMilliseconds()).toBe(before);
});

test("a scenario file is opened, or says which of its fields is wrong", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  const title = page.getByTitle("Choose another scenario");
  const before = await title.textContent();
  const mine = {
    schema: 1,
    model: catalogue.model,
    id: "mine",
    title: "My own flood",
    source: "M 6.2",
    text: "",
    settings: { "traffic.rate": 9000 },
    seed: 7,
    interventions: [],
  };
  await drop(page, [text("mine.json", "[1]")]);
  const alert = page.getByRole("alert");
  await expect(alert.filter({ hasText: "not an object with fields" })).toBeVisible();
  const wrong = { ...mine, settings: { "traffic.rate": -5 } };
  await drop(page, [text("mine.json", JSON.stringify(wrong))]);
  await expect(alert.filter({ hasText: "Offered rate" })).toBeVisible();
  await expect(title).toHaveText(before ?? "");

  await drop(page, [text("mine.json", JSON.stringify(mine))]);
  await expect(title).toContainText("My own flood");
  await expect(view.dot).toHaveAttribute("aria-valuenow", "9000");
  await view.button("Undo").first().click();
  await expect(title).toHaveText(before ?? "");

  await drop(page, [text("a.json", "{}"), text("b.json", "{}")]);
  await expect(alert.filter({ hasText: "One file at a time" })).toBeVisible();
});

test("a lesson is dropped anywhere; a capture beside the lab goes nowhere", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await drop(page, [text("lesson.md", "# No lesson at all\n")]);
  await expect(page).toHaveURL(/#\/lessons$/);
  await expect(page.getByText(/The lesson: \d+ things? to mend/)).toBeVisible();
  await drop(page, [{ name: "evening.pcap", bytes: pcap(10, 250) }], "main");
  await expect(page.getByRole("alert").filter({ hasText: "go to the lab" })).toBeVisible();
  await expect(page).toHaveURL(/#\/lessons$/);
});
