// Every text is readable: no text under 12 px (18 or more on the projector), none clipped, none overlapping, no page wider
// than its window. This holds at four widths, in light and dark, for a healthy, a collapsed and a cured machine.
import { expect, test, testWithoutTrials } from "./fixtures";
import { LabPage, MOMENTS } from "./pages/lab-page";
import { inEveryViewport, resize } from "./pages/viewports";
import { axeFindings } from "./pages/axe";
import { textFindings } from "./pages/text-check";

const COLLAPSED = MOMENTS.collapsed.replace("#/lab?", "");

for (const [name, diagnosis] of [
  ["healthy", /^keeping_up$/],
  ["collapsed", /livelock/],
  ["cured", /^shedding$/],
] as const) {
  test(`a ${name} machine is readable at every width, in light and dark`, async ({ page, lab }) => {
    test.slow();
    const view = new LabPage(page);
    await view.open(lab, MOMENTS[name]);
    await expect.poll(() => view.diagnosis()).toMatch(diagnosis);
    await view.curveIsDrawn();
    await inEveryViewport(page, async (viewport) => {
      expect(await textFindings(page, 12), viewport.name).toEqual([]);
    });
  });
}

test("a person's own style may set letters, words and lines farther apart", async ({
  page,
  lab,
}) => {
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  await expect.poll(() => view.diagnosis()).toMatch(/livelock/);
  // The distances of WCAG 1.4.12.
  await page.evaluate(() => {
    const style = new CSSStyleSheet();
    style.replaceSync(
      `* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }
      p { margin-bottom: 2em !important }`,
    );
    document.adoptedStyleSheets.push(style);
  });
  for (const width of [360, 1280]) {
    await resize(page, { width, height: 800 });
    expect(await textFindings(page, 12), `${width} px`).toEqual([]);
  }
});

testWithoutTrials("the longest names of places stay within their card", async ({ page, lab }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const view = new LabPage(page);
  await view.open(lab, "#/lab?scenario=srp-figure-5&set=traffic.rate:30000");
  await expect(page.getByText("dropped at unprocessed input queue").first()).toBeVisible();
  expect(await textFindings(page, 12)).toEqual([]);
});

test("every section is readable when it is unfolded, at 360 px", async ({ page, lab }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.cured);
  for (const name of ["Do the numbers add up?", "The numbers as tables", "The curve as a table"]) {
    await view.unfold(name);
  }
  expect(await textFindings(page, 12)).toEqual([]);
  await view.button("Knobs").click();
  const drawer = page.getByRole("dialog", { name: "Knobs" });
  for (let i = 0; i < 30; i++) {
    const folded = drawer.locator("button[aria-expanded=false]").first();
    if ((await folded.count()) === 0) break;
    await folded.click();
  }
  await expect(drawer.getByRole("slider").first()).toBeVisible();
  const wide = await drawer.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(wide).toBeLessThanOrEqual(1);
});

test("on a projector the texts of a figure do not overlap", async ({ page, lab }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${lab}#/lab?look=projector&play=0`);
  await page.getByTestId("headline").waitFor();
  await page.getByRole("link", { name: "Figures" }).click();
  await page.getByText("delivered, packets/s").first().waitFor();
  expect(await textFindings(page, 20)).toEqual([]);
});

testWithoutTrials(
  "on a projector Explore and the code view are readable, and axe finds nothing",
  async ({ page, lab }) => {
    test.slow();
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(`${lab}#/lab?look=projector&play=0`);
    await page.getByTestId("headline").waitFor();
    await page.getByRole("link", { name: "Explore", exact: true }).first().click();
    await page.getByRole("searchbox", { name: "Search" }).fill("quota");
    await page.locator(".explore-card").first().waitFor();
    expect(await textFindings(page, 18)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await new LabPage(page).paste(`${MOMENTS.collapsed}&code=1&look=projector`);
    await page.locator(".code-line.is-running").waitFor();
    // The head of the table covers lines that have scrolled under it.
    const small = (await textFindings(page, 18, 16)).filter((finding) => / px: /.test(finding));
    expect(small).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
  },
);

const comparison = (a: string, b: string) =>
  `#/compare?v=1&a=${encodeURIComponent(a)}&b=${encodeURIComponent(b)}`;

/** Every page that a lecturer may show, with the machines that have the most text: an address, and a text that says it is there. */
const PROJECTED: readonly (readonly [string, RegExp | "lab" | "compare"])[] = [
  ["#/lab?scenario=section-7-1&t=150000000&play=0", "lab"],
  ["#/lab?scenario=srp-figure-5&set=traffic.rate:30000&t=266000000&play=0", "lab"],
  ["#/lab?scenario=today-threaded&t=1500000000&play=0", "lab"],
  [comparison(COLLAPSED, COLLAPSED.replace("12000", "12000,polling.enabled:true")), "compare"],
  [
    comparison(
      "scenario=today-softirq&t=1500000000&play=0",
      "scenario=today-threaded&t=1500000000&play=0",
    ),
    "compare",
  ],
  [
    comparison(
      "scenario=srp-figure-4&t=266000000&play=0",
      "scenario=section-7-1&t=150000000&play=0",
    ),
    "compare",
  ],
  ["#/explore", /All scenarios|question/i],
  ["#/lessons", /Lesson/],
  ["#/lessons/receive-livelock/pull-it-until-it-breaks", /Question 2/],
  ["#/figures", /delivered, packets\/s/],
  ["#/glossary", /SPLNET/],
  ["#/lecture", /slides/i],
];

testWithoutTrials(
  "on a projector every page has text that the last row can read",
  async ({ page, lab }) => {
    test.slow();
    const view = new LabPage(page);
    await view.open(lab, `${MOMENTS.collapsed}&look=projector`);
    for (const [address, words] of PROJECTED) {
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.evaluate((hash) => (location.hash = hash), address);
      const shown =
        words === "lab"
          ? view.headline
          : words === "compare"
            ? page.getByRole("region", { name: "Machine B", exact: true }).getByTestId("headline")
            : page.getByRole("main").getByText(words);
      await shown.first().waitFor({ timeout: 20_000 });
      for (const size of [
        { width: 1280, height: 720 },
        { width: 1024, height: 768 },
      ]) {
        await resize(page, size);
        // A machine of many lanes has text of 16 px in its picture (READABLE_SIZE of machine-layout).
        await expect
          .poll(() => textFindings(page, 18, 16), { message: `${address} at ${size.width} px` })
          .toEqual([]);
      }
    }
  },
);

for (const [width, height, least] of [
  [1280, 720, 18],
  [1920, 1080, 20],
] as const) {
  test(`on a projector of ${width} px nothing is under ${least} px`, async ({ page, lab }) => {
    await page.setViewportSize({ width, height });
    const view = new LabPage(page);
    await view.open(lab, MOMENTS.collapsed);
    await view.button("Appearance").click();
    await page.getByRole("radio", { name: "Projector" }).check();
    await page.keyboard.press("Escape");
    expect(await textFindings(page, least)).toEqual([]);
    // Machine, diagnosis with its cure, and curve are completely on the first screen.
    for (const card of [".machine-card", ".diagnosis-card", ".curve-card"]) {
      const box = await page.locator(card).boundingBox();
      expect((box?.y ?? height) + (box?.height ?? 0), card).toBeLessThanOrEqual(height);
    }
    const cure = await view.button("Poll instead").boundingBox();
    const foot = await page.locator(".diagnosis-footer").boundingBox();
    expect(cure?.height).toBeLessThanOrEqual(foot?.height ?? 0);
  });
}

testWithoutTrials(
  "on a projector, diagnosis and curve stay beside a machine that is higher than the screen",
  async ({ page, lab }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const view = new LabPage(page);
    await view.open(lab, "#/lab?scenario=section-7-1&play=0&look=projector");
    await view.dot.waitFor();
    const machine = page.locator(".machine-card");
    expect((await machine.boundingBox())?.height).toBeGreaterThan(720);
    await machine.getByRole("button", { name: "Show code" }).scrollIntoViewIfNeeded();
    for (const part of [view.headline, view.dot]) await expect(part).toBeInViewport({ ratio: 1 });
  },
);

testWithoutTrials("a suggested action with a long label is not cut", async ({ page, lab }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const view = new LabPage(page);
  await view.open(lab, "#/lab?scenario=section-4-4-lower&play=0");
  const action = view.button("Handle sent packets between received ones");
  const footer = await page.locator(".diagnosis-footer").boundingBox();
  expect((await action.boundingBox())?.height).toBeLessThanOrEqual((footer?.height ?? 0) + 6);
});
