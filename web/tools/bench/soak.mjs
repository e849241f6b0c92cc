// Measures whether the memory stays flat while the lab plays in real time at 12,000 packets/s: one minute in every run,
// ten minutes with `npm run bench -- --soak`. The heap is read after a garbage collection. It settles during the
// first third of the time; after that a leak would show as growth.

import { hundredths, median } from "./statistics.mjs";
import { keepMemories, memoryOf, playing, SPEEDS } from "./playing.mjs";

const READINGS = 12;

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} site
 * @param {number} minutes
 */
export async function measureSoak(browser, site, minutes) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.route(/worker[^/]*\.js$/, keepMemories);
  await page.goto(site + playing(SPEEDS.rates));
  await page.getByTestId("headline").waitFor();
  /** @type {{ heap: number, wasm: number }[]} */
  const readings = [];
  for (let reading = 0; reading < READINGS; reading += 1) {
    await page.waitForTimeout((minutes * 60_000) / READINGS);
    readings.push(await memoryOf(page));
  }
  await page.close();
  const heap = readings.map((reading) => reading.heap);
  const part = READINGS / 3;
  const [middle, last] = [median(heap.slice(part, 2 * part)), median(heap.slice(2 * part))];
  return {
    minutes,
    heap_mb: heap.map(hundredths),
    wasm_mb: readings.map(({ wasm }) => hundredths(wasm)),
    // From the middle of the second third to the middle of the last third.
    heap_growth_mb_per_minute: hundredths((last - middle) / (minutes / 3)),
  };
}
