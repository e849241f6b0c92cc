// cspell:ignore proces lnrec Grüße
// The page “Write a kernel”: a program is written, checked, run and stopped beside the machine; nothing that was typed is lost; it
// travels in a link and in files.
import { readFileSync } from "node:fs";
import {
  expect,
  test as testWithTrials,
  testInNewPage,
  testWithoutTrials as test,
} from "./fixtures";
import { drop, text } from "./pages/dropped-files";
import { expectReadable } from "./pages/readable";
import { WorkshopPage } from "./pages/workshop-page";

const FORWARDS = `#include "livelock.h"

void lnintr(int unit)
{
    int causes = lnintr_cause(unit);
    struct packet *p;

    lnack(unit, causes);
    while (lnreclaim(unit) > 0)
        ;
    while ((p = lnread(unit)) != NULL) {
        ip_process(p);
        lninitdesc(unit);
    }
}
`;

const FORGETS = FORWARDS.replace("ip_process(p);", ";");

test("a shipped program runs, a change of it runs at once, and a mistake is told at its place", async ({
  page,
  lab,
}) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  await view.beginFrom("4.2BSD: two levels and a queue");
  await view.runs();
  // Its queue is in the picture.
  await expect(page.getByRole("button", { name: /^queue ipintrq/ }).first()).toBeVisible();
  await view.write(FORWARDS.replace("ip_process(p);", "ip_proces(p)"));
  await expect(view.status).toContainText(
    /problems?, .*in line \d+, listed below\. The machine runs the version/,
  );
  const problems = page.getByRole("region", { name: "Problems" });
  await problems
    .getByRole("button", { name: /^Line 12, column/ })
    .first()
    .click();
  await expect(view.editor).toBeFocused();
  await view.write(FORWARDS);
  await view.runs();
  await expect(problems).toBeHidden();
});

test("the first program forwards every packet when its comment is followed", async ({
  page,
  lab,
}) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  await view.write((await view.text()).replace("m_freem(p);", "ip_process(p);"));
  await view.runs();
  await expect(view.machine.headline).toHaveText("Every packet gets through.");
});

test("the line that is typed stays in view when the list of problems takes a part of the editor's room", async ({
  page,
  lab,
}) => {
  const view = new WorkshopPage(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await view.open(lab);
  await view.beginFrom("4.2BSD: two levels and a queue");
  await view.runs();
  await view.editor.press("Control+End");
  await view.editor.pressSequentially("int x = 1 int y;");
  await expect(page.getByRole("region", { name: "Problems" })).toBeVisible();
  // It is as wide as the longest line of the text, so a part of it is always outside.
  await expect(page.locator(".cm-line.cm-activeLine")).toBeInViewport({ ratio: 0.2 });
});

test("a rule about time that the program breaks is told with its line while the machine goes on", async ({
  page,
  lab,
}) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  await view.write(
    FORWARDS.replace("ip_process(p);", "for (int i = 0; i < 100000; i++) ; ip_process(p);"),
  );
  await expect(view.status).toContainText("but the program breaks a rule.");
  const told = page.getByRole("list", { name: "Rules that the program breaks" });
  await expect(told).toContainText("Do long work in a thread");
  await expect(page.locator(".cm-stops")).toBeHidden();
  await told
    .getByRole("button", { name: /^Line \d+$/ })
    .first()
    .click();
  await expect(view.editor).toBeFocused();
  const moment = told.getByRole("button", { name: /^Show it, at / }).first();
  const at = (await moment.textContent())?.replace("Show it, at ", "") ?? "";
  await moment.click();
  await expect(page.getByTestId("live-region")).toHaveText(new RegExp(`^${at}`));
  await view.write(FORWARDS);
  await view.runs();
  await expect(told).toBeHidden();
});

test("a fault stops the machine at its line, and nothing starts by itself before Run is pressed", async ({
  page,
  lab,
}) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  await view.write(FORGETS);
  await expect(view.status).toContainText(/The last run was stopped at line \d+\./);
  await expect(page.locator(".cm-stops")).toBeVisible();
  // The rates of the time before would say that all is well.
  await expect(view.machine.headline).toHaveText("The kernel has stopped.");
  await page.reload();
  await expect(view.status).toContainText(/The last run was stopped at line \d+\./);
  await expect(page.getByText("the last run of your program was stopped.")).toBeVisible();
  await view.write(FORWARDS);
  await expect(view.status).toContainText("Press “Run it” to start it again.");
  await page.getByRole("button", { name: "Run it", exact: true }).click();
  await view.runs();
});

test("the whole program is printed, and no control", async ({ page, lab }) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  await view.write(`${FORWARDS}${"\n".repeat(200)}/* the end */`);
  await view.runs();
  const controls = [view.editor, view.machine.time, page.getByRole("button", { name: "Run it" })];
  for (const control of controls) await expect(control).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("pre", { hasText: "/* the end */" })).toBeVisible();
  for (const control of controls) await expect(control).toBeHidden();
});

testWithTrials(
  "why a kernel has stopped is told once, where the program is",
  async ({ page, lab }) => {
    const view = new WorkshopPage(page);
    await view.open(lab);
    await view.write(FORGETS);
    const why = /is lost: line \d+ took it/;
    await expect(view.status).toContainText(why);
    await expect(page.getByText("The reason is above the program.")).toBeVisible();
    await expect(page.getByText("The kernel stops in a trial, too.")).toBeAttached();
    await expect(page.getByText(why)).toHaveCount(1);
  },
);

test("a new name leaves the focus in the editor, with the text's undo and the caret", async ({
  page,
  lab,
}) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  await view.write("/* one */");
  await page.getByRole("textbox", { name: "File" }).fill("renamed.c");
  await view.editor.click();
  await expect(page.getByRole("textbox", { name: "Program renamed.c in kernel C" })).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("ip");
  await expect(view.editor).toHaveText("/* one */ip");
  // It is the same program, under another name.
  await expect(view.status).toContainText("The machine runs the version of");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(view.editor).toContainText("lnintr");
});

test("a rule is broken on purpose, on the machine that this needs, and the program before is kept", async ({
  page,
  lab,
}) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  await page.getByRole("button", { name: "Rules that a kernel has to keep" }).press("Enter");
  await page
    .getByRole("button", { name: /^Break it: once the packet is in the queue/ })
    .press("Enter");
  await expect(view.status).toContainText(/stopped at line \d+\. rt_unit uses packet 1/);
  await expect(view.programs.locator("option:checked")).toHaveText("p02-used-after-queue.c");
  await expect(view.programs.locator("option")).toHaveText(["kernel.c", "p02-used-after-queue.c"]);
  // One that is refused before it runs.
  await page.getByRole("button", { name: /^Break it: a handler runs on somebody else/ }).click();
  await expect(view.status).toContainText(/1 problem, in line \d+, listed below\./);
});

test("what was typed is there after a reload, and a new program keeps the one before", async ({
  page,
  lab,
}) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  await view.write("/* half a sentence");
  await page.reload();
  await expect(view.editor).toContainText("half a sentence");
  await expect(
    page.getByText("No machine runs: line 1 of your program has a mistake."),
  ).toBeVisible();
  await view.beginFrom("Polling with a quota");
  await view.runs();
  await expect(page.getByText("“kernel.c” is kept", { exact: false }).first()).toBeVisible();
  await view.programs.selectOption({ label: "kernel.c" });
  await expect(view.editor).toContainText("half a sentence");
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Bring it back" }).click();
  await expect(view.editor).toContainText("half a sentence");
});

testInNewPage("two tabs show one text, and lose none", async ({ page, lab, context }) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  const other = new WorkshopPage(await context.newPage());
  await other.open(lab);
  await view.write(FORWARDS);
  await other.runs();
  await expect(other.editor).toContainText("ip_process(p)");
});

test("a program travels in the link, and a broken link shows nothing else", async ({
  page,
  lab,
}) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  await view.write(FORWARDS);
  await view.runs();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  expect(link).toMatch(/#\/workshop\?.*program=kernel\.c~10~~[0-9a-f]{16}~/);
  await expect(page.getByText("The link contains the program kernel.c.")).toBeVisible();
  await page.keyboard.press("Escape");
  await view.write("int mine;");
  await page.evaluate((hash) => (location.hash = hash), new URL(link).hash);
  await view.runs();
  await expect(page).toHaveURL(/#\/workshop$/);
  expect(await view.text()).toBe(FORWARDS);
  await view.programs.selectOption({ label: "kernel.c" });
  await expect(view.editor).toContainText("int mine;");
  const broken = new URL(link).hash.replace(/(~[0-9a-f]{16}~.{20})./, "$1A").replace("~A", "~B");
  await page.evaluate((hash) => (location.hash = hash), broken);
  await expect(page.getByRole("alert").filter({ hasText: "damaged" })).toBeVisible();
  await expect(view.editor).toHaveCount(0);
  await view.programs.selectOption({ label: "kernel.c" });
  await expect(view.editor).toContainText("int mine;");
});

test("files: a dropped program is opened, a saved one has the text, and a long one is refused", async ({
  page,
  lab,
}) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  await drop(page, [text("mine.c", FORWARDS.replaceAll("\n", "\r\n"))], ".workshop-machine");
  await view.runs();
  await expect(view.programs).toContainText("mine.c");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a file" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("mine.c");
  await expect(page.getByRole("status").filter({ hasText: "Saved as “mine.c”." })).toContainText(
    "The browser puts it with your downloads, or asks you for a place.",
  );
  expect(readFileSync(await saved.path(), "utf8")).toBe(FORWARDS);
  const latin = Buffer.from(`/* Gr\xfc\xdfe */\n${FORWARDS}`, "latin1");
  const bad: [string, Buffer, RegExp][] = [
    ["long.c", Buffer.alloc(1 << 20, "x"), /“long.c” is too long/],
    ["wide.c", Buffer.from(`\ufeff${FORWARDS}`, "utf16le"), /No mistake found/],
    ["latin.c", latin, /No mistake found/],
  ];
  for (const [name, bytes, said] of bad) {
    await page
      .getByLabel("Program file")
      .setInputFiles({ name, mimeType: "text/x-c", buffer: bytes });
    if (name === "long.c")
      await expect(page.getByRole("alert").filter({ hasText: said })).toBeVisible();
    else {
      await expect(view.programs.locator("option:checked")).toHaveText(name);
      await expect(view.status).toContainText(said);
    }
  }
  await view.programs.selectOption({ label: "latin.c" });
  await expect(view.editor).toContainText("Grüße");
});

/** Whether the element's corners and its middle are seen; the editor is in a shadow root. Runs inside the page. */
function isOnTop(element: Element): boolean {
  const root = element.getRootNode() as ShadowRoot;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [left + 4, (left + right) / 2, right - 4].every((x) =>
    [top + 4, (top + bottom) / 2, bottom - 4].every(
      (y) =>
        document.elementFromPoint(x, y) === root.host &&
        element.contains(root.elementFromPoint(x, y)),
    ),
  );
}

test("the keyboard reaches the editor and leaves it by Tab; a call explains itself", async ({
  page,
  lab,
}) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  await view.write(FORWARDS);
  await view.runs();
  await page.keyboard.press("Tab");
  await expect(view.editor).not.toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(view.editor).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("void f(void) { lnrec");
  await expect(page.getByRole("option", { name: "lnreclaim" })).toBeVisible();
  await expect(
    page.getByText("Takes one sent descriptor back", { exact: false }).first(),
  ).toBeVisible();
  await expect.poll(() => page.locator(".cm-completionInfo").evaluate(isOnTop)).toBe(true);
  await page.getByRole("option", { name: "lnreclaim" }).click();
  await expect.poll(() => view.text()).toContain("{ lnreclaim");
  // A key of the page's shortcuts is text here.
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  const call = page.locator(".cm-line").filter({ hasText: "lninitdesc(unit);" });
  await call.hover({ position: { x: 110, y: 9 } });
  await expect(
    page.getByText("Gives a receive descriptor back", { exact: false }).first(),
  ).toBeVisible();
});

test("axe finds nothing, and no width has to be scrolled sideways", async ({ page, lab }) => {
  const view = new WorkshopPage(page);
  await view.open(lab);
  await view.beginFrom("4.2BSD: two levels and a queue");
  await view.runs();
  await page.getByRole("button", { name: /^Calls that a program may use/ }).click();
  await expectReadable(page);
});
