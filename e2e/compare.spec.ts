// Two machines side by side: the same packets, one clock, one transport; differences in words and in a table.
import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { expect, test as testWithTrials, testWithoutTrials as test } from "./fixtures";
import { axeFindings } from "./pages/axe";
import { ComparePage } from "./pages/compare-page";
import { LabPage, MOMENTS, numberIn } from "./pages/lab-page";
import { inBothColorSchemes, resize } from "./pages/viewports";

const CURED = MOMENTS.collapsed.replace(
  "traffic.rate:12000",
  "traffic.rate:12000,polling.enabled:true",
);

testWithTrials("the curves of both machines are described in words", async ({ page, lab }) => {
  const compare = new ComparePage(page);
  await compare.open(lab, MOMENTS.collapsed, CURED);
  const words = page.getByTestId("curve-words");
  await expect(words).toHaveText(/^Curve “A”: .* almost nothing.* You are at 12,000\/s/, {
    timeout: 60_000,
  });
  await expect(words).toHaveText(/ Curve “B”: Delivered rises to [45],\d{3}\/s/, {
    timeout: 60_000,
  });
});

test("on a small laptop the path of both pictures runs from left to right", async ({
  page,
  lab,
}) => {
  // 1,024 px less a scroll bar, and a width at which the path runs downwards.
  const pictures = page.getByRole("region", { name: /^Picture of machine/ });
  const compare = new ComparePage(page);
  await page.setViewportSize({ width: 1009, height: 768 });
  await compare.open(lab, MOMENTS.collapsed, CURED);
  for (const picture of await pictures.all()) {
    const heightOf = async () => (await picture.locator("canvas").first().boundingBox())?.height;
    await expect.poll(heightOf).toBeLessThan(650);
  }
  const [first, second] = await Promise.all(
    [pictures.first(), pictures.last()].map((one) => one.boundingBox()),
  );
  expect(second?.y).toBe(first?.y);
});

test("a screen reader hears both machines by their letters, and finds their parts below their headings", async ({
  page,
  lab,
}) => {
  const compare = new ComparePage(page);
  await compare.open(lab, MOMENTS.collapsed, CURED);
  const live = page.getByTestId("live-region");
  await expect(live).toHaveText(
    /^Machine A: Nine of ten .*\. Machine B: The machine is at its limit: .* Cure of A, key C: /,
  );
  await page.getByRole("main").focus();
  await page.keyboard.press(".");
  await expect(live).toHaveText(/^[\d,]+\.\d{3} ms\. Machine A: \S.*\. Machine B: \S.*\.$/);
  await page.keyboard.press("d");
  await expect(live).toHaveText(
    /^Machine A: .* 810 a second were delivered.* Machine B: .* 4,990 a second were delivered/,
  );
  for (const letter of ["A", "B"] as const) {
    const machine = compare.machine(letter);
    await expect(machine.getByRole("heading", { level: 2 })).toHaveText(new RegExp(`^${letter} `));
    await expect(machine.getByRole("heading", { level: 3 })).toHaveText([
      `What is happening in ${letter}`,
      `Picture of machine ${letter}`,
    ]);
  }
});

test("a copy that polls keeps up while the first machine collapses", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  await page.getByRole("link", { name: "Compare" }).click();
  const compare = new ComparePage(page);
  await compare.button("A copy of this machine").press("Enter");
  await compare.headline("B").waitFor();
  await expect(page.getByRole("heading", { name: "Compare two machines" })).toBeFocused();
  await expect(page.getByText("The machines are the same.")).toBeVisible();
  // By keyboard the knobs of B are four keys away from the heading.
  for (const key of ["Tab", "Tab", "Enter", "Tab"]) await page.keyboard.press(key);
  await expect(compare.button("Knobs of B")).toBeFocused();
  await page.keyboard.press("Enter");
  await view.unfold(/^Polling/);
  await page.getByRole("dialog").getByRole("switch", { name: "Polling" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "off in A, on in B" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: "watch rates" }).check();
  await compare.button(/^Play/).click();
  await expect.poll(() => compare.diagnosis("B")).not.toBe(await compare.diagnosis("A"));
  await expect
    .poll(async () => {
      const [a, b] = await compare.result("Delivered");
      return numberIn(b) > 2 * numberIn(a);
    })
    .toBe(true);
  expect((await compare.result("Delivered"))[1]).toContain("better");
  await expect(page.getByText(/Both machines have received the same/)).toBeVisible();
});

test("a key compares with the machine before the last change, a changed knob with its old value", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  // Also while a question is open. The question unfolds the knobs of its actions.
  await view.open(lab, `${MOMENTS.collapsed}&question=drop-early`);
  const compare = new ComparePage(page);
  await expect(page.getByRole("button", { name: "Close the question" })).toBeVisible();
  await expect(compare.button("Compare with before")).toHaveCount(0);
  await page.keyboard.press("c");
  await expect(compare.button("Compare with before")).toBeVisible();
  await page.keyboard.press("p");
  await compare.headline("B").waitFor();
  // What a screen reader says: the heading has the focus.
  const heading = page.getByRole("heading", {
    name: "Compare two machines: A before “Poll instead”, B now",
  });
  await expect(heading).toBeFocused();
  await expect(heading).toHaveAccessibleDescription(/Polling: off in A, on in B/);
  const difference = page.getByRole("listitem").filter({ hasText: "off in A, on in B" });
  await expect(difference).toBeVisible();
  await expect(page.getByText(/Both machines have received the same/)).toBeVisible();
  await expect.poll(() => compare.shownCycles("A")).toBe(await compare.shownCycles("B"));
  await page.getByRole("link", { name: "Lab", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Polling: compare", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { name: "Compare two machines" })).toBeFocused();
  await expect(difference).toBeVisible();
});

test("a link opens both machines, and the time is one", async ({ page, lab }) => {
  const compare = new ComparePage(page);
  await compare.open(lab, MOMENTS.collapsed, CURED);
  await expect.poll(() => compare.shownCycles("B")).toBe(await compare.shownCycles("A"));
  const before = await compare.shownCycles("A");
  await page.keyboard.press(",");
  await expect.poll(() => compare.shownCycles("A")).toBeLessThan(before);
  await expect.poll(() => compare.shownCycles("B")).toBe(await compare.shownCycles("A"));
  await expect.poll(() => page.evaluate(() => location.hash)).toContain("#/compare?v=1&a=");
  const hash = await page.evaluate(() => location.hash);
  await compare.button("Share").click();
  await expect(page.getByRole("textbox", { name: "Link" })).toHaveValue(/#\/compare\?v=1&a=/);
  await page.goto("about:blank");
  await page.goto(lab + hash);
  await compare.headline("B").waitFor();
  await expect.poll(() => compare.shownCycles("B")).toBeGreaterThan(0);
  expect(numberIn((await compare.result("Delivered"))[1])).toBeGreaterThan(4_000);
});

testWithTrials("one chart has both curves", async ({ page, lab }) => {
  const compare = new ComparePage(page);
  await compare.open(lab, MOMENTS.collapsed, CURED);
  const view = new LabPage(page);
  await view.curveIsDrawn();
  await view.unfold("The curve as a table");
  await expect(page.getByRole("columnheader", { name: "B: Delivered/s" })).toBeVisible();
});

test("swap exchanges the sides, and keep goes on in the lab with one of them", async ({
  page,
  lab,
}) => {
  const compare = new ComparePage(page);
  await compare.open(lab, MOMENTS.collapsed, CURED);
  const [a, b] = [await compare.diagnosis("A"), await compare.diagnosis("B")];
  await compare.button("Swap").click();
  await expect.poll(() => compare.diagnosis("A")).toBe(b);
  await expect.poll(() => compare.diagnosis("B")).toBe(a);
  await compare.button("Keep only A").click();
  const view = new LabPage(page);
  await expect(view.headline).toHaveCount(1);
  await expect.poll(() => view.diagnosis()).toBe(b);
  await view.button("Undo").click();
  await expect.poll(() => view.diagnosis()).toBe(a);
});

test("a saved picture names both machines and their knobs; after a swap, machine A of the files is the A of the page", async ({
  page,
  lab,
}) => {
  const compare = new ComparePage(page);
  await compare.open(lab, MOMENTS.collapsed, CURED);
  await page.getByRole("button", { name: "Save: Picture of machine A" }).click();
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "SVG", exact: true }).click();
  const svg = await readFile(await (await file).path(), "utf8");
  const words = svg.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  expect(words).toMatch(
    /Picture of machine A\. Machine A: A router under load.*Offered rate: 12,000\/s\. Machine B:/,
  );
  expect(words).toMatch(/Machine B: .*Offered rate: 12,000\/s; Polling: on\./);
  expect(svg).toContain("/#/compare?v=1&amp;a=");
  await page.keyboard.press("Escape");
  await compare.button("Swap").click();
  await expect.poll(() => compare.diagnosis("A")).toBe("shedding");
  await page.keyboard.press("s");
  const command = page.getByRole("textbox", { name: "Command for the results" });
  await expect(command).toHaveValue(/polling\.enabled=true/);
  await page.getByRole("combobox", { name: "Machine of the groups below" }).selectOption("1");
  await expect(command).not.toHaveValue(/polling/);
  const names = [];
  for (const machine of ["0", "1"]) {
    await page.getByRole("combobox", { name: "Machine of the groups below" }).selectOption(machine);
    const run = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save run as JSON" }).click();
    names.push((await run).suggestedFilename().replace(/-at-.*ms-/, " "));
  }
  expect(names).toEqual(["lab-a run.json", "lab-b run.json"]);
});

test("the timelines have one axis and one range; a row of the table selects its packet in both", async ({
  page,
  lab,
}) => {
  const compare = new ComparePage(page);
  await compare.open(lab, MOMENTS.collapsed, CURED);
  const timelines = page.getByRole("application", { name: /^Timelines of both machines/ });
  await timelines.focus();
  const range = () => timelines.evaluate(({ dataset }) => [dataset.from, dataset.to].map(Number));
  const [from = 0, to = 0] = await range();
  await page.keyboard.press("+");
  await expect
    .poll(async () => (await range()).reduce((a, b) => b - a) / (to - from))
    .toBeCloseTo(0.7, 3);
  const before = await compare.shownCycles("A");
  await page.keyboard.press("m");
  await page.keyboard.press(",");
  await expect.poll(() => compare.shownCycles("A")).toBeLessThan(before);
  await page.keyboard.press("m");
  await expect(page.getByRole("status", { name: "Measured" })).toContainText(/Measured/);
  await page.keyboard.press("Escape");
  await page.getByText("The timeline of B as a table").click();
  const table = page.getByRole("region", { name: "The timeline of B as a table" });
  const packet = table.getByRole("button", { name: /^Select packet/ }).first();
  const name = ((await packet.getAttribute("aria-label")) ?? "").replace("Select packet", "Packet");
  await packet.click();
  await expect(page.getByText(new RegExp(`^${name}: in A .*; in B `))).toBeVisible();
});

test("the same packet is followed in both machines", async ({ page, lab }) => {
  const compare = new ComparePage(page);
  await compare.open(lab, `${MOMENTS.collapsed}&select=5000`, CURED);
  await expect(page.getByText(/^Packet 5,000: in A .*; in B .*work\.$/)).toBeVisible();
});

test("on a phone the results are before the pictures, and the numbers stay in view over the knobs", async ({
  page,
  lab,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const compare = new ComparePage(page);
  await compare.open(lab, MOMENTS.collapsed, CURED);
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? NaN;
  const results = page.getByRole("table", { name: /Results of both machines/ });
  expect(await top(results)).toBeLessThan(await top(compare.machine("A")));
  await compare.button("Knobs of B").press("Enter");
  const drawer = page.getByRole("dialog", { name: "Knobs of machine B" });
  const numbers = page.getByRole("region", { name: "Both machines in numbers" });
  await expect(numbers).toContainText(
    /A .* delivered, \d+\s% of the CPU wasted.*B .* delivered, no CPU/s,
  );
  // The drawer's last knob can be scrolled to a place above the numbers.
  const last = drawer.getByRole("button").last();
  await last.focus();
  const box = await last.boundingBox();
  expect((box?.y ?? NaN) + (box?.height ?? NaN)).toBeLessThanOrEqual(await top(numbers));
  await inBothColorSchemes(page, async (scheme) => {
    expect(await axeFindings(page), `knobs, ${scheme}`).toEqual([]);
  });
});

test("the list of scenarios is one Tab stop, and arrow keys move in it", async ({ page, lab }) => {
  const view = new ComparePage(page);
  await view.open(lab);
  const field = page.getByRole("searchbox", { name: /^Another scenario/ });
  const scenarios = page.getByRole("list", { name: "Scenarios" }).getByRole("button");
  await field.press("ArrowDown");
  await expect(scenarios.first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(scenarios.nth(1)).toBeFocused();
  await page.keyboard.press("End");
  await expect(scenarios.last()).toBeFocused();
  await expect(scenarios.last()).toBeInViewport();
  await page.keyboard.press("Shift+Tab");
  await expect(field).toBeFocused();
  await page.keyboard.type("receive livelock 6.2");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(view.headline("B")).toBeVisible();
});

test("a broken link of a comparison names its field", async ({ page, lab }) => {
  await page.goto(`${lab}#/compare?v=1&a=t=1`);
  await expect(page.getByRole("alert")).toContainText("a comparison has two machines");
});

testWithTrials("no violation, at a lecture's size and on a phone", async ({ page, lab }) => {
  test.slow();
  const compare = new ComparePage(page);
  await compare.open(lab, MOMENTS.collapsed, CURED);
  for (const width of [1280, 360]) {
    await resize(page, { width, height: 780 });
    await inBothColorSchemes(page, async (scheme) => {
      expect(await axeFindings(page), `${width} px, ${scheme}`).toEqual([]);
    });
  }
  // On a projector both whole pictures are on the first screen, below the headlines and who delivers more.
  await page.setViewportSize({ width: 1280, height: 720 });
  await new LabPage(page).button("Appearance").click();
  await page.getByRole("radio", { name: "Projector" }).check();
  await page.keyboard.press("Escape");
  await expect(compare.machine("B").getByText("delivers more")).toBeVisible();
  // The picture of one machine has large text; keys lead to the other one, and to both.
  const pictures = page.getByRole("group", { name: "Pictures" });
  const shown = page.getByRole("region", { name: /^Picture of machine/ });
  await expect(shown).toHaveAccessibleName("Picture of machine A");
  await pictures.getByRole("radio", { name: "A" }).press("ArrowRight");
  await expect(shown).toHaveAccessibleName("Picture of machine B");
  await expect(shown.locator("canvas.machine-live")).toHaveAttribute("data-font-size", /^1[6-8]$/);
  await page.keyboard.press("ArrowRight");
  await expect(shown).toHaveCount(2);
  await expect(page.getByRole("slider", { name: "Shown time" })).toBeInViewport();
  const bottom = async (letter: "A" | "B") => {
    const box = await compare.machine(letter).locator(".machine-card").boundingBox();
    return (box?.y ?? NaN) + (box?.height ?? NaN);
  };
  await expect.poll(() => bottom("A")).toBeLessThanOrEqual(720);
  expect(await bottom("B")).toBeLessThanOrEqual(720);
  // Also beside the machine before a change, whose title is long.
  await page.goto("about:blank");
  await new LabPage(page).open(lab, `${MOMENTS.collapsed}&look=projector`);
  await page.getByRole("button", { name: "Poll instead" }).press("Enter");
  await expect(page.getByRole("button", { name: "Compare with before" })).toBeVisible();
  await page.keyboard.press("p");
  await expect(compare.headline("A")).toBeVisible();
  await expect(page.getByRole("heading", { name: /before “Poll instead”/ }).last()).toBeVisible();
  await page.getByRole("group", { name: "Pictures" }).getByRole("radio", { name: "Both" }).check();
  await expect.poll(() => bottom("A")).toBeLessThanOrEqual(720);
  expect(await bottom("B")).toBeLessThanOrEqual(720);
  const boxes = await page
    .locator(".compare-head")
    .evaluateAll((heads) =>
      heads.flatMap((head) => [
        head.getBoundingClientRect(),
        head.lastElementChild?.getBoundingClientRect(),
      ]),
    );
  const right = boxes.map((box) => box?.right ?? NaN);
  expect(Math.max(...right.slice(0, 2)), "A ends before B begins").toBeLessThan(
    boxes[2]?.left ?? 0,
  );
});
