// Links of earlier forms open as they did when they were given away: some of each form from the corpus
// (web/desk/link/old-links.json), opened one after the other as a person pastes them. web/desk/link/old-links.test.ts
// decodes all of them.
import { readFileSync } from "node:fs";
import { expect, testWithoutTrials as test } from "./fixtures";
import { ComparePage } from "./pages/compare-page";
import { LabPage } from "./pages/lab-page";

const CORPUS = JSON.parse(
  readFileSync(new URL("../web/desk/link/old-links.json", import.meta.url), "utf8"),
) as { links: { link: string }[] }[];

/** The link of the corpus that contains this text. */
function linkWith(text: string): string {
  const found = CORPUS.flatMap(({ links }) => links).find(({ link }) => link.includes(text));
  if (found === undefined) throw new Error(`no link with ${text}`);
  return found.link;
}

test("links of every earlier form show their moment", async ({ page, lab }) => {
  const view = new LabPage(page);
  const timeline = page.getByRole("application", { name: /^Timeline/ });
  const paste = async (text: string) => {
    await page.goto(lab + linkWith(text));
    await view.headline.first().waitFor();
  };
  const isShownAt = (milliseconds: number) =>
    expect.poll(() => view.shownMilliseconds()).toBeCloseTo(milliseconds, 2);
  const noProblem = () => expect(page.getByRole("alert")).toHaveCount(0);

  await test.step("the first form: a seed, and a time before the run's end", async () => {
    await paste("scenario=figure-6-3&seed=7");
    await isShownAt(200);
    await expect.poll(() => view.offeredRate()).toBe(8_000);
    await expect(page.getByText(/made with 2026\.1; this page runs/)).toBeVisible();
    await expect.poll(() => page.url()).toMatch(/seed=7.*&t=30000000&head=30150000&speed=max/);
    await noProblem();
  });
  await test.step("a drag, each value with its own time", async () => {
    await paste("75015000~polling.quota:33;75030000");
    await isShownAt(500.3);
    await expect.poll(() => page.url()).toContain("polling.quota:5;+15000~33;+15000~46&");
    await noProblem();
  });
  await test.step("a timeline that begins before 0", async () => {
    await paste("view=-75000-1500000");
    await expect(timeline).toHaveAttribute("data-to", "1500000");
    await isShownAt(6);
    await expect.poll(() => page.url()).toContain("view=-75000-1500000");
    await noProblem();
  });
  await test.step("the axes of the curves, and pinned curves", async () => {
    await paste("across=queues.receive_ring");
    for (const [name, shown] of [
      ["Limited", "true"],
      ["Interrupts", "false"],
    ] as const) {
      const show = view.throughput.getByRole("button", { name: `Show: ${name}` });
      await expect(show).toHaveAttribute("aria-pressed", shown);
    }
    const across = view.throughput.getByRole("button", { name: /^Horizontal axis: / });
    await expect(across).toHaveAccessibleName(/receive ring/i);
    await noProblem();
  });
  await test.step("the code view", async () => {
    await paste("play=0&code=1");
    await expect(page.getByRole("region", { name: "Code", exact: true })).toBeVisible();
    await expect.poll(() => view.diagnosis()).toMatch(/livelock/);
    await isShownAt(500);
    await noProblem();
  });
  await test.step("a loop", async () => {
    await paste("loop=61800000-61900000");
    await expect(page.getByRole("button", { name: "Loop", exact: true })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await noProblem();
  });
  await test.step("two machines, the second one first", async () => {
    const compare = new ComparePage(page);
    await page.goto(lab + linkWith("&first=b"));
    await compare.headline("B").waitFor();
    await expect.poll(() => compare.shownCycles("A")).toBe(80_000_000);
    await expect.poll(() => compare.shownCycles("B")).toBe(80_000_000);
    await expect(compare.machine("B").getByRole("heading").first()).toContainText(
      "A router under load",
    );
    expect(await compare.diagnosis("A")).not.toBe(await compare.diagnosis("B"));
    await noProblem();
  });
});
