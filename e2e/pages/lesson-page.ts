// A lesson's page for tests: the text on the left, the lab beside it.
import type { Locator, Page } from "@playwright/test";
import { CURVE_CARD } from "./lab-page";

export class LessonPage {
  readonly list: Locator;
  readonly curve: Locator;

  constructor(readonly page: Page) {
    this.list = page.getByRole("heading", { level: 2, name: "Lessons" });
    this.curve = page.getByRole("region", { name: CURVE_CARD });
  }

  /** Opens a step and waits until its machine is ready. */
  async open(lab: string, lesson: string, step = ""): Promise<void> {
    await this.page.goto(`${lab}#/lessons/${lesson}${step === "" ? "" : `/${step}`}`);
    await this.machineIsReady();
  }

  /** Gives this learner the numbers of seed 1, before the page is opened. Otherwise they differ between learners. */
  async drawFirstSeed(): Promise<void> {
    await this.page.addInitScript(() => {
      crypto.getRandomValues = (numbers) => numbers;
    });
  }

  async machineIsReady(): Promise<void> {
    await this.page.locator("[data-machine]:not([data-machine=''])").waitFor({ state: "attached" });
  }

  title(name: string | RegExp): Locator {
    return this.page.getByRole("heading", { level: 2, name });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name });
  }

  link(name: string | RegExp): Locator {
    return this.page.getByRole("link", { name });
  }

  /** A task of the step, by its id in the lesson. */
  task(id: string): Locator {
    return this.page.locator(`[data-task="${id}"]`);
  }

  /** Chooses an answer of a question by mouse and presses Check. */
  async choose(id: string, option: string): Promise<void> {
    await this.task(id).getByText(option).click();
    await this.task(id).getByRole("button", { name: "Check" }).click();
  }

  /** Draws a prediction with the pointer. Points are shares of the axes, 0 to 1, from left to right. */
  async draw(points: readonly (readonly [number, number])[]): Promise<void> {
    const chart = this.page.getByRole("img", { name: /^Prediction/ });
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    if (box === null) throw new Error("the prediction has no axes");
    const { mouse } = this.page;
    // The margins of the chart's axes.
    const place = ([x, y]: readonly [number, number]) =>
      [box.x + 40 + (box.width - 56) * x, box.y + 26 + (box.height - 70) * (1 - y)] as const;
    const [first = [0, 0] as const, ...others] = points;
    await mouse.move(...place(first));
    await mouse.down();
    for (const point of others) await mouse.move(...place(point), { steps: 6 });
    await mouse.up();
  }
}
