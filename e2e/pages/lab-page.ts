// The lab's page for tests: opened by a link, read and operated by role and name.
import { expect, type Locator, type Page } from "@playwright/test";

/** 150 million cycles per simulated second: the machine of the first scenario. */
export const CYCLES_PER_MILLISECOND = 150_000;

/** Links to moments of a run, so that the page shows the same every time. */
export const MOMENTS = {
  healthy: moment("set=traffic.rate:2000", 500),
  collapsed: moment("set=traffic.rate:12000", 500),
  cured: moment("set=traffic.rate:12000&do=75000000~polling.enabled:true", 1000),
} as const;

/** Returns the link to the first scenario, paused at a time, with additional fields. */
export function moment(fields: string, milliseconds: number): string {
  const t = Math.round(milliseconds * CYCLES_PER_MILLISECOND);
  return `#/lab?scenario=lab&${fields}&t=${t}&play=0`;
}

/** The names of the card with the curve: that of the quantity that it shows. */
export const CURVE_CARD =
  /^(Throughput|Peak|Livelock rate|Wasted CPU time|Latency, .+ within|CPU time of processes|Interrupts for each packet)$/;

export class LabPage {
  readonly sentence: Locator;
  readonly headline: Locator;
  readonly throughput: Locator;
  readonly outcomes: Locator;
  readonly dot: Locator;
  readonly time: Locator;

  constructor(readonly page: Page) {
    this.sentence = page.getByRole("region", { name: "What is happening" });
    this.headline = page.getByTestId("headline");
    // The card has the name of what it shows.
    this.throughput = page.getByRole("region", { name: CURVE_CARD });
    this.outcomes = page.getByRole("region", { name: "Where it went" });
    this.dot = page.getByRole("slider", { name: "Offered rate: you are here" });
    this.time = page.getByRole("slider", { name: "Shown time" });
  }

  /** Opens the lab at a link's hash and waits until a machine is shown. */
  async open(lab: string, hash = ""): Promise<void> {
    await this.page.goto(lab + hash);
    await this.headline.waitFor();
  }

  /** Opens another link in the same page, as if it were pasted into the address bar. */
  async paste(hash: string): Promise<void> {
    await this.page.evaluate((text) => {
      location.hash = text;
    }, hash);
  }

  /** Pastes the link of a paused moment and waits until its picture, its time and its rate are shown. */
  async moveTo(hash: string): Promise<void> {
    await this.paste(hash);
    const wanted = (name: RegExp) => name.exec(hash)?.[1] ?? "";
    const t = wanted(/&t=(\d+)/);
    await expect(this.page.locator("canvas.machine-live")).toHaveAttribute("data-time", t);
    const milliseconds = Number(t) / CYCLES_PER_MILLISECOND;
    await expect.poll(() => this.shownMilliseconds()).toBeCloseTo(milliseconds, 3);
    await expect.poll(() => this.offeredRate()).toBe(Number(wanted(/traffic\.rate:(\d+)/)));
  }

  /** Selects an item of the machine's picture by keyboard, and returns the inspector, which shows it. */
  async inspect(name: RegExp): Promise<Locator> {
    await this.button(name).press("Enter");
    return this.page.getByRole("region", { name: "Selected item" });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name });
  }

  /** A word that explains itself; by its whole name, since labels of knobs contain such words too. */
  term(word: string): Locator {
    return this.page.getByRole("button", { name: word, exact: true });
  }

  /** Unfolds a section if it is folded. */
  async unfold(name: string | RegExp): Promise<void> {
    const button = this.button(name);
    if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
  }

  /** The id of the diagnosis, such as "keeping_up". */
  async diagnosis(): Promise<string> {
    return (await this.headline.getAttribute("data-diagnosis")) ?? "";
  }

  /** The shown time in milliseconds. */
  async shownMilliseconds(): Promise<number> {
    const words = (await this.time.getAttribute("aria-valuetext")) ?? "";
    return Number(words.replace(/ ms.*$/, "").replaceAll(",", ""));
  }

  /** The shown time when it no longer changes: the worker answers a step a moment after the press. */
  async settledMilliseconds(): Promise<number> {
    let before = NaN;
    const isUnchanged = async () => {
      const now = await this.shownMilliseconds();
      const same = now === before;
      before = now;
      return same;
    };
    await expect.poll(isUnchanged, { intervals: [300] }).toBe(true);
    return before;
  }

  async offeredRate(): Promise<number> {
    return Number(await this.dot.getAttribute("aria-valuenow"));
  }

  /** The rows of a chart's table, by their first column. */
  async table(name: string | RegExp): Promise<Map<string, string[]>> {
    const rows = this.page.getByRole("table", { name }).getByRole("row");
    const cells = await rows.evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent ?? "")),
    );
    return new Map(cells.slice(1).map(([first = "", ...others]) => [first, others]));
  }

  /** The curve's epoch, its number of points, and whether trials are still running. */
  async curve(): Promise<{ epoch: number; points: number; drawing: boolean }> {
    const drawn = this.throughput.locator("[data-points]");
    const [epoch, points] = await Promise.all([
      drawn.getAttribute("data-epoch"),
      drawn.getAttribute("data-points"),
    ]);
    const words = await this.page.getByTestId("curve-progress").textContent();
    return { epoch: Number(epoch), points: Number(points), drawing: /^trial/.test(words ?? "") };
  }

  /** Waits until the curve has all its rates with all their seeds. */
  async curveIsDrawn(): Promise<void> {
    const drawn = async () => {
      const { points, drawing } = await this.curve();
      return points >= 24 && !drawing;
    };
    await expect.poll(drawn, { timeout: 60_000 }).toBe(true);
  }
}

/** Parses the number in "5,140", "5,140/s" or "74 %". */
export function numberIn(text: string | undefined): number {
  return Number(/-?[\d,]+(\.\d+)?/.exec(text ?? "")?.[0].replaceAll(",", ""));
}
