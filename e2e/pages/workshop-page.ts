// The page “Write a kernel” for tests: its editor, what it says about the program, and the machine beside it.
import { expect, type Locator, type Page } from "@playwright/test";
import { LabPage } from "./lab-page";

export class WorkshopPage {
  readonly machine: LabPage;
  readonly editor: Locator;
  readonly status: Locator;
  readonly programs: Locator;
  /** The challenge of the open program, what its judge says, and the verdict. */
  readonly challenge: Locator;
  readonly judging: Locator;
  readonly verdict: Locator;

  constructor(readonly page: Page) {
    this.machine = new LabPage(page);
    this.editor = page.getByRole("textbox", { name: /in kernel C/ });
    this.status = page.locator(".workshop-status").getByRole("status");
    this.programs = page.getByRole("combobox", { name: "Your programs" });
    this.challenge = page.getByRole("region", { name: "Challenge of this program" });
    this.judging = this.challenge.getByRole("status");
    this.verdict = page.getByRole("region", { name: /^Verdict on/ });
  }

  /** Opens the page, waits until the machine runs the program, and lets it play. */
  async open(lab: string): Promise<void> {
    await this.page.goto(`${lab}#/workshop`);
    await this.play();
  }

  /** Presses Play when the machine is there: the tests' browser asks for less motion. */
  async play(): Promise<void> {
    await this.runs();
    await this.page.getByRole("button", { name: "Play", exact: true }).click();
  }

  /** The machine runs the text in the editor, which may break a rule about time. */
  async runs(): Promise<void> {
    await expect(this.status).toContainText("The machine runs this text");
    await this.machine.headline.waitFor();
  }

  /** Begins a program from one that ships. */
  async beginFrom(title: string): Promise<void> {
    await this.page.getByRole("button", { name: "New program …" }).click();
    await this.page.getByRole("dialog").getByRole("button", { name: title, exact: true }).click();
  }

  /** Begins a challenge: what a learner begins with is a new program. */
  async beginChallenge(number: number): Promise<void> {
    const list = this.page.getByRole("button", { name: /^Challenges/ });
    await list.click();
    await this.page.getByRole("button", { name: `Begin challenge ${number}`, exact: true }).click();
    // The list makes room for the program.
    await expect(list).toHaveAttribute("aria-expanded", "false");
    await this.challenge.waitFor();
  }

  /** Judges what is in the editor, until there is a verdict. */
  async judge(how: "Judge it" | "Practice"): Promise<void> {
    await this.challenge.getByRole("button", { name: how }).click();
    const said = how === "Practice" ? /^Practice: / : /^Judged: /;
    await expect(this.judging).toHaveText(said, { timeout: 60_000 });
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
