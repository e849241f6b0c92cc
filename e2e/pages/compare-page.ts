// The page that compares two machines, for tests: operated by role and name.
import type { Locator, Page } from "@playwright/test";

export class ComparePage {
  constructor(readonly page: Page) {}

  /** Opens a comparison of two lab links ("#/lab?..."), or the page that asks for one. */
  async open(lab: string, first = "", second = ""): Promise<void> {
    const fields = (link: string) => encodeURIComponent(link.replace("#/lab?", ""));
    const query = first === "" ? "" : `?v=1&a=${fields(first)}&b=${fields(second)}`;
    await this.page.goto(`${lab}#/compare${query}`);
    if (first === "") return this.button("A copy of this machine").waitFor();
    await this.headline("B").waitFor();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name });
  }

  machine(letter: "A" | "B"): Locator {
    return this.page.getByRole("region", { name: `Machine ${letter}`, exact: true }).first();
  }

  headline(letter: "A" | "B"): Locator {
    return this.machine(letter).getByTestId("headline");
  }

  async diagnosis(letter: "A" | "B"): Promise<string | null> {
    return this.headline(letter).getAttribute("data-diagnosis");
  }

  /** The shown time of a machine's picture, in cycles. */
  async shownCycles(letter: "A" | "B"): Promise<number> {
    const canvas = this.machine(letter).locator("canvas.machine-live");
    return Number(await canvas.getAttribute("data-time"));
  }

  /** A row of the results: the values of A and B. */
  async result(label: string): Promise<string[]> {
    const table = this.page.getByRole("table", { name: /Results of both machines/ });
    const row = table.getByRole("row").filter({
      has: this.page.getByRole("rowheader", { name: label, exact: true }),
    });
    return row.getByRole("cell").allTextContents();
  }
}
