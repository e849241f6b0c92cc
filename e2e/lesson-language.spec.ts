// A lesson in two languages: what a learner does in one is there in the other, and what is not translated says so.
// cspell:ignore recepción Paso Tu respuesta Correcto Perderlos posible inglés Abrir máquina laboratorio
// cspell:ignore Guía para docentes Escribe controlador
// cspell:ignore Entregar Guardar informe
// cspell:ignore paquetes ofrecidos entregados Comprobar antes Lección paquete pierde debería está esta
import { readFileSync } from "node:fs";
import { expect, testWithoutTrials as test } from "./fixtures";
import { LessonPage } from "./pages/lesson-page";

test("a lesson that is begun in English goes on in Spanish and back", async ({ page, lab }) => {
  const lesson = new LessonPage(page);
  await lesson.drawFirstSeed();
  await lesson.open(lab, "receive-livelock");
  const idle = lesson.task("idle-share");
  await idle.getByLabel("Your answer").fill("43");
  await page.keyboard.press("Enter");
  await expect(idle).toContainText("Right.");

  await lesson.open(`${lab}?lang=es`, "receive-livelock");
  await expect(
    page.getByRole("region", { name: "Lección 3: Livelock de recepción" }),
  ).toBeVisible();
  await expect(idle).toContainText("Correcto.");
  await expect(idle.getByLabel("Tu respuesta")).toHaveValue("43");
  await lesson.link(/^Paso 2/).click();
  const fair = lesson.task("fair");
  await fair.getByText("Perderlos lo antes posible").click();
  await fair.getByRole("button", { name: "Comprobar" }).click();
  await expect(fair).toContainText("Un paquete que al final se pierde no debería costar nada.");
  // Everything on the page is Spanish: nothing in it is marked as English.
  await expect(page.locator(".reader [lang]")).toHaveCount(0);
  await lesson.open(`${lab}?lang=es`, "receive-livelock", "find-its-limit");
  await expect(lesson.task("limit")).toContainText("de los paquetes ofrecidos, entregados");

  await lesson.open(lab, "receive-livelock", "what-you-would-want");
  await expect(lesson.link(/^Step 2: .*, done$/)).toBeVisible();
  await expect(fair).toContainText("A packet that is lost in the end should cost nothing.");
});

test("a report that is handed in in Spanish opens on an English page", async ({ page, lab }) => {
  const lesson = new LessonPage(page);
  await lesson.open(`${lab}?lang=es`, "receive-livelock");
  await page.goto(`${lab}?lang=es#/lessons`);
  await lesson.button("Entregar: Livelock de recepción").click();
  const download = page.waitForEvent("download");
  await lesson.button("Guardar el informe").click();
  const file = await (await download).path();
  await page.goto(`${lab}#/lessons`);
  await page.getByLabel("Report file").setInputFiles({
    name: "report.json",
    mimeType: "application/json",
    buffer: readFileSync(file),
  });
  await expect(page.getByRole("dialog")).toContainText("Receive livelock");
});

test("the teacher's guide is in the language of the page, and links to its lessons", async ({
  page,
  lab,
}) => {
  await page.goto(`${lab}?lang=es#/lessons/teachers-guide`);
  await expect(page.getByRole("heading", { level: 2, name: "Guía para docentes" })).toBeVisible();
  await expect(page.getByRole("note")).toHaveCount(0);
  await expect(page.locator(".guide-page [lang]")).toHaveCount(0);
  await page.getByRole("link", { name: "15 Escribe el controlador" }).click();
  await expect(
    page.getByRole("region", { name: "Lección 15: Escribe el controlador" }),
  ).toBeVisible();
});

test("a lesson without a translation is shown in English and says so", async ({ page, lab }) => {
  const lesson = new LessonPage(page);
  await lesson.open(`${lab}?lang=es`, "where-packets-die");
  await expect(page.getByRole("note")).toContainText("está en inglés");
  await expect(lesson.title(/paso 1 de/).locator("[lang=en]")).toBeVisible();
  await expect(page.locator(".reader-body p").first()).toHaveAttribute("lang", "en");
  await expect(lesson.button("Abrir esta máquina en el laboratorio")).toBeVisible();
});
