// What each line of a program costs, on the page “Write a kernel”: beside the lines, as a table, and by a key.
import { expect, test } from "./fixtures";
import { WorkshopPage } from "./pages/workshop-page";

test("on a phone long lines are broken, and each number stands beside its line when costs are shown", async ({
  page,
  lab,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const view = new WorkshopPage(page);
  await view.open(lab);
  await view.beginFrom("Polling with a quota");
  await view.runs();
  const tops = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) =>
        all.map((one) => Math.round(one.getBoundingClientRect().top)).slice(0, 8),
      );
  const isAligned = async () => {
    const lines = await tops(".cm-line");
    // The first element only keeps the gutter's width.
    const numbers = await tops(".cm-lineNumbers .cm-gutterElement:not([style*='hidden'])");
    return lines.length > 4 && lines.join(" ") === numbers.join(" ");
  };
  await expect.poll(isAligned).toBe(true);
  const [first = 0, second = 0] = await tops(".cm-line");
  expect(second - first, "the first line is broken").toBeGreaterThan(30);
  await page.getByRole("switch", { name: "Visits and cycles of each line" }).click();
  await expect(page.locator(".cm-cost").first()).toBeAttached();
  await expect.poll(isAligned).toBe(true);
});

test("each line says what it costs, and a knob of the program turns", async ({ page, lab }) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  await view.beginFrom("Polling with a quota");
  await view.runs();
  await page.getByRole("switch", { name: "Visits and cycles of each line" }).click();
  await expect(
    page.locator(".cm-cost-visits:visible").filter({ hasText: /[1-9]/ }).first(),
  ).toBeVisible();
  // A screen reader gets the same numbers: as a table, and by a key for the line of the caret.
  await page.getByRole("button", { name: "The costs of the lines as a table" }).click();
  const costs = page.getByRole("table", { name: "The costs of the lines" });
  const visited = page.getByRole("cell", { name: /^[1-9][\d,]*$/ });
  const row = costs.getByRole("row").filter({ has: visited }).first();
  const line = Number(await row.getByRole("rowheader").textContent());
  await view.editor.press("Control+Home");
  for (let at = 1; at < line; at++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("F2");
  await expect(page.locator(".cm-announced")).toContainText(
    new RegExp(`Line ${line}: [\\d,]+ visits, [\\d,]+ cycles`),
  );
  // It turns while the machine runs.
  const quota = page.getByRole("slider", { name: /^quota/ });
  const before = await quota.inputValue();
  await quota.focus();
  await page.keyboard.press("ArrowRight");
  await expect(quota).not.toHaveValue(before);
  await expect(page.getByRole("button", { name: "Undo" })).toHaveAttribute("title", /quota/);
  await page.getByRole("button", { name: /^Pause/ }).click();
  // The CPU may be idle: a step of the CPU later it runs a line.
  const running = async () => {
    await page.keyboard.press(".");
    return page.locator(".cm-runs").count();
  };
  await expect.poll(running).toBe(1);
});
