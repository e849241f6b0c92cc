// `npm run gallery -- --screens [NAME ...]`: pictures of every page, of a machine of every design, and of a comparison, for
// people to look at before a release. Each in four widths, light and dark, and the machines also on a projector. A NAME
// chooses the pages whose names begin with it.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { findTestChromium, testArguments } from "./chromium.mjs";
import { inProject } from "../lib/paths.mjs";
import { Failure } from "../lib/step.mjs";

const folder = inProject("test-results/screens");
/** The picture in README.md, taken by the name "readme". */
const readme = {
  file: inProject("web/lab.png"),
  hash: "#/lab?scenario=lab&set=traffic.rate:12000&t=75000000&play=0",
  viewport: { width: 1440, height: 1000 },
};

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
    { name: "workshop", hash: "#/workshop" },
    { name: "unknown-address", hash: "#/nowhere" },
  ];
}

/** Every design with the first scenario that has it. */
function designs() {
  const file = readFileSync(inProject("web/generated/catalogue.json"), "utf8");
  /** @type {{ designs: { id: string }[], scenarios: { id: string, settings: Record<string, unknown> }[] }} */
  const catalogue = JSON.parse(file);
  return catalogue.designs.flatMap(({ id: design }) => {
    const found = catalogue.scenarios.find(({ settings }) => settings["kernel.design"] === design);
    return found === undefined ? [] : [{ design, scenario: found.id }];
  });
}

/**
 * Takes the pictures of the served pages. A page is opened once for each layout and is then resized: opening it costs more
 * than all its pictures.
 * @param {string} address of the lab
 * @param {readonly string[]} prefixes only the pages whose names begin with one of these; all pages if there are none
 * @returns {Promise<string>} the remark of the step: how many pictures, and where they are
 */
export async function takeScreens(address, prefixes) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const executablePath = findTestChromium();
  const browser = await chromium.launch({ executablePath, args: testArguments(executablePath) });
  /** @type {string[]} */
  const files = [];
  try {
    if (prefixes.includes("readme")) {
      await takeReadmePicture(browser, address);
      return path.relative(process.cwd(), readme.file);
    }
    for (const { name, hash, projectorHash } of chosenScreens(prefixes)) {
      files.push(...(await takeLayout(browser, name, address + hash, sizes)));
      if (projectorHash === undefined) continue;
      const wide = sizes.filter(({ width }) => width >= projectorWidth);
      files.push(
        ...(await takeLayout(browser, `${name}-projector`, address + projectorHash, wide)),
      );
    }
  } finally {
    await browser.close();
  }
  writeFileSync(path.join(folder, "index.html"), overview(files));
  return `${files.length} pictures in ${path.relative(process.cwd(), folder)}/index.html`;
}

/**
 * @param {readonly string[]} prefixes
 * @returns {Screen[]}
 */
function chosenScreens(prefixes) {
  const all = screens();
  const isChosen = (/** @type {string} */ name) =>
    prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix));
  const chosen = all.filter(({ name }) => isChosen(name));
  if (chosen.length > 0) return chosen;
  throw new Failure(
    `no page's name begins with ${prefixes.join(" or ")}`,
    `the pages are ${all.map(({ name }) => name).join(", ")}`,
  );
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} name the files' names begin with it
 * @param {string} url
 * @param {readonly import("@playwright/test").ViewportSize[]} viewports
 * @returns {Promise<string[]>} the files
 */
async function takeLayout(browser, name, url, viewports) {
  const page = await browser.newPage({ viewport: viewports[0] ?? null, reducedMotion: "reduce" });
  const files = [];
  await page.goto(url);
  await page.waitForLoadState("networkidle");
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      await waitUntilDrawn(page);
      const file = `${name}-${viewport.width}-${colorScheme}.png`;
      await page.screenshot({ path: path.join(folder, file), fullPage: true });
      files.push(file);
    }
  }
  await page.close();
  return files;
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} address of the lab
 */
async function takeReadmePicture(browser, address) {
  const { file, hash, viewport } = readme;
  const page = await browser.newPage({ viewport, colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(address + hash);
  // The curve is complete.
  const sentences = page.getByTestId("curve-words").filter({ hasText: "Loss begins" });
  await sentences.waitFor({ state: "attached", timeout: 120_000 });
  await waitUntilDrawn(page);
  await page.screenshot({ path: file });
  await page.close();
}

/**
 * A page of all pictures, small; each opens the picture in its own size.
 * @param {readonly string[]} files
 */
function overview(files) {
  const figures = files.map(
    (file) =>
      `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${file}</figcaption></figure>`,
  );
  const style =
    "body{display:flex;flex-wrap:wrap;gap:16px;font:14px sans-serif}figure{margin:0}" +
    "img{height:420px;max-width:640px;object-fit:cover;object-position:top;border:1px solid #888}";
  return `<!doctype html><meta charset="utf-8"><title>Pictures of every page</title><style>${style}</style>${figures.join("\n")}`;
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
