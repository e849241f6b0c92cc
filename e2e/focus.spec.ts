// Who has the focus when what had it goes, or can do no more: never nobody.
import { expect, test } from "./fixtures";
import { LabPage, MOMENTS } from "./pages/lab-page";

test("a button of the timeline that goes or can do no more leaves the focus there", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  const zoom = view.button("Zoom in");
  await zoom.focus();
  for (let i = 0; i < 40 && (await zoom.getAttribute("aria-disabled")) !== "true"; i++) {
    await page.keyboard.press("Enter");
  }
  await expect(zoom).toBeDisabled();
  await expect(zoom).toBeFocused();
  await view.button("Whole run").click();
  await view.button(/^Follow$/).focus();
  await page.keyboard.press("Enter");
  await expect(view.button(/^Follow$/)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Timeline" })).toBeFocused();
});

test("on a page enlarged four times nothing lies over what has the focus", async ({
  page,
  lab,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  for (const name of ["Play", /^Knobs/, "Step forward"]) {
    const button = view.button(name);
    await button.focus();
    const isSeen = await button.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      return seen !== null && element.contains(seen);
    });
    expect(isSeen, String(name)).toBe(true);
  }
});

test("undo that has nothing more to undo keeps the focus", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await view.dot.focus();
  await page.keyboard.press("ArrowRight");
  const undo = view.button(/^Undo/).first();
  await expect(undo).toBeEnabled();
  await undo.focus();
  await page.keyboard.press("Enter");
  await expect(undo).toBeDisabled();
  await expect(undo).toBeFocused();
});

test("a curve that is taken off gives the focus to what is left", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await view.curveIsDrawn();
  await view.throughput.getByRole("button", { name: "Pin" }).click();
  const off = view.throughput.getByRole("button", { name: /Take off/ });
  await expect(off).toHaveCount(1);
  await off.focus();
  await page.keyboard.press("Enter");
  await expect(off).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Throughput" })).toBeFocused();
});

test("the dot does not follow the right button", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await expect(view.dot).toHaveAttribute("aria-valuenow", "2000");
  // The dot moves as the curve gets its points.
  await view.curveIsDrawn();
  const box = await view.dot.locator(".operating-point-dot").boundingBox();
  if (box === null) throw new Error("the dot is not on the page");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(box.x + 120, box.y, { steps: 4 });
  await page.mouse.up({ button: "right" });
  await expect(view.dot).toHaveAttribute("aria-valuenow", "2000");
  // The left one pulls it.
  await page.keyboard.press("Escape");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y, { steps: 4 });
  await page.mouse.up();
  await expect(view.dot).not.toHaveAttribute("aria-valuenow", "2000");
});

test("Escape that closes a note or leaves a field does not drop what is selected", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await page.locator(".machine-target").first().focus();
  await page.keyboard.press("Enter");
  const inspector = page.getByRole("region", { name: "What is selected" });
  await expect(inspector).toBeVisible();
  await view.throughput.getByRole("button", { name: "MLFRR" }).click();
  await expect(page.getByRole("note")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("note")).toBeHidden();
  await expect(inspector).toBeVisible();
  await view.unfold(/^Traffic/);
  const rate = page.getByRole("textbox", { name: /^Offered rate, number/ });
  await rate.fill("77");
  await page.keyboard.press("Escape");
  await expect(rate).toHaveValue("2,000");
  await expect(inspector).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(inspector).toHaveCount(0);
});
