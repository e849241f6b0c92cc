// Measures the page while it plays: the router at 12,000 packets/s in all views at 1280 x 800, in
// slow motion and in real time. Measures the main thread's work per animation frame, the tasks of
// more than 50 ms, the memory after some time, and the time from the navigation to a moving picture.

/* global MutationObserver, document */
import { median, quantile } from "./statistics.mjs";
import { categories, workPerFrame } from "./trace.mjs";

const viewport = { width: 1280, height: 800 };
const STARTS = 5;
const WARM_MILLISECONDS = 3_000;
const MEASURED_MILLISECONDS = 20_000;
const MEMORY_AT_MILLISECONDS = [30_000, 60_000];

/** Simulated seconds in a wall second, for the speeds "watch packets" and "watch rates". */
export const SPEEDS = { packets: 0.002, rates: 1 };

/** @param {number} speed */
export const playing = (speed) => `#/lab?scenario=lab&set=traffic.rate:12000&speed=${speed}&play=1`;

/**
 * @typedef {import("@playwright/test").Browser} Browser
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {{ tasks: { begin: number, length: number }[], pictures: number[] }} Watched
 */

/**
 * @param {Browser} browser
 * @param {string} site
 */
export async function measurePlaying(browser, site) {
  const start = await measureStart(browser, site);
  const slow = await measureSpeed(browser, site + playing(SPEEDS.packets));
  const real = await measureSpeed(browser, site + playing(SPEEDS.rates));
  const both = [slow, real];
  return {
    // The values of the worse of the two speeds. The values of each speed follow.
    frame_p95_ms: Math.max(...both.map(({ cpu_p95_ms }) => cpu_p95_ms)),
    tasks_over_50_ms: both.reduce((sum, { tasks_over_50_ms }) => sum + tasks_over_50_ms, 0),
    longest_task_ms: Math.max(...both.map(({ longest_task_ms }) => longest_task_ms)),
    longest_task_cpu_ms: Math.max(...both.map(({ longest_task_cpu_ms }) => longest_task_cpu_ms)),
    watch_packets: slow,
    watch_rates: real,
    start,
  };
}

/**
 * Measures the time from the navigation to the machine's first picture, the time to the second
 * picture, and the longest task until then. The cache is empty.
 * @param {Browser} browser
 * @param {string} site
 */
async function measureStart(browser, site) {
  const rounds = [];
  for (let round = 0; round < STARTS; round += 1) {
    const page = await browser.newPage({ viewport });
    await page.addInitScript(watch);
    await page.goto(site);
    await page.waitForFunction(moved);
    const { pictures, tasks } = await watched(page);
    const longest = Math.max(0, ...tasks.map(({ length }) => length));
    rounds.push({ first: pictures[0] ?? NaN, running: pictures[1] ?? NaN, longest });
    await page.close();
  }
  return {
    first_picture_ms: Math.round(median(rounds.map(({ first }) => first))),
    running_picture_ms: Math.round(median(rounds.map(({ running }) => running))),
    longest_task_ms: Math.round(median(rounds.map(({ longest }) => longest))),
  };
}

/**
 * Measures a page while it plays. `memoryAt`: when its memory is read, in milliseconds after it opened.
 * @param {Browser} browser
 * @param {string} address
 * @param {number[]} memoryAt
 */
export async function measureSpeed(browser, address, memoryAt = MEMORY_AT_MILLISECONDS) {
  const page = await browser.newPage({ viewport });
  await page.addInitScript(watch);
  await page.route(/worker[^/]*\.js$/, keepMemories);
  await page.goto(address);
  // A comparison has a headline for each machine.
  await page.getByTestId("headline").last().waitFor();
  const opened = performance.now();
  await page.waitForTimeout(WARM_MILLISECONDS);
  const from = await page.evaluate(() => performance.now());
  await browser.startTracing(page, { categories });
  await page.waitForTimeout(MEASURED_MILLISECONDS);
  const to = await page.evaluate(() => performance.now());
  const { cpu, wall, longest } = workPerFrame((await browser.stopTracing()).toString());
  const { tasks } = await watched(page);
  const long = tasks.filter(({ begin }) => begin >= from && begin <= to);
  const memory = [];
  for (const at of memoryAt) {
    await page.waitForTimeout(Math.max(0, opened + at - performance.now()));
    memory.push(await memoryOf(page));
  }
  await page.close();
  return {
    frames_per_second: Math.round((cpu.length * 1e3) / (to - from)),
    cpu_p50_ms: tenths(quantile(cpu, 0.5)),
    cpu_p95_ms: tenths(quantile(cpu, 0.95)),
    wall_p95_ms: tenths(quantile(wall, 0.95)),
    tasks_over_50_ms: long.length,
    longest_task_ms: tenths(Math.max(0, ...long.map(({ length }) => length))),
    // The CPU time of the task itself. The rest of a long task's time went to other programs.
    longest_task_cpu_ms: tenths(longest),
    heap_mb: memory.map(({ heap }) => tenths(heap)),
    wasm_mb: memory.map(({ wasm }) => tenths(wasm)),
  };
}

/**
 * Returns the page's heap after a garbage collection, and the WebAssembly memory of all workers, in
 * megabytes.
 * @param {Page} page
 */
export async function memoryOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  const bytes = await Promise.all(
    page.workers().map((worker) => worker.evaluate("globalThis.wasmBytes?.() ?? 0")),
  );
  const wasm = bytes.reduce((/** @type {number} */ sum, one) => sum + Number(one), 0);
  return { heap: usedSize / 1e6, wasm: wasm / 1e6 };
}

/**
 * Serves a worker's script with an additional first line, which records the worker's WebAssembly
 * memories.
 * @param {import("@playwright/test").Route} route
 */
export async function keepMemories(route) {
  const response = await route.fetch();
  const line = `{
    const made = [];
    globalThis.wasmBytes = () => made.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
    WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
      construct(target, parameters) {
        const instance = new target(...parameters);
        made.push(instance.exports.memory);
        return instance;
      },
    });
  }`;
  await route.fulfill({ response, body: line + (await response.text()) });
}

/**
 * @param {Page} page
 * @returns {Promise<Watched>}
 */
const watched = (page) => page.evaluate("globalThis.watched");

/** Runs inside the page, before its scripts. Records long tasks, and the times when the machine was
 * drawn. */
function watch() {
  /** @type {Watched} */
  const watched = { tasks: [], pictures: [] };
  Object.assign(globalThis, { watched });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      watched.tasks.push({ begin: startTime, length: duration });
    }
  }).observe({ type: "longtask", buffered: true });
  // The canvas has the shown time as an attribute. The second picture has another time.
  const observer = new MutationObserver((records) => {
    const drawn = records.some(({ attributeName }) => attributeName === "data-time");
    if (!drawn || watched.pictures.length > 1) return;
    watched.pictures.push(performance.now());
    if (watched.pictures.length > 1) observer.disconnect();
  });
  observer.observe(document, { subtree: true, attributeFilter: ["data-time"] });
}

/** Runs inside the page. */
function moved() {
  const { watched } = /** @type {{ watched: Watched }} */ (/** @type {unknown} */ (globalThis));
  return watched.pictures.length > 1;
}

/** @param {number} value */
const tenths = (value) => Math.round(value * 10) / 10;
