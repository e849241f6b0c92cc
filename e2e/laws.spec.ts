// The laws that the numbers on the page must obey, checked with the numbers from the page.
import { expect, testWithoutTrials as test } from "./fixtures";
import { LabPage, moment, MOMENTS, numberIn } from "./pages/lab-page";

const moments = {
  ...MOMENTS,
  quiet: moment("set=traffic.rate:0", 300),
  "just above its limit": moment("set=traffic.rate:5000", 700),
  "with a compute-bound process": moment("set=traffic.rate:3000,programs.compute:true", 700),
};

test("packet outcomes add up to arrivals and CPU shares to 100 %, at every moment", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab);
  await view.unfold("Do the numbers add up?");
  await view.unfold("The numbers as tables");
  for (const [name, hash] of Object.entries(moments)) {
    await view.moveTo(hash);
    const outcomes = await view.table("Packets by outcome");
    const count = (outcome: string) => numberIn(outcomes.get(outcome)?.[0]);
    expect(count("Arrived") + count("Inside before"), name).toBe(
      count("Delivered") +
        count("Dropped after work") +
        count("Refused at no cost") +
        count("Inside now"),
    );
    await expect(page.locator("[data-law=packets]"), name).toHaveAttribute("data-holds", "true");
    await expect(page.locator("[data-law=cpu]"), name).toHaveAttribute("data-holds", "true");
    await expect(page.locator("[data-law=cpu]"), name).toContainText(/= 100\s%/);
    const cpu = await view.table("CPU time by context");
    const shares = [...cpu.values()].map((cells) => numberIn(cells.at(-1)));
    expect(
      shares.reduce((sum, share) => sum + share, 0),
      name,
    ).toBeGreaterThan(98);
    expect(
      shares.reduce((sum, share) => sum + share, 0),
      name,
    ).toBeLessThan(102);
  }
});

test("with the compute-bound process on, nothing is idle", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, moments["with a compute-bound process"]);
  await view.unfold("The numbers as tables");
  const cpu = await view.table("CPU time by context");
  const idle = [...cpu].find(([name]) => name.startsWith("Idle"));
  expect(numberIn(idle?.[1].at(-1))).toBe(0);
});

test("mean latency times delivered rate is the mean number inside", async ({ page, lab }) => {
  const view = new LabPage(page);
  await view.open(lab, moment("set=traffic.rate:3000", 700));
  await view.unfold("Do the numbers add up?");
  const law = page.locator("[data-law=little]");
  await expect(law).toHaveAttribute("data-holds", "true");
  const [given, inside] = await law.locator("b").allTextContents();
  const ratio = numberIn(given) / numberIn(inside);
  expect(ratio).toBeGreaterThan(0.9);
  expect(ratio).toBeLessThan(1.1);
});

test("wasted work has a place, a count and a cost, and adds up to the total", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  await view.unfold("The numbers as tables");
  const places = await view.table("Wasted work by place of drop");
  const outcomes = await view.table("Packets by outcome");
  const dropped = [...places.values()].map((cells) => numberIn(cells[0]));
  expect(dropped.reduce((sum, count) => sum + count, 0)).toBe(
    numberIn(outcomes.get("Dropped after work")?.[0]) +
      numberIn(outcomes.get("Refused at no cost")?.[0]),
  );
  const shares = [...places.values()].map((cells) => numberIn(cells.at(-1)));
  const words = await view.outcomes
    .getByRole("img", { name: /^Thrown away/ })
    .getAttribute("aria-label");
  expect(Math.max(...shares)).toBeCloseTo(numberIn(words ?? ""), 0);
});
