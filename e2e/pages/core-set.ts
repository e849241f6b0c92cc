// The core set of the end-to-end tests, for browsers that Playwright cannot drive: the lab opens, runs, steps, draws its
// curve, has its state in the link, a lesson accepts an answer, and its report is saved. Everything else is tested in
// Chromium only.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "../fixtures";

/** What the core set needs of a browser. Selectors are CSS. */
export interface RemotePage {
  goto(address: string): Promise<void>;
  /** Runs a function inside the page. The function refers to nothing outside itself. */
  read<T>(read: () => T): Promise<T>;
  click(selector: string): Promise<void>;
  /** Replaces the text of a field and presses Enter. */
  enter(selector: string, text: string): Promise<void>;
  /** A picture of an element, as PNG. */
  picture(selector: string): Promise<Uint8Array>;
  /** The folder in which the browser saves files. */
  downloads: string;
  /** Errors of the console and uncaught errors. */
  errors(): Promise<readonly string[]>;
}

const START = 75_000_000;
const LINK = `#/lab?scenario=lab&set=traffic.rate:2000&t=${START}&speed=0.1&play=0`;

/** Runs inside the page. */
function readLab() {
  const [pageCanvas] = document.querySelectorAll<HTMLCanvasElement>(".machine-picture canvas");
  const workerCanvas = document.querySelector<HTMLCanvasElement>("canvas.machine-live");
  const curve = document.querySelector<HTMLElement>("[data-points]");
  const headline = document.querySelector<HTMLElement>("[data-testid='headline']");
  return {
    t: Number(workerCanvas?.dataset.time ?? -1),
    isWorkerVisible:
      pageCanvas?.style.visibility === "hidden" && workerCanvas?.style.objectPosition === "",
    curvePoints: Number(curve?.dataset.points ?? 0),
    diagnosis: headline?.dataset.diagnosis ?? "",
    link: location.href,
  };
}

/** Runs inside the page. */
function readIsPlaying(): boolean {
  return document.querySelector("button[aria-label^='Pause']") !== null;
}

/** Runs inside the page. */
function readTask(): string {
  return document.querySelector<HTMLElement>("[data-task='fair']")?.innerText ?? "";
}

/** Runs inside the page. */
function readOptions(): string[] {
  const options = document.querySelectorAll<HTMLElement>("[data-task='fair'] .option");
  return [...options].map(({ innerText }) => innerText.trim());
}

export async function expectCoreSet(page: RemotePage, lab: string): Promise<void> {
  const time = async () => (await page.read(readLab)).t;
  const button = (name: string) => `button[aria-label^="${name}"]`;
  // These drivers click where the button was when they looked. On a busy computer it may have moved since.
  const pause = () =>
    expect(async () => {
      if (await page.read(readIsPlaying)) await page.click(button("Pause"));
      expect(await page.read(readIsPlaying)).toBe(false);
    }).toPass();

  await test.step("the lab opens at a link's moment, and the worker paints it", async () => {
    await page.goto(lab + LINK);
    await expect.poll(time).toBe(START);
    await expect.poll(async () => (await page.read(readLab)).isWorkerVisible).toBe(true);
    expect((await page.read(readLab)).diagnosis).toBe("keeping_up");
    // An empty picture is a small file. On a busy computer the browser shows the worker's picture later.
    const size = async () => (await page.picture(".machine-picture")).length;
    await expect.poll(size).toBeGreaterThan(20_000);
  });

  await test.step("the machine runs and pauses", async () => {
    await page.click(button("Play"));
    await expect.poll(time).toBeGreaterThan(START);
    await pause();
    expect((await page.read(readLab)).isWorkerVisible).toBe(true);
  });

  await test.step("a step forward and a step back end where they began", async () => {
    await page.goto("about:blank");
    await page.goto(lab + LINK);
    await expect.poll(time).toBe(START);
    await page.click(button("Previous packet"));
    let before = START;
    // The time is -1 while there is no picture.
    await expect(async () => {
      before = await time();
      expect(before).toBeGreaterThan(0);
      expect(before).toBeLessThan(START);
    }).toPass();
    await page.click(button("Next packet"));
    await expect.poll(time).toBeGreaterThan(before);
    await page.click(button("Previous packet"));
    await expect.poll(time).toBe(before);
  });

  let changedAt = 0;
  await test.step("a knob breaks the machine, and the curve is drawn", async () => {
    await page.enter('input[aria-label^="Offered rate"][type="text"]', "12000");
    changedAt = await time();
    await page.click(button("Play"));
    const diagnosis = async () => (await page.read(readLab)).diagnosis;
    await expect.poll(diagnosis).toMatch(/livelock|drops_after_work/);
    const points = async () => (await page.read(readLab)).curvePoints;
    await expect.poll(points, { timeout: 90_000 }).toBeGreaterThanOrEqual(24);
    await pause();
  });

  await test.step("the link keeps the moment and the knob", async () => {
    // A busy browser paints the last moment, and writes it into the address, a while after the pause.
    let shown = await page.read(readLab);
    const linkAndTime = async () => {
      shown = await page.read(readLab);
      return shown.t > changedAt ? `${shown.link} at ${shown.t}` : "";
    };
    await expect.poll(linkAndTime).toMatch(/&t=(\d+)&.* at \1$/);
    expect(shown.link).toContain("traffic.rate:12000");
    await page.goto("about:blank");
    await page.goto(shown.link);
    await expect.poll(time).toBe(shown.t);
    await expect.poll(async () => (await page.read(readLab)).diagnosis).toBe(shown.diagnosis);
  });

  await test.step("a lesson opens and accepts an answer", async () => {
    await page.goto(`${lab}#/lessons/receive-livelock/what-you-would-want`);
    await expect.poll(() => page.read(readTask)).toContain("Check");
    for (const [option, verdict] of [
      ["Put them into a longer queue", "Not yet."],
      ["Lose them as early as possible", "Right."],
    ] as const) {
      const at = (await page.read(readOptions)).findIndex((text) => text.startsWith(option));
      await page.click(`[data-task='fair'] .option:nth-child(${at + 1}) input`);
      await page.click("[data-task='fair'] button[type='submit']");
      await expect.poll(() => page.read(readTask)).toContain(verdict);
    }
  });

  await test.step("the report of the lesson is saved", async () => {
    await page.goto(`${lab}#/lessons`);
    const isShown = () =>
      page.read(() => document.querySelector("[aria-label='Hand in: Receive livelock']") !== null);
    await expect.poll(isShown).toBe(true);
    await page.click("[aria-label='Hand in: Receive livelock']");
    const hasDialog = () => page.read(() => document.querySelector(".hand-in-who input") !== null);
    await expect.poll(hasDialog).toBe(true);
    await page.enter(".hand-in-who input", "Ada Lovelace");
    await page.click(".hand-in .button-primary");
    const file = path.join(page.downloads, "livelock-report-receive-livelock-ada-lovelace.json");
    const report = () =>
      readFile(file, "utf8")
        .then(JSON.parse)
        .catch(() => null);
    await expect.poll(report).toMatchObject({
      who: "Ada Lovelace",
      tasks: [{ id: "fair", right: true, tries: 2 }],
    });
  });

  expect(await page.errors()).toEqual([]);
}
