// What a person takes away from the page, by keyboard: pictures, tables, the run and its trace. The saved numbers are those
// that the page shows, and a saved run opens again. What a lesson conceals cannot be saved.
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { drop, text } from "./pages/dropped-files";
import { LabPage, MOMENTS } from "./pages/lab-page";
import { LessonPage } from "./pages/lesson-page";

/** Presses a button and returns the name and the content of the file that it saves. */
async function savedFile(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent("download");
  await button.press("Enter");
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

interface SavedRun {
  model: string;
  results: { delivered_pps: number; drops: Record<string, number> };
  settings: Record<string, unknown>;
  link: string;
  command: string;
}

test("a run is saved by keyboard as picture, table, file and trace, and opens again", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  await view.settledMilliseconds();
  await page.keyboard.press("s");
  const dialog = page.getByRole("dialog", { name: "Save and cite" });
  const button = (name: string) => dialog.getByRole("button", { name, exact: true });

  const svg = await savedFile(page, button("Save SVG"));
  expect(svg.name).toMatch(/^lab.*\.svg$/);
  const texts = await page.evaluate((source) => {
    const picture = new DOMParser().parseFromString(source, "image/svg+xml");
    return [picture.documentElement.nodeName, picture.documentElement.textContent];
  }, svg.bytes.toString());
  expect(texts[0]).toBe("svg");
  expect(texts[1]).toContain("IP input queue");
  expect(texts[1]).toContain("12,000/s");
  expect(texts[1]).toMatch(/kernel\s“Modified\skernel:\spolling\swith\squotas”/);
  const png = await savedFile(page, button("Save PNG"));
  expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(png.bytes.toString("latin1")).toMatch(/tEXtComment\0http\S+#\/lab\?v=1/);

  const file = await savedFile(page, button("Save run as JSON"));
  const run = JSON.parse(file.bytes.toString()) as SavedRun;
  expect(run.settings["traffic.rate"]).toBe(12_000);
  const csv = (await savedFile(page, button("Save results as CSV"))).bytes.toString();
  expect(csv).toContain(`delivered_pps,${run.results.delivered_pps},packets/s`);
  expect(csv).toContain(`drops.ipintrq,${run.results.drops["ipintrq"]},packets`);
  await expect(dialog.getByRole("textbox", { name: "Command for the results" })).toHaveValue(
    run.command,
  );
  await expect(dialog.getByRole("textbox", { name: "Citation", exact: true })).toHaveValue(
    new RegExp(`model ${run.model.replaceAll(".", "[.]")}`),
  );

  const trace = await savedFile(page, button("Save the visible range"));
  const { traceEvents } = JSON.parse(trace.bytes.toString()) as {
    traceEvents: { ph: string; name: string }[];
  };
  expect(traceEvents.some(({ ph, name }) => ph === "X" && name === "lnread")).toBe(true);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await view.open(lab, MOMENTS.healthy);
  await drop(page, [text(file.name, file.bytes.toString())]);
  await expect.poll(() => view.offeredRate()).toBe(12_000);
  await drop(page, [
    text("run.json", file.bytes.toString().replace('"version": 1', '"version": 9')),
  ]);
  await expect(page.getByRole("alert").filter({ hasText: "version" })).toBeVisible();
  expect(await view.offeredRate()).toBe(12_000);
});

test("a picture names the program that runs, and in a lesson the machine of two that it shows", async ({
  page,
  lab,
}) => {
  const dialog = page.getByRole("dialog", { name: "Save and cite" });
  const save = async (name: RegExp) => {
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.getByLabel("Which picture").selectOption({ label: await nameOf(name) });
    const svg = await savedFile(page, dialog.getByRole("button", { name: "Save SVG" }));
    await page.keyboard.press("Escape");
    return { name: svg.name, text: svg.bytes.toString().replaceAll(/<[^>]+>\s*/g, " ") };
  };
  const nameOf = async (name: RegExp) => {
    const names = await dialog.getByLabel("Which picture").locator("option").allTextContents();
    return names.find((one) => name.test(one)) ?? "";
  };
  await page.goto(`${lab}#/workshop`);
  await expect(page.getByTestId("headline")).toBeVisible();
  const program = await save(/^Machine$/);
  expect(program.name).toMatch(/^kernel-at-[\d.]+ms-machine\.svg$/);
  expect(program.text).toMatch(/kernel “kernel\.c”, at [\d.]+ ms/);

  await new LessonPage(page).open(lab, "where-packets-die", "two-routers");
  await expect(page.getByRole("region", { name: "Machine B", exact: true })).toBeVisible();
  const compared = await save(/B/);
  expect(compared.text).toMatch(/Machine A: [^]*kernel “[^”]+”[^]*Machine B: [^]*kernel “[^”]+”/);
});

test("a menu that is painted late leaves the focus at its button", async ({ page, lab }) => {
  await page.addInitScript(() => {
    window.requestAnimationFrame = (paint) =>
      window.setTimeout(() => paint(performance.now()), 600);
  });
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  await page.getByRole("button", { name: "Save: Throughput" }).press("Enter");
  const svg = page
    .getByRole("group", { name: /^Picture: / })
    .first()
    .getByRole("button", { name: "SVG" });
  await svg.focus();
  // The frame in which the menu takes the focus comes before this one.
  await page.evaluate(() => new Promise((painted) => void requestAnimationFrame(painted)));
  await expect(svg).toBeFocused();
});

test("a card has a menu of its own, and a lesson that conceals values saves none", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  await expect(view.throughput.getByText("Loss-free up to about")).toBeVisible();
  await page.getByRole("button", { name: "Save: Throughput" }).press("Enter");
  const group = page.getByRole("group", { name: /^Picture: / }).first();
  const svg = await savedFile(page, group.getByRole("button", { name: "SVG" }));
  expect(svg.bytes.toString()).toContain("offered, packets/s");
  expect(svg.bytes.toString()).toMatch(/>you are here</);
  // The legend of the diamond.
  expect(svg.bytes.toString()).toMatch(/>Loss-free up to about [\d,]+\/s/);

  const lesson = new LessonPage(page);
  await lesson.open(lab, "receive-livelock", "predict-the-curve");
  await page.keyboard.press("s");
  await expect(page.getByText("conceals values", { exact: false }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Save results as CSV" })).toHaveCount(0);
});
