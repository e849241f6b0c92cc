// The languages of the interface: a person chooses one by keyboard and it stays; a language from right to left holds the
// layout.
// cspell:ignore Guardar texto almacenado está pasando Apariencia Controles Realimentación estado cola desactivado Permitido
import { expect, testWithoutTrials as test } from "./fixtures";
import { axeFindings } from "./pages/axe";
import { LabPage, MOMENTS } from "./pages/lab-page";
import { pixelsOutside } from "./pages/readable";
import { resize } from "./pages/viewports";

test("Spanish is chosen by keyboard, keeps the machine, and is there after a reload", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  await view.button("Appearance").press("Enter");
  const language = page.getByRole("group", { name: "Language" });
  await language.getByRole("radio", { name: "Same as the browser" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(language.getByRole("radio", { name: "Español" })).toBeChecked();
  await page.keyboard.press("Escape");

  const happening = page.getByRole("region", { name: "Qué está pasando" });
  await expect(happening).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  expect(page.url()).toContain("traffic.rate:12000");
  await page.reload();
  await expect(happening).toBeVisible();
  await expect(page.getByRole("button", { name: "Apariencia" })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  const knobs = page.getByRole("region", { name: "Controles" });
  await view.unfold(/^Realimentación por el estado de la cola/);
  const feedback = knobs.getByRole("switch", { name: "Realimentación por el estado de la cola" });
  await expect(feedback).toHaveText("desactivado");
  const [column, control] = await Promise.all([knobs.boundingBox(), feedback.boundingBox()]);
  const right = (box: typeof column) => (box === null ? NaN : box.x + box.width);
  expect(right(control), "the switch is inside its column").toBeLessThan(right(column));
});

test("in Spanish the page says in Spanish what is wrong with a link", async ({ page, lab }) => {
  await page.goto(`${lab}?lang=es#/lab?fish=7`);
  const notice = page.getByRole("alert").filter({ hasText: "fish" });
  await expect(notice).toContainText(
    "fish vale 7: no es un campo de un enlace. Permitido: v, model",
  );
});

test("in Spanish the page says in Spanish that the stored preferences, which choose the language, are unreadable", async ({
  page,
  lab,
}) => {
  await page.addInitScript(() => localStorage.setItem("livelock-lab.preferences", "{"));
  await page.goto(`${lab}?lang=es#/lab?play=0`);
  await expect(page.getByRole("button", { name: "Guardar el texto almacenado" })).toBeVisible();
});

const fieldsOf = (link: string) => encodeURIComponent(link.replace("#/lab?", ""));

const PAGES = {
  lab: MOMENTS.collapsed,
  explore: "#/explore",
  lessons: "#/lessons",
  figures: "#/figures",
  compare: `#/compare?v=1&a=${fieldsOf(MOMENTS.collapsed)}&b=${fieldsOf(MOMENTS.cured)}`,
};

test("from right to left, and with long words, no page is wider than its window", async ({
  page,
  lab,
}) => {
  const rightToLeft = Object.entries(PAGES).map(([name, hash]) => ["ar-XB", name, hash] as const);
  for (const [language, name, hash] of [...rightToLeft, ["en-XA", "compare", PAGES.compare]]) {
    await page.goto(`${lab}?lang=${language}${hash}`);
    await expect(page.locator("html")).toHaveAttribute("dir", language === "ar-XB" ? "rtl" : "ltr");
    await page.getByRole("heading").first().waitFor();
    for (const width of [360, 1280]) {
      await resize(page, { width, height: 800 });
      expect(await pixelsOutside(page), `${name} at ${width} px`).toBe(0);
    }
  }
});
