// Another zoom, or a window that moves to another screen: the pictures of a paused machine are painted for it. The browser of the
// tests does not tell the page about another resolution, so the test does, as browsers do.
import { expect, testInNewPage as test } from "./fixtures";
import { LabPage, MOMENTS } from "./pages/lab-page";

test("a paused machine is painted again when the device has more pixels", async ({ page, lab }) => {
  await page.addInitScript(() => {
    let ratio = 1;
    Object.defineProperty(window, "devicePixelRatio", { get: () => ratio });
    const native = window.matchMedia.bind(window);
    let asked: EventTarget[] = [];
    window.matchMedia = (query) => {
      if (!query.includes("dppx")) return native(query);
      const answer = Object.assign(new EventTarget(), { matches: true, media: query });
      asked.push(answer);
      return answer as unknown as MediaQueryList;
    };
    const changeRatio = (to: number) => {
      ratio = to;
      const all = asked;
      asked = [];
      for (const one of all) one.dispatchEvent(new Event("change"));
    };
    Object.assign(window, { changeRatio });
  });
  const view = new LabPage(page);
  await view.open(lab, MOMENTS.collapsed);
  /** Device pixels per CSS pixel of the pictures that are seen. */
  const ratios = () =>
    page.locator("canvas").evaluateAll((all) => {
      const seen = (all as HTMLCanvasElement[]).filter(
        ({ style }) => style.visibility !== "hidden" && style.objectPosition === "",
      );
      return seen.map(({ width, clientWidth }) => width / clientWidth);
    });
  await expect.poll(ratios).toEqual([1, 1]);
  // Until labels have settled, the machine is painted without a frame, too.
  const begin = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() > from + 2_000, begin);
  for (const ratio of [2, 1, 1.5]) {
    await page.evaluate(
      (to) => (window as unknown as { changeRatio(to: number): void }).changeRatio(to),
      ratio,
    );
    await expect.poll(ratios).toEqual([ratio, ratio]);
  }
});
