// Measures the whole figure 6-3 in the page: four kernels, 24 rates each, 10,000 packets in each
// trial, one seed. The page draws the curve of its current machine. So the benchmark turns a knob
// four times, and pins each finished curve to the chart. After the 24 points the page runs other
// seeds and searches for the loss-free rate; these trials do not count.
//
//   ratio = sum over the four of (the knob's event to the paint after the 24th point)
//           / (sum of the same 96 trials' times, run alone in WebAssembly / workers that ran them)
//   first_ratio: the same for the first curve, which has 6 points

/* global Worker, MutationObserver, addEventListener, document, requestAnimationFrame */
import { median } from "./statistics.mjs";

const RATES = 24;
/** Points of the first, coarse curve (desk/curve/curve-plan.ts). */
const FIRST_RATES = 6;
const ROUNDS = 3;
/** The first machine differs from all four, so that no curve is in the cache before its knob is
 * turned. */
const START = "#/lab?scenario=figure-6-3&set=polling.quota:20";

/**
 * @typedef {{ text: string, at: number, worker: number }} Sent
 * @typedef {{ turned: number, first: number, drawn: number, trials: string[], workers: number }} Curve
 * @typedef {{ first: number, drawn: number }} Painted
 * @typedef {{ turned: number, drawn: { epoch: string, points: number, at: number }[], sent: Sent[] }} Recorded
 */

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {{ site: string, engine: string }} addresses where the pages and the wasm package are served
 */
export async function measureFigure(browser, addresses) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const curves = await drawFigure(browser, addresses.site);
    const times = await runAlone(
      browser,
      addresses.engine,
      curves.flatMap(({ trials }) => trials),
    );
    const workers = Math.max(...curves.map((curve) => curve.workers));
    const pure = sum(times) / workers;
    const firstPure = sum(times.filter((_, trial) => trial % RATES < FIRST_RATES)) / workers;
    const drawn = sum(curves.map((curve) => curve.drawn - curve.turned));
    const first = sum(curves.map((curve) => curve.first - curve.turned));
    const ratios = { ratio: drawn / pure, firstRatio: first / firstPure };
    rounds.push({ drawn, first, pure, firstPure, workers, ...ratios });
  }
  return {
    drawn_ms: median(rounds.map(({ drawn }) => drawn)),
    pure_ms: median(rounds.map(({ pure }) => pure)),
    first_drawn_ms: median(rounds.map(({ first }) => first)),
    first_pure_ms: median(rounds.map(({ firstPure }) => firstPure)),
    workers: rounds[0]?.workers ?? 0,
    ratio: median(rounds.map(({ ratio }) => ratio)),
    first_ratio: median(rounds.map(({ firstRatio }) => firstRatio)),
  };
}

/** @param {number[]} values */
const sum = (values) => values.reduce((total, one) => total + one, 0);

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} site
 * @returns {Promise<Curve[]>}
 */
async function drawFigure(browser, site) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(recordCurve);
  await page.goto(site + START);
  const finished = page.getByTestId("curve-progress").filter({ hasText: /seed/ });
  await finished.waitFor();
  for (const group of [/^Polling(?! by)/, /^Machine/]) {
    const button = page.locator("button[aria-expanded]", { hasText: group });
    if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
  }
  const quota = page.getByRole("textbox", { name: /^Quota, number/ });
  /** @param {string} value */
  const setQuota = async (value) => {
    await quota.fill(value);
    await arm();
    await quota.press("Enter");
  };
  // The next event is the knob's.
  const arm = () => page.evaluate("globalThis.recorded.turned = 0");
  const turns = [
    () => setQuota("5"),
    () => setQuota("no limit"),
    () => arm().then(() => page.getByRole("switch", { name: "Polling" }).click()),
    () => arm().then(() => page.getByRole("combobox", { name: "Kernel" }).selectOption("bsd")),
  ];
  const curves = [];
  for (const turn of turns) {
    await finished.waitFor();
    const before = await page.locator("[data-points]").getAttribute("data-epoch");
    await turn();
    const wanted = { before, first: FIRST_RATES, rates: RATES };
    const found = await page.waitForFunction(findCurve, wanted);
    const painted = /** @type {Painted} */ (await found.jsonValue());
    const recorded = /** @type {Recorded} */ (await page.evaluate("globalThis.recorded"));
    curves.push(curveOf(recorded.turned, painted, recorded.sent));
    await finished.waitFor();
    await page.getByRole("button", { name: "Pin", exact: true }).click();
  }
  await page.close();
  return curves;
}

/**
 * Returns the trials of the drawn curve: those of the newest machine, each rate once.
 * @param {number} turned
 * @param {Painted} painted
 * @param {Sent[]} sent
 * @returns {Curve}
 */
function curveOf(turned, { first, drawn }, sent) {
  const machine = (/** @type {string} */ text) => {
    const { settings, seed } = JSON.parse(text);
    const rate = settings["traffic.rate"];
    delete settings["traffic.rate"];
    return { rate, key: JSON.stringify([settings, seed]) };
  };
  const during = sent.filter(({ at }) => at >= turned && at <= drawn);
  const keys = during.map(({ text }) => machine(text).key);
  // Trials of other seeds may have begun before the 24th point was painted. The curve has all
  // rates.
  const key = keys.find((one) => keys.filter((other) => other === one).length >= RATES);
  const own = during.filter((_, index) => keys[index] === key);
  return {
    turned,
    first,
    drawn,
    trials: own.slice(0, RATES).map(({ text }) => text),
    workers: new Set(own.map(({ worker }) => worker)).size,
  };
}

/**
 * Returns the milliseconds that each trial takes while nothing else runs: the median of three runs.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} engine
 * @param {string[]} trials
 */
async function runAlone(browser, engine, trials) {
  const page = await browser.newPage();
  await page.goto(`${engine}livelock_wasm.js`);
  const milliseconds = await page.evaluate(async (texts) => {
    const address = "/livelock_wasm.js";
    const core = await import(address);
    await core.default();
    const runs = [0, 1, 2].map(() =>
      texts.map((text) => {
        const begin = performance.now();
        const trial = new core.Trial(text);
        while (!trial.advance(1 << 20));
        trial.result();
        trial.free();
        return performance.now() - begin;
      }),
    );
    return texts.map((_, trial) => {
      const times = runs.map((run) => run[trial] ?? NaN);
      return times.sort((a, b) => a - b)[1] ?? NaN;
    });
  }, trials);
  await page.close();
  return milliseconds;
}

/** Runs inside the page. Returns when the first points and when all points of a later epoch's curve were painted, or
 * false while some are missing. */
function findCurve(
  /** @type {{ before: string | null, first: number, rates: number }} */ { before, first, rates },
) {
  const { recorded } = /** @type {{ recorded: Recorded }} */ (/** @type {unknown} */ (globalThis));
  const later = recorded.drawn.filter(({ epoch }) => Number(epoch) > Number(before));
  const complete = later.find(({ points }) => points >= rates);
  if (complete === undefined) return false;
  const own = later.filter(({ epoch }) => epoch === complete.epoch);
  const begun = own.find(({ points }) => points >= first) ?? complete;
  return { first: begun.at, drawn: complete.at };
}

/** Runs inside the page, before its scripts. Records the knob's event, sent trials and painted
 * points. */
function recordCurve() {
  /** @type {Recorded} */
  const recorded = { turned: 0, drawn: [], sent: [] };
  Object.assign(globalThis, { recorded });
  const post = Worker.prototype.postMessage;
  /** @type {Worker[]} */
  const workers = [];
  Worker.prototype.postMessage = function (/** @type {any} */ message, /** @type {any} */ options) {
    if (message.kind === "trial") {
      if (!workers.includes(this)) workers.push(this);
      const worker = workers.indexOf(this);
      recorded.sent.push({ text: message.scenario, at: performance.now(), worker });
    }
    return post.call(this, message, options);
  };
  const turn = (/** @type {Event} */ event) => {
    if (recorded.turned === 0) recorded.turned = event.timeStamp;
  };
  for (const kind of ["keydown", "click", "change"]) addEventListener(kind, turn, true);
  let waiting = false;
  const recordPoints = () => {
    waiting = false;
    const curve = document.querySelector("[data-points]");
    if (curve === null) return;
    const epoch = curve.getAttribute("data-epoch") ?? "";
    const points = Number(curve.getAttribute("data-points"));
    const last = recorded.drawn.at(-1);
    if (last?.epoch === epoch && last.points === points) return;
    recorded.drawn.push({ epoch, points, at: performance.now() });
  };
  // A message that is posted in the frame's callback arrives after the frame was painted.
  const channel = new MessageChannel();
  channel.port1.onmessage = recordPoints;
  const afterPaint = () => requestAnimationFrame(() => channel.port2.postMessage(null));
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    afterPaint();
  }).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["data-points", "data-epoch"],
  });
}
