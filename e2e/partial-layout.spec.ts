// The cost of an update of the page. If a text changes while the machine runs, the browser lays out
// this text and not the whole page; the browser's trace shows it. `npm run bench` measures the time
// of updates.
import type { Browser, Page } from "@playwright/test";
import { expect, testInNewPage as test } from "./fixtures";
import { LabPage, MOMENTS } from "./pages/lab-page";

interface TraceEvent {
  name: string;
  args: { endData?: { layoutRoots: { nodeName: string }[] } };
}

/** Elements that every update of the page changes, and how: another text of the same length, a width, an attribute. */
const CHANGES = {
  ".scrub-now": "text",
  ".diagnosis-window .live-number": "text",
  ".outcome-note .live-number": "text",
  ".stacked-bar-legend .live-number": "text",
  ".waste-text .live-number": "text",
  ".latency-text .live-number": "text",
  "[data-testid=curve-words]": "text",
  ".stacked-bar-part": "width",
  ".waste-track > span": "width",
  ".operating-point-dot": "cy",
  ".latency rect": "height",
} as const;

test("an update lays out what changed, not the whole page", async ({ browser, page, lab }) => {
  await new LabPage(page).open(lab, MOMENTS.collapsed);
  await expect(page.locator(".latency rect").first()).toBeAttached();
  for (const [selector, kind] of Object.entries(CHANGES)) {
    // Another change may need a layout at the same moment. Then the test tries again.
    await expect(async () => {
      expect(await rootsOf(browser, page, selector, kind), selector).not.toContain("#document");
    }).toPass();
  }
});

async function rootsOf(browser: Browser, page: Page, selector: string, kind: string) {
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await page.locator(selector).first().evaluate(change, kind);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const roots = traceEvents
    .filter(({ name }) => name === "Layout")
    .flatMap(({ args }) => args.endData?.layoutRoots ?? []);
  expect(roots.length, `${selector} is laid out`).toBeGreaterThan(0);
  return roots.map(({ nodeName }) => nodeName);
}

/** Runs inside the page; settles when the change is on the screen. */
function change(element: Element, kind: string): Promise<unknown> {
  if (kind === "text") {
    const text = element.firstChild as Text;
    text.data = text.data.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10));
  } else if (kind === "width") (element as HTMLElement).style.width = `${performance.now() % 50}%`;
  else element.setAttribute(kind, `${performance.now() % 50}`);
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
