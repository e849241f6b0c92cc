// The code view: it opens by button and by link, marks the running line, counts lines for every family of kernels, highlights
// spans and stations, steps by line, and works by keyboard alone.
import type { Locator, Page } from "@playwright/test";
import { expect, testWithoutTrials as test } from "./fixtures";
import { axeFindings } from "./pages/axe";
import { LabPage, moment, numberIn } from "./pages/lab-page";
import { inBothColorSchemes } from "./pages/viewports";

/** A machine in livelock, paused, with the code view open. */
const COLLAPSED = moment("set=traffic.rate:12000&code=1", 500);

class Code {
  readonly card: Locator;
  readonly table: Locator;
  readonly stack: Locator;

  constructor(readonly page: Page) {
    this.card = page.getByRole("region", { name: "Code", exact: true });
    this.table = this.card.getByRole("table");
    this.stack = this.card.getByRole("region", { name: "Call stack" });
  }

  line(text: string | RegExp): Locator {
    return this.table.getByRole("button", { name: text });
  }

  get running(): Locator {
    return this.table.locator('[aria-current="true"]');
  }

  /** The cells of a line after its text: visits, cycles, CPU time, share thrown away. */
  async numbers(text: string | RegExp): Promise<number[]> {
    const cells = await this.table
      .getByRole("row", { name: text })
      .getByRole("cell")
      .allTextContents();
    return cells.map(numberIn);
  }

  /** The sums of all lines, thread switches and idle, in per cent of the CPU time. */
  async sumOfShares(): Promise<number> {
    const rows = ["all lines", "thread switches", /^idle CPU/];
    let sum = 0;
    for (const name of rows) sum += (await this.numbers(name))[2] ?? NaN;
    return sum;
  }
}

test("the button opens the code view, the link keeps it open", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, moment("set=traffic.rate:12000", 500));
  const code = new Code(page);
  await expect(code.table).toBeHidden();
  await view.button("Show code").click();
  await expect(code.line(/copy it into an mbuf/)).toBeVisible();
  await expect.poll(() => page.url()).toContain("code=1");
  await page.reload();
  await expect(code.table).toBeVisible();
  await view.button("Hide code").click();
  await expect(code.table).toBeHidden();
});

test("in livelock the work of the lines up to the full queue is thrown away", async ({
  page,
  lab,
}) => {
  await new LabPage(page).open(lab, COLLAPSED);
  const code = new Code(page);
  await expect
    .poll(async () => (await code.numbers(/copy it into an mbuf/))[0])
    .toBeGreaterThan(500);
  const [visits = 0, , share = 0, wasted = 0] = await code.numbers(/copy it into an mbuf/);
  expect(visits).toBeLessThanOrEqual(1200);
  expect(share).toBeGreaterThan(20);
  expect(wasted).toBeGreaterThan(90);
  expect(await code.sumOfShares()).toBeCloseTo(100, 0);
});

test("Next line and Previous line move the mark and the call stack", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, COLLAPSED);
  const code = new Code(page);
  await code.table.waitFor();
  const seen = new Set<string>();
  for (let i = 0; i < 6; i++) {
    await view.button("Next line").click();
    await view.settledMilliseconds();
    seen.add((await code.running.allTextContents()).join());
  }
  expect(seen.size).toBeGreaterThan(2);
  await expect(code.stack.getByRole("list").first()).toBeVisible();
  const before = await view.settledMilliseconds();
  await view.button("Previous line").click();
  await expect.poll(() => view.shownMilliseconds()).toBeLessThan(before);
});

test("by keyboard: arrows choose a line, right goes to its next run, Enter keeps its highlight", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, COLLAPSED);
  const code = new Code(page);
  // Tab goes to the running line, which is in view.
  await code.card.getByRole("button", { name: "Next run of this line" }).focus();
  await page.keyboard.press("Tab");
  await expect(code.running).toBeFocused();
  await code.line(/received-packet interrupt/).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const line = code.line(/copy it into an mbuf/);
  await expect(line).toBeFocused();
  const before = await view.settledMilliseconds();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => view.shownMilliseconds()).toBeGreaterThan(before);
  await expect(line).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Enter");
  await expect(line).toHaveAttribute("aria-pressed", "true");
});

test("a bar of the timeline highlights its line of code", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, `${COLLAPSED}&view=74900000-75050000`);
  const code = new Code(page);
  await code.table.waitFor();
  const canvas = page.getByRole("application", { name: /^Timeline/ });
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error("the timeline is on the page");
  // Somewhere in the picture there is a bar.
  const highlighted = code.table.locator(".is-highlighted");
  for (let y = 30; y < box.height && (await highlighted.count()) === 0; y += 9) {
    await page.mouse.move(box.x + box.width * 0.6, box.y + y);
  }
  await expect(highlighted.first()).toBeAttached();
});

const FAMILIES: Record<string, [scenario: string, hertz: number, line: RegExp]> = {
  "M's other kernels": ["section-5-2-short", 150e6, /check the IP header/],
  "S's forwarder": ["spanos-figure-5", 200e6, /take a packet off the ring/],
  "W's receiver": ["wu-udp-200", 350e6, /find the socket, queue the packet/],
  "R's sockets": ["srp-figure-5", 266e6, /parse the Ethernet header/],
  "Linux today": ["today-softirq", 3e9, /hand it to its protocol/],
};

for (const [name, [scenario, hertz, line]] of Object.entries(FAMILIES)) {
  test(`every cycle has its line: ${name}`, async ({ page, lab }) => {
    const t = Math.round(0.3 * hertz);
    await new LabPage(page).open(lab, `#/lab?scenario=${scenario}&t=${t}&play=0&code=1`);
    const code = new Code(page);
    await expect
      .poll(async () => (await code.numbers(line))[0], { timeout: 20_000 })
      .toBeGreaterThan(0);
    expect(await code.sumOfShares()).toBeCloseTo(100, 0);
  });
}

test("while playing fast no line is marked, and axe finds nothing", async ({ page, lab }) => {
  test.slow();
  const view = new LabPage(page);
  await view.open(lab, "#/lab?scenario=lab&set=traffic.rate:12000&code=1&play=1");
  const code = new Code(page);
  await expect(code.stack).toContainText("too fast to read");
  await expect(code.running).toHaveCount(0);
  await view.button("Pause").click();
  await expect(code.stack.getByRole("list").first()).toBeVisible();
  await inBothColorSchemes(page, async (colorScheme) => {
    expect(await axeFindings(page), colorScheme).toEqual([]);
  });
});
