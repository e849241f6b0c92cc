// Where the focus goes when the element that has it disappears or is disabled: it is never lost.
import { expect, test, testWithoutTrials } from "./fixtures";
import { LabPage, MOMENTS } from "./pages/lab-page";

testWithoutTrials(
  "a timeline button that disappears or is disabled leaves the focus in the card",
  async ({ page, lab }) => {
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
  },
);

testWithoutTrials(
  "on a page zoomed to 400 % nothing covers the focused element",
  async ({ page, lab }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    const view = new LabPage(page);
    await view.open(lab, MOMENTS.healthy);
    for (const name of ["Play", /^Knobs/, "Step forward"]) {
      const button = view.button(name);
      await button.focus();
      const isVisible = await button.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        return seen !== null && element.contains(seen);
      });
      expect(isVisible, String(name)).toBe(true);
    }
  },
);

testWithoutTrials(
  "on a phone the bar at the bottom covers no element that gets the focus by Tab",
  async ({ page, lab }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const view = new LabPage(page);
    await view.open(lab, MOMENTS.collapsed);
    await page.locator(".bottom-bar").getByRole("slider").waitFor();
    const covered: string[] = [];
    await page.getByRole("main").focus();
    let count = 0;
    for (; count < 100; count++) {
      await page.keyboard.press("Tab");
      const found = await page.evaluate(() => {
        const focused = document.activeElement;
        const bar = document.querySelector(".bottom-bar");
        if (focused === null || bar === null || bar.contains(focused)) return null;
        const { top, bottom } = focused.getBoundingClientRect();
        const isHidden = (top + bottom) / 2 > bar.getBoundingClientRect().top;
        return { name: focused.getAttribute("aria-label") ?? focused.textContent, isHidden };
      });
      if (found === null) break;
      if (found.isHidden) covered.push(found.name);
    }
    expect(count).toBeGreaterThan(30);
    expect(covered).toEqual([]);
  },
);

testWithoutTrials("undo keeps the focus when nothing is left to undo", async ({ page, lab }) => {
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

test("a curve that is removed passes the focus on", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await view.curveIsDrawn();
  await view.throughput.getByRole("button", { name: "Pin" }).click();
  const remove = view.throughput.getByRole("button", { name: /^Remove: / });
  await expect(remove).toHaveCount(1);
  await remove.focus();
  await page.keyboard.press("Enter");
  await expect(remove).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Throughput" })).toBeFocused();
});

test("the right mouse button does not drag the dot", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await expect(view.dot).toHaveAttribute("aria-valuenow", "2000");
  // The dot moves while the curve gets its points.
  await view.curveIsDrawn();
  const box = await view.dot.locator(".operating-point-dot").boundingBox();
  if (box === null) throw new Error("the dot is not on the page");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(box.x + 120, box.y, { steps: 4 });
  await page.mouse.up({ button: "right" });
  await expect(view.dot).toHaveAttribute("aria-valuenow", "2000");
  // The left button drags it.
  await page.keyboard.press("Escape");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y, { steps: 4 });
  await page.mouse.up();
  await expect(view.dot).not.toHaveAttribute("aria-valuenow", "2000");
});

test("Escape that closes a note or leaves a field does not deselect", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await page.locator(".machine-target").first().focus();
  await page.keyboard.press("Enter");
  const inspector = page.getByRole("region", { name: "Selected item" });
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
