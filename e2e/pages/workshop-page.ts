// The page “Write a kernel” for tests: its editor, what it says about the program, and the machine beside it.
import { expect, type Locator, type Page } from "@playwright/test";
import { LabPage } from "./lab-page";

export class WorkshopPage {
  readonly machine: LabPage;
  readonly editor: Locator;
  readonly status: Locator;
  readonly programs: Locator;

  constructor(readonly page: Page) {
    this.machine = new LabPage(page);
    this.editor = page.getByRole("textbox", { name: /in kernel C/ });
    this.status = page.locator(".workshop-status").getByRole("status");
    this.programs = page.getByRole("combobox", { name: "Your programs" });
  }

  /** Opens the page and waits until the machine runs the program. */
  async open(lab: string): Promise<void> {
    await this.page.goto(`${lab}#/workshop`);
    await this.runs();
  }

  /** The machine runs the text in the editor. */
  async runs(): Promise<void> {
    await expect(this.status).toHaveText("No problem. The machine runs this text.");
    await this.machine.headline.waitFor();
  }

  /** Begins a program from one that ships. */
  async beginFrom(title: string): Promise<void> {
    await this.page.getByRole("combobox", { name: "New from" }).selectOption({ label: title });
  }

  /** Puts a text into the editor, as pasting does. */
  async write(text: string): Promise<void> {
    await this.editor.press("Control+a");
    await this.page.keyboard.insertText(text);
  }

  /** The whole text, of which the editor renders only the visible lines. */
  async text(): Promise<string> {
    return this.page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem("livelock-lab.programs") ?? "{}") as {
        list: { text: string; opened: number }[];
      };
      return stored.list.reduce((last, one) => (one.opened >= last.opened ? one : last)).text;
    });
  }
}
