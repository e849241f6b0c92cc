// Terms and sources in the lab's texts explain themselves.
import { expect, test } from "./fixtures";
import { LabPage, MOMENTS } from "./pages/lab-page";

test("a term and a source are explained by keyboard, and Escape closes", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.healthy);
  await view.unfold(/^Polling o/);
  await view.button("callback").focus();
  await page.keyboard.press("Enter");
  const note = page.getByRole("note");
  await expect(note).toContainText("A procedure that a driver gives to another part of the kernel");
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
