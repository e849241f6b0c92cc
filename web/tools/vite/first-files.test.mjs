// Which files the built page lists for each page, and which of them page-start.js asks for.

import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { firstFiles, MACHINE_PAGES, TEXT_PAGES } from "./first-files.mjs";
import { inProject } from "../lib/paths.mjs";

/** @param {string} fileName @param {object} rest */
const chunk = (fileName, rest = {}) => ({ type: "chunk", fileName, imports: [], ...rest });
/** @param {string} page */
const entryOf = (page) => ({ facadeModuleId: inProject(`web/pages/${page}/index.tsx`) });

const entry = chunk("main.js", { imports: ["react.js"] });
const bundle = Object.fromEntries(
  [
    entry,
    chunk("react.js"),
    chunk("lab.js", { ...entryOf("lab"), imports: ["react.js", "pictures.js"] }),
    chunk("pictures.js", { viteMetadata: { importedCss: new Set(["lab.css"]) } }),
    chunk("figures.js", entryOf("figures")),
    { type: "asset", fileName: "simulator.wasm", names: ["livelock_wasm_bg.wasm"] },
  ].map((one) => [one.fileName, one]),
);

/** @param {string} filename */
function pageOf(filename) {
  const plugin = /** @type {any} */ (firstFiles());
  const context = { bundle, chunk: entry, filename };
  return plugin.transformIndexHtml.handler("<head><script>start</script></head>", context);
}

/**
 * The files that the first script asks for, as "rel href": before the first paint, and after it.
 * @param {string} hash the address
 * @param {boolean} [isPainted] no: the page is in the background
 */
function askedFor(hash, isPainted = true) {
  const list = />(\{.*\})</.exec(pageOf(inProject("web/index.html")))?.[1];
  /** @type {{ rel: string, href: string }[]} */
  const links = [];
  /** @type {(() => void)[]} */
  const waiting = [];
  class PerformanceObserver {
    /** @param {() => void} onPaint */
    constructor(onPaint) {
      if (isPainted) waiting.push(onPaint);
    }
    observe() {}
  }
  const document = {
    addEventListener: () => undefined,
    getElementById: () => ({ textContent: list }),
    createElement: () => ({}),
    head: { append: (/** @type {any} */ link) => links.push(link) },
    documentElement: { dataset: {} },
  };
  const location = { hash, pathname: "/", search: "" };
  const script = readFileSync(inProject("web/page-start.js"), "utf8");
  const setTimeout = (/** @type {() => void} */ run) => void waiting.push(run);
  const context = { document, location, PerformanceObserver, setTimeout };
  runInNewContext(script, { ...context, addEventListener: () => undefined });
  const before = links.splice(0);
  for (const run of waiting) run();
  const [first, later] = [before, links].map((list) =>
    list.map(({ rel, href }) => `${rel} ${href}`),
  );
  return { first, later };
}

const FIRST = ["modulepreload ./lab.js", "modulepreload ./pictures.js", "preload ./lab.css"];
const SIMULATOR = "preload ./simulator.wasm";

test("a machine's page asks for its scripts and its style, and for the simulator after the first paint", () => {
  const files = { first: FIRST, later: [SIMULATOR] };
  expect(askedFor("")).toEqual(files);
  expect(askedFor("#/lab?scenario=lab")).toEqual(files);
});

test("a page in the background, which is not painted, asks for the simulator too", () => {
  expect(askedFor("", false)).toEqual({ first: FIRST, later: [SIMULATOR] });
});

test("a page of text does not ask for the simulator", () => {
  expect(askedFor("#/figures")).toEqual({ first: ["modulepreload ./figures.js"], later: [] });
});

test("an address that no page has asks for nothing", () => {
  for (const hash of ["#/nowhere", "#/constructor", "#/__proto__"]) {
    expect(askedFor(hash), hash).toEqual({ first: [], later: [] });
  }
});

test("the lists have every page, and the pages of text that load the simulator later", async () => {
  const { PAGES, LECTURE, beginsWithText } = await import("../../shell/pages.ts");
  const pages = [...PAGES, LECTURE].map(({ path }) => path);
  expect([...MACHINE_PAGES, ...TEXT_PAGES].sort()).toEqual([...pages].sort());
  expect(pages.filter((path) => beginsWithText(`#/${path}`)).sort()).toEqual(
    [...TEXT_PAGES].sort(),
  );
});

test("only the lab's document has the list", () => {
  expect(pageOf(inProject("web/gallery/index.html"))).not.toContain("first-files");
});
