// The lab's page as a test sees it: opened by a link, read and worked by role and name.
import { expect, type Locator, type Page } from "@playwright/test";

/** 150 million cycles a simulated second: the machine of the opening scenario. */
export const CYCLES_PER_MILLISECOND = 150_000;

/** Moments that tests stand on, as links: what is shown is then the same every time. */
export const MOMENTS = {
  healthy: moment("set=traffic.rate:2000", 500),
  collapsed: moment("set=traffic.rate:12000", 500),
  cured: moment("set=traffic.rate:12000&do=75000000~polling.enabled:true", 1000),
} as const;

/** The opening scenario, paused at a time, with more of a link's fields. */
export function moment(fields: string, milliseconds: number): string {
  const t = Math.round(milliseconds * CYCLES_PER_MILLISECOND);
  return `#/lab?scenario=lab&${fields}&t=${t}&play=0`;
}

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
    this.throughput = page.getByRole("region", { name: "Throughput" });
    this.outcomes = page.getByRole("region", { name: "Where it went" });
    this.dot = page.getByRole("slider", { name: "Offered rate: you are here" });
    this.time = page.getByRole("slider", { name: "Shown time" });
  }

  /** Opens the lab at a link's hash and waits until a machine is shown. */
  async open(lab: string, hash = ""): Promise<void> {
    await this.page.goto(lab + hash);
    await this.headline.waitFor();
  }

  /** Opens another link in the page that is there, as when it is pasted into the address. */
  async paste(hash: string): Promise<void> {
    await this.page.evaluate((text) => {
      location.hash = text;
    }, hash);
  }

  /** Pastes the link of a standing moment and waits until it is shown: its picture, its time and its rate. */
  async moveTo(hash: string): Promise<void> {
    await this.paste(hash);
    const wanted = (name: RegExp) => name.exec(hash)?.[1] ?? "";
    const t = wanted(/&t=(\d+)/);
    await expect(this.page.locator("canvas.machine-live")).toHaveAttribute("data-time", t);
    const milliseconds = Number(t) / CYCLES_PER_MILLISECOND;
    await expect.poll(() => this.shownMilliseconds()).toBeCloseTo(milliseconds, 3);
    await expect.poll(() => this.offeredRate()).toBe(Number(wanted(/traffic\.rate:(\d+)/)));
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name });
  }

  /** Unfolds what stands under a name, if it is folded. */
  async unfold(name: string | RegExp): Promise<void> {
    const button = this.button(name);
    if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
  }

  /** "lnread" of the diagnosis' id: which of the tested diagnoses is shown. */
  async diagnosis(): Promise<string> {
    return (await this.headline.getAttribute("data-diagnosis")) ?? "";
  }

  /** The shown time in milliseconds. */
  async shownMilliseconds(): Promise<number> {
    const words = (await this.time.getAttribute("aria-valuetext")) ?? "";
    return Number(words.replace(/ ms.*$/, "").replaceAll(",", ""));
  }

  /** The same once it stands: a step is answered by the worker, and is shown a moment after the press. */
  async settledMilliseconds(): Promise<number> {
    let before = NaN;
    const stands = async () => {
      const now = await this.shownMilliseconds();
      const same = now === before;
      before = now;
      return same;
    };
    await expect.poll(stands, { intervals: [300] }).toBe(true);
    return before;
  }

  async offeredRate(): Promise<number> {
    return Number(await this.dot.getAttribute("aria-valuenow"));
  }

  /** Rows of a table behind a chart, by the first column. */
  async table(name: string | RegExp): Promise<Map<string, string[]>> {
    const rows = this.page.getByRole("table", { name }).getByRole("row");
    const cells = await rows.evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent ?? "")),
    );
    return new Map(cells.slice(1).map(([first = "", ...others]) => [first, others]));
  }

  /** The curve's epoch and how many points it shows. */
  async curve(): Promise<{ epoch: number; points: number; drawing: boolean }> {
    const drawn = this.throughput.locator("[data-points]");
    const [epoch, points] = await Promise.all([
      drawn.getAttribute("data-epoch"),
      drawn.getAttribute("data-points"),
    ]);
    const words = await this.page.getByTestId("curve-progress").textContent();
    return { epoch: Number(epoch), points: Number(points), drawing: /^trial/.test(words ?? "") };
  }

  /** Waits until all rates of the curve are there, with all their seeds. */
  async curveIsDrawn(): Promise<void> {
    const drawn = async () => {
      const { points, drawing } = await this.curve();
      return points >= 24 && !drawing;
    };
    await expect.poll(drawn, { timeout: 60_000 }).toBe(true);
  }
}

/** "5,140" or "5,140/s" or "74 %" as a number. */
export function numberIn(text: string | undefined): number {
  return Number(/-?[\d,]+(\.\d+)?/.exec(text ?? "")?.[0].replaceAll(",", ""));
}
