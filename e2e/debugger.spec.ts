// The debugger of the page “Write a kernel”: breakpoints and steps, forward and back, with the mouse and with the keyboard alone;
// the functions that run, variables over time, and the line that lost a packet.
import type { Locator, Page } from "@playwright/test";
import { expect, testWithoutTrials as test } from "./fixtures";
import { expectReadable } from "./pages/readable";
import { WorkshopPage } from "./pages/workshop-page";

/** A queue that is too short: it overflows at once. */
const OVERFLOWS = `#include "livelock.h"

QUEUE(ipintrq, 1);
static int taken;

static void put(struct packet *p)
{
    if (!IF_ENQUEUE(ipintrq, p))
        m_freem(p);
}

void lnintr(int unit)
{
    struct packet *p;

    lnack(unit, lnintr_cause(unit));
    while ((p = lnread(unit)) != NULL) {
        taken++;
        put(p);
        lninitdesc(unit);
    }
}
`;
const lineOf = (part: string) => OVERFLOWS.split("\n").findIndex((line) => line.includes(part)) + 1;
const [ENQUEUE, FREES, TAKES, PUTS] = ["IF_ENQUEUE", "m_freem", "taken++", "put(p);"].map(lineOf);

class DebuggerPage extends WorkshopPage {
  readonly panel: Locator;
  readonly moment: Locator;

  constructor(page: Page) {
    super(page);
    this.panel = page.locator(".debugger");
    this.moment = page.locator(".debugger-moment");
  }

  /** Opens the page with the program, paused, and the debugger. */
  async start(lab: string): Promise<void> {
    await this.open(lab);
    await this.write(OVERFLOWS);
    await this.runs();
    await this.page.getByRole("button", { name: /^Pause/ }).click();
    await this.panel.getByRole("button", { name: /^Debugger/ }).click();
  }

  /** Sets a breakpoint by keyboard, where a packet is put into the queue. */
  async breakAtEnqueue(): Promise<void> {
    await this.editor.press("Control+Home");
    for (let line = 1; line < (ENQUEUE ?? 0); line += 1)
      await this.page.keyboard.press("ArrowDown");
    await this.page.keyboard.press("F9");
  }

  step(name: string): Locator {
    return this.panel.getByRole("button", { name, exact: true });
  }

  async stands(line: number | undefined): Promise<void> {
    await expect(this.moment).toContainText(new RegExp(`(in|breakpoint in) line ${line}: `));
    await expect(this.page.locator(".cm-line.cm-running")).toHaveText(
      OVERFLOWS.split("\n")[(line ?? 1) - 1]?.trim() ?? "",
    );
  }
}

test("with the mouse: a breakpoint stops, lines go forward and back, over and out", async ({
  page,
  lab,
}) => {
  const view = new DebuggerPage(page);
  await view.start(lab);
  const gutter = page.locator(".cm-breakpoints .cm-gutterElement");
  // The first element only keeps the gutter's width.
  await gutter.nth(PUTS ?? 0).click();
  await expect(page.locator(".cm-dot:visible")).toHaveCount(1);
  await view.step("Run to breakpoint").click();
  await view.stands(PUTS);
  await expect(view.moment).toContainText("at the breakpoint in line");
  await view.step("Next line").click();
  await view.stands(ENQUEUE);
  const functions = page.getByRole("region", { name: "Functions that run" });
  await expect(functions.getByRole("listitem")).toHaveText([
    new RegExp(`^put line ${ENQUEUE}`),
    new RegExp(`^lnintr line ${PUTS}`),
  ]);
  await functions.getByRole("button", { name: /^lnintr/ }).click();
  await expect(view.editor).toBeFocused();
  await expect(page.locator(".cm-activeLine")).toHaveText("put(p);");
  await view.step("Out of this function").click();
  await view.stands((PUTS ?? 0) + 1);
  await view.step("Back one line, over calls").click();
  await view.stands(PUTS);
  await view.step("Next line, over calls").click();
  await view.stands((PUTS ?? 0) + 1);
  await view.step("Back to breakpoint").click();
  await view.stands(PUTS);
  // Playing stops there too.
  const before = await view.moment.textContent();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(view.moment).toContainText("at the breakpoint in line");
  await expect(view.moment).not.toHaveText(before ?? "");
});

test("with the keyboard alone: F9, a condition, and the keys of the steps", async ({
  page,
  lab,
}) => {
  const view = new DebuggerPage(page);
  await view.start(lab);
  await view.breakAtEnqueue();
  const condition = page.getByRole("textbox", { name: `breakpoint in line ${ENQUEUE}` });
  await condition.focus();
  await page.keyboard.type("ipintrq.length > 0");
  await expect(view.panel).toContainText("Column 8: ");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("ipintrq.len == 1 && taken > 3");
  await expect(view.panel).not.toContainText("Column");
  await expect(page.locator(".cm-dot-if:visible")).toHaveCount(1);
  await view.editor.focus();
  await page.keyboard.press("Shift+F9");
  await view.stands(ENQUEUE);
  await page.keyboard.press("F10");
  await view.stands(FREES);
  await page.keyboard.press("Control+F10");
  await view.stands(ENQUEUE);
  await page.keyboard.press("Control+Shift+F11");
  await view.stands(PUTS);
  await page.keyboard.press("F11");
  await view.stands(ENQUEUE);
  await page.keyboard.press("Shift+F11");
  await view.stands((PUTS ?? 0) + 1);
  await page.keyboard.press("Control+Shift+F9");
  await view.stands(ENQUEUE);
  // The same keys work outside of the editor, and an edit moves the breakpoint.
  await view.step("Next line").focus();
  await page.keyboard.press("F10");
  await view.stands(FREES);
  await view.editor.press("Control+Home");
  await page.keyboard.type("/* one line more */\n");
  await expect(
    page.getByRole("textbox", { name: `breakpoint in line ${(ENQUEUE ?? 0) + 1}` }),
  ).toHaveValue("ipintrq.len == 1 && taken > 3");
  await page.reload();
  await expect(page.locator(".cm-dot-if:visible")).toHaveCount(1);
});

test("a variable has a chart and its last change, and a lost packet leads to its line", async ({
  page,
  lab,
}) => {
  const view = new DebuggerPage(page);
  await view.start(lab);
  const variables = page.getByRole("region", { name: "Variables" });
  const row = variables.getByRole("row", { name: /^taken/ });
  await expect(row.locator(".debugger-chart path")).toHaveAttribute("d", /^M/);
  await variables.getByRole("button", { name: "Back to the last change of taken" }).click();
  await expect(variables.locator(".debugger-write")).toContainText(
    new RegExp(`taken changed from \\d+ to \\d+\\. Line ${TAKES}`),
  );
  await expect(page.locator(".cm-activeLine")).toHaveText("taken++;");
  await expect(
    variables.getByRole("button", { name: "Back to the last change of taken" }),
  ).toBeFocused();
  // Wide enough for a drop.
  await view.machine.time.focus();
  await page.keyboard.press("l");
  await expect(async () => {
    await page.keyboard.press("Shift+X");
    await expect(page.getByRole("region", { name: "Where packets are lost" })).toContainText(
      `dropped by line ${FREES}: m_freem(p);`,
      { timeout: 500 },
    );
  }).toPass();
  await view.panel.getByRole("button", { name: /^The last one: packet/ }).click();
  const inspector = page.getByRole("region", { name: "Selected item" });
  await expect(inspector).toContainText(`Dropped by line ${FREES}: m_freem(p);`);
  await view.editor.press("Control+Home");
  await inspector.getByRole("button", { name: `Go to line ${FREES}` }).click();
  await expect(page.locator(".cm-activeLine")).toHaveText("m_freem(p);");
});

test("local variables are shown where the machine is paused, with the line that wrote each last", async ({
  page,
  lab,
}) => {
  const view = new DebuggerPage(page);
  await view.start(lab);
  await view.breakAtEnqueue();
  await view.step("Run to breakpoint").click();
  await view.stands(ENQUEUE);
  const inner = view.panel.getByRole("table", { name: "Local variables of put" });
  const outer = view.panel.getByRole("table", { name: "Local variables of lnintr" });
  const packet = inner.getByRole("row", { name: /^p / });
  await expect(packet).toHaveText(/packet \d+from the call$/);
  await expect(outer.getByRole("row", { name: /^unit / })).toHaveText(/^unit0from the call$/);
  const read = lineOf("lnread");
  const own = outer.getByRole("row", { name: /^p / });
  await expect(own).toContainText(new RegExp(`packet \\d+Line ${read} `));
  const value = /packet [\d,]+/.exec((await packet.textContent()) ?? "")?.[0] ?? "";
  await expect(own).toContainText(value);
  // Back in time, to the line that has written it.
  await own.getByRole("button").click();
  await view.stands(read);
  await expect(page.locator(".cm-activeLine")).toContainText("lnread(unit)");
  await expect(own).not.toContainText(value);
  // Before it was ever set.
  await view.step("Back one line, over calls").click();
  await view.stands(lineOf("lnack"));
  await expect(own).toContainText("not set yet");
});

test("the diagnosis of losses leads to the line that drops", async ({ page, lab }) => {
  const view = new DebuggerPage(page);
  await view.start(lab);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("button", { name: "Show the line" }).click();
  await expect(page.locator(".cm-activeLine")).toHaveText("m_freem(p);");
  await expect(page.getByRole("region", { name: "Selected item" })).toContainText(
    `Dropped by line ${FREES}: m_freem(p);`,
  );
});

test("axe finds nothing in the debugger, and no width has to be scrolled sideways", async ({
  page,
  lab,
}) => {
  const view = new DebuggerPage(page);
  await view.start(lab);
  await page.getByRole("spinbutton", { name: "Line" }).fill(String(ENQUEUE));
  await page.getByRole("button", { name: "Set a breakpoint" }).click();
  await page.getByRole("textbox", { name: /^Condition/ }).fill("takes");
  await expect(view.panel).toContainText("is not declared");
  await view.step("Next line").click();
  await expectReadable(page);
});
