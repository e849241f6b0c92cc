// Runs Lighthouse on the built, compressed pages, desktop and mobile: the scores, and for each score below 100 the audits
// that cost it. npm fetches Lighthouse when it is first measured: it would add 190 packages to `npm ci`.

import { execa } from "execa";
import { installChromium } from "../browsers/chromium.mjs";
import { inProject } from "../lib/paths.mjs";
import { serve } from "../build/server.mjs";
import { siteFolder } from "../build/site.mjs";
import { Failure, step } from "../lib/step.mjs";

const LIGHTHOUSE = "lighthouse@12.8.2";
const PAGES = { lab: "#/lab", lessons: "#/lessons", figures: "#/figures", explore: "#/explore" };
const FORMS = { desktop: ["--preset=desktop"], mobile: ["--form-factor=mobile"] };
/** An audit that costs less than half a point is not named. */
const POINTS_MIN = 0.5;

/**
 * @typedef {{ score: number | null, displayValue?: string, numericValue?: number }} Audit
 * @typedef {{ score: number, auditRefs: { id: string, weight: number }[] }} Category
 * @typedef {{ categories: Record<string, Category>, audits: Record<string, Audit> }} LighthouseReport
 */

/** The rows of a table: one for each page and form. */
export async function measureLighthouse() {
  const CHROME_PATH = await installChromium();
  const site = await serve(siteFolder, {});
  try {
    const rows = [];
    for (const [form, options] of Object.entries(FORMS)) {
      for (const [page, hash] of Object.entries(PAGES)) {
        const report = await step(`Lighthouse: ${page}, ${form}`, () =>
          runLighthouse(site.address + hash, options, CHROME_PATH),
        );
        rows.push({ page, form, ...scoresOf(report) });
      }
    }
    return rows;
  } finally {
    await site.close();
  }
}

/**
 * @param {string} address
 * @param {string[]} options
 * @param {string} chromium
 * @returns {Promise<LighthouseReport>}
 */
async function runLighthouse(address, options, chromium) {
  const { exitCode, stdout, stderr } = await execa(
    "npm",
    [
      ...["exec", "--yes", `--package=${LIGHTHOUSE}`, "--", "lighthouse", address, "--quiet"],
      ...["--output=json", "--no-enable-error-reporting", ...options],
      "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
    ],
    {
      cwd: inProject(),
      env: { CHROME_PATH: chromium },
      reject: false,
      maxBuffer: 1 << 28,
    },
  );
  if (exitCode === 0) return JSON.parse(stdout);
  throw new Failure(
    `Lighthouse could not measure ${address}`,
    `check that npm can fetch ${LIGHTHOUSE}`,
    stderr,
  );
}

/**
 * The scores from 0 to 100, the times that make up the performance, and what cost how many points.
 * @param {LighthouseReport} report
 */
export function scoresOf({ categories, audits }) {
  const scores = Object.fromEntries(
    Object.entries(categories).map(([name, { score }]) => [name, Math.round(100 * score)]),
  );
  const number = (/** @type {string} */ id) => audits[id]?.numericValue ?? NaN;
  return {
    ...scores,
    largest_paint_ms: Math.round(number("largest-contentful-paint")),
    blocking_ms: Math.round(number("total-blocking-time")),
    layout_shift: Math.round(1e3 * number("cumulative-layout-shift")) / 1e3,
    costs: Object.values(categories).flatMap((category) => costsOf(category, audits)),
  };
}

/**
 * "total-blocking-time 970 ms: 12 points", the most expensive first.
 * @param {Category} category
 * @param {Record<string, Audit>} audits
 */
function costsOf({ auditRefs }, audits) {
  const scored = auditRefs.filter(({ id }) => typeof audits[id]?.score === "number");
  const total = scored.reduce((sum, { weight }) => sum + weight, 0);
  return scored
    .map(({ id, weight }) => {
      const { score, displayValue = "" } = audits[id] ?? { score: 1 };
      const points = (100 * weight * (1 - (score ?? 1))) / Math.max(1, total);
      return { points, text: `${id} ${displayValue}`.trim() };
    })
    .filter(({ points }) => points >= POINTS_MIN)
    .sort((a, b) => b.points - a.points)
    .map(({ points, text }) => `${text}: ${points.toFixed(1)} points`);
}
