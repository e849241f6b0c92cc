// Words: the verdict that does not push, terms and sources that explain themselves, undo that stays at home.
import { expect, test } from "./fixtures";
import { LabPage, MOMENTS } from "./pages/lab-page";

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 360, height: 780 },
]) {
  test(`the verdict changes and nothing under it moves, at ${viewport.width}`, async ({
    page,
    lab,
  }) => {
    await page.setViewportSize(viewport);
    const view = new LabPage(page);
    const places: unknown[] = [];
    for (const [name, moment] of Object.entries(MOMENTS)) {
      await view.open(lab);
      await view.paste(moment);
      await expect(view.button("Play")).toBeVisible();
      await expect(view.headline).not.toHaveText("The run has just begun.");
      if (name === "collapsed") await expect.poll(() => view.diagnosis()).toMatch(/livelock/);
      places.push(await view.sentence.boundingBox());
    }
    expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(1);
  });
}

test("a term and a source are explained by keyboard, and Escape closes", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await view.unfold(/^Polling o/);
  await view.button("callback").focus();
  await page.keyboard.press("Enter");
  const note = page.getByRole("note");
  await expect(note).toContainText("A procedure that a driver hands to somebody else");
  await page.keyboard.press("Escape");
  await expect(note).toHaveCount(0);
  await expect(view.button("callback")).toBeFocused();
  await view.button("M 6.6.2").press("Enter");
  await expect(note).toContainText("Section 6.6.2 of");
  await expect(note).toContainText("Mogul and Ramakrishnan");
  await note.getByRole("link", { name: "Glossary" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Glossary" })).toBeVisible();
  await expect(page.getByText("SPLCLOCK, SPLIMP, SPLNET")).toBeVisible();
});

test("undo belongs to the lab: a lesson leaves nothing in it", async ({ page, lab }) => {
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
