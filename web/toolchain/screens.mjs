// `npm run gallery -- --screens`: pictures of every page, of a machine of every design, and of a comparison, for people to
// look at before a release. Each in four widths, light and dark, and the machines also on a projector.

import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { findTestChromium, testArguments } from "./chromium.mjs";
import { inProject } from "./paths.mjs";

const folder = inProject("test-results/screens");

const sizes = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];
/** The projector layout needs a window as wide as this. */
const projectorWidth = 1280;
/** Simulated time of the pictures, in milliseconds, with the first scenario's clock. */
const moment = 75_000_000;

/** `projectorHash` opens the same in the projector's layout, where a page has one. */
/** @typedef {{ name: string, hash: string, projectorHash?: string }} Screen */

/** @returns {Screen[]} */
function screens() {
  const machine = (/** @type {string} */ name, /** @type {string} */ fields) => ({
    name: `lab-${name}`,
    hash: `#/lab?${fields}&play=0`,
    projectorHash: `#/lab?${fields}&play=0&look=projector`,
  });
  const at = `t=${moment}`;
  const overloaded = "scenario=lab&set=traffic.rate:12000";
  const compare = (/** @type {string} */ look) => {
    const [a, b] = [overloaded, `${overloaded},polling.enabled:true`].map((fields) =>
      encodeURIComponent(`${fields}&${at}&play=0${look}`),
    );
    return `#/compare?v=1&a=${a}&b=${b}`;
  };
  return [
    machine("healthy", `scenario=lab&${at}`),
    machine("overloaded", `${overloaded}&${at}`),
    machine("overloaded-polling", `${overloaded},polling.enabled:true&${at}`),
    ...designs().map(({ design, scenario }) => machine(design, `scenario=${scenario}`)),
    { name: "explore", hash: "#/explore" },
    { name: "explore-by-paper", hash: "#/explore?by=paper" },
    { name: "explore-search", hash: "#/explore?find=livelock" },
    machine("code", `${overloaded}&${at}&code=1`),
    machine("question", `${overloaded}&${at}&question=drop-early`),
    { name: "compare-start", hash: "#/compare" },
    { name: "compare", hash: compare(""), projectorHash: compare("&look=projector") },
    { name: "lessons", hash: "#/lessons" },
    { name: "lesson", hash: "#/lessons/receive-livelock" },
    { name: "figures", hash: "#/figures" },
    { name: "glossary", hash: "#/glossary" },
    { name: "unknown-address", hash: "#/nowhere" },
  ];
}

/** Every design with the first scenario that has it. */
function designs() {
  const file = readFileSync(inProject("web/engine/catalogue.json"), "utf8");
  /** @type {{ designs: { id: string }[], scenarios: { id: string, settings: Record<string, unknown> }[] }} */
  const catalogue = JSON.parse(file);
  return catalogue.designs.flatMap(({ id: design }) => {
    const found = catalogue.scenarios.find(({ settings }) => settings["kernel.design"] === design);
    return found === undefined ? [] : [{ design, scenario: found.id }];
  });
}

/**
 * Takes the pictures of the served pages.
 * @param {string} address of the lab
 * @returns {Promise<string>} the remark of the step: how many pictures, and where they are
 */
export async function takeScreens(address) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const executablePath = findTestChromium();
  const browser = await chromium.launch({ executablePath, args: testArguments(executablePath) });
  let count = 0;
  try {
    for (const { name, hash, projectorHash } of screens()) {
      for (const viewport of sizes) {
        const hasProjector = projectorHash !== undefined && viewport.width >= projectorWidth;
        for (const layout of hasProjector ? ["", "projector"] : [""]) {
          const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
          await page.goto(`${address}${layout === "" ? hash : projectorHash}`);
          await page.waitForLoadState("networkidle");
          await waitUntilDrawn(page);
          for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
            await page.emulateMedia({ colorScheme });
            await waitUntilDrawn(page);
            const file = [name, viewport.width, layout, colorScheme].filter(Boolean).join("-");
            await page.screenshot({ path: path.join(folder, `${file}.png`), fullPage: true });
            count++;
          }
          await page.close();
        }
      }
    }
  } finally {
    await browser.close();
  }
  return `${count} pictures in ${path.relative(process.cwd(), folder)}`;
}

/**
 * Waits until the page has drawn what it shows: fonts, a machine that is being built, and two animation frames.
 * @param {import("@playwright/test").Page} page
 */
async function waitUntilDrawn(page) {
  await page.locator(".loading, .replay-progress").first().waitFor({ state: "hidden" });
  await page.evaluate(async () => {
    const { document, requestAnimationFrame } = globalThis;
    await document.fonts.ready;
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
  });
}
