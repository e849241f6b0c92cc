// Room: words that come and go have as much as they need and not more, and nothing lies over what is looked at.
import { expect, test } from "./fixtures";
import { LabPage, MOMENTS } from "./pages/lab-page";

/** The verdict's words may be so far from its button: three lines. */
const BLANK_PIXELS = 62;

for (const width of [360, 768, 1280, 1920]) {
  test(`at ${width} px the verdict's card has hardly more room than its longest words`, async ({
    page,
    lab,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const view = new LabPage(page);
    await view.open(lab, MOMENTS.collapsed);
    const bottom = async (selector: string) => {
      const box = await view.sentence.locator(selector).boundingBox();
      return box === null ? NaN : box.y + box.height;
    };
    const height = async () => (await view.sentence.boundingBox())?.height;
    const collapsed = await height();
    const card = await view.sentence.boundingBox();
    const blank = (card?.y ?? 0) + (card?.height ?? 0) - (await bottom(".diagnosis-text"));
    // The button's row and the card's edge are not blank.
    expect(blank - 36 - 8 - 13).toBeLessThan(BLANK_PIXELS);
    await view.paste(MOMENTS.healthy);
    await expect(view.headline).toHaveText("Every packet gets through.");
    expect(await height()).toBe(collapsed);
  });
}

test("on a phone the strip's words have half of their row, whatever the button is called", async ({
  page,
  lab,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const view = new LabPage(page);
  await view.open(lab, "#/lab?scenario=lab&set=traffic.rate:12000&play=1");
  const strip = page.getByRole("region", { name: "In view" });
  await strip.getByRole("button", { name: "Poll instead" }).click();
  const jump = strip.getByRole("button", { name: "Jump ahead" });
  await expect(jump).toBeVisible();
  // As wide as the longest cure there is.
  await jump.evaluate(
    (button) => (button.textContent = "Poll, and stop input while the queue is full"),
  );
  const words = await strip.locator(".bottom-bar-text").boundingBox();
  expect(words?.width).toBeGreaterThan(150);
});

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
] as const) {
  test(`on a projector of ${width} px a toast covers nothing that is looked at`, async ({
    page,
    lab,
  }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript(() => {
      const liked = {
        schema: 1,
        theme: "auto",
        layout: "projector",
        shortcuts: true,
        unfolded: [],
      };
      localStorage.setItem("livelock-lab.preferences", JSON.stringify(liked));
    });
    const view = new LabPage(page);
    await view.open(lab, MOMENTS.collapsed);
    await page.keyboard.press("c");
    await page.keyboard.press("Control+z");
    const toast = page.locator(".toasts > .notice").last();
    await expect(toast).toBeVisible();
    const over = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    for (const other of [".lab", ".nav", ".header-tools"]) {
      const box = (await page.locator(other).boundingBox()) ?? over;
      const apart =
        over.x >= box.x + box.width ||
        over.x + over.width <= box.x ||
        over.y >= box.y + box.height ||
        over.y + over.height <= box.y;
      expect(apart, other).toBe(true);
    }
  });
}
