// Measures the time per simulated packet of the 4.2BSD router, untraced and traced: native programs
// of core/benches, and WebAssembly in a page of headless Chromium.
//
// Native code is optimised before it runs. A browser first compiles a module quickly, and optimises
// it while it runs. So the first rounds in the page are not counted. Each round runs every rate
// once, untraced and traced.
//
// The least time counts, because other work on the computer can only make a time longer. The passes
// are spread over the whole benchmark, so that each program also runs while the computer does
// nothing else.

/* global crossOriginIsolated */
import { existsSync } from "node:fs";
import { run } from "../lib/programs.mjs";
import { inProject } from "../lib/paths.mjs";

/** Turns of a pass. Each turn runs the native programs and then the page, so that other work on the
 * computer disturbs both. */
const turns = 6;
const rounds = 9;
/** Rounds that are not counted. In Chromium times are constant after two or three rounds. */
const warmRounds = 6;
/** These headers isolate the page from other sites. The clock of an isolated page has a resolution
 * of 5 us, that of any other page 100 us. */
export const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/**
 * @typedef {{ rate: number, packets: number, fused_ns: number, native_ns: number, traced_ns: number,
 *   interpreted_ns: number, interpreted_traced_ns: number, scenario: object, simpy: import("./simpy.mjs").SimpyRun }} NativeRow
 * @typedef {{ wasm_ns: number, wasm_traced_ns: number }} BrowserRow
 * @typedef {NativeRow & BrowserRow} EngineRow nanoseconds a packet, at one rate
 */

/**
 * Prepares the measurement in the browser.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} address where the wasm package is served, with `isolation`
 */
export async function prepareEngines(browser, address) {
  const page = await browser.newPage();
  await page.goto(`${address}livelock_wasm.js`);
  /** @type {EngineRow[]} */
  let least = [];
  const turn = async () => {
    const native = await runNative();
    const inPage = await page.evaluate(timeInPage, { rows: native, rounds, warmRounds });
    const rows = native.map((row, number) => Object.assign(row, inPage[number]));
    least = rows.map((row, number) => leastOf(row, least[number]));
  };
  return {
    /** Runs everything again. Returns the least times so far, by rate. */
    async measurePass() {
      for (let count = 0; count < turns; count += 1) await turn();
      return least;
    },
  };
}

/**
 * @param {EngineRow} row
 * @param {EngineRow} other
 * @returns {EngineRow}
 */
function leastOf(row, other = row) {
  const least = { ...row };
  for (const name of /** @type {const} */ ([
    "fused_ns",
    "native_ns",
    "traced_ns",
    "interpreted_ns",
    "interpreted_traced_ns",
    "wasm_ns",
    "wasm_traced_ns",
  ])) {
    least[name] = Math.min(row[name], other[name]);
  }
  return least;
}

/** @returns {Promise<NativeRow[]>} */
async function runNative() {
  const inlining = "benches/inlining.toml";
  const config = existsSync(inProject("core", inlining)) ? ["--config", inlining] : [];
  const args = ["bench", ...config, "--quiet", "--package", "livelock_core", "--bench", "router"];
  const remedy = "correct the error above in core/benches and run the command again";
  const output = await run("cargo", args, { cwd: inProject("core"), remedy });
  return JSON.parse(output.slice(output.indexOf("[")));
}

/**
 * Runs inside the page.
 * @param {{ rows: NativeRow[], rounds: number, warmRounds: number }} task
 * @returns {Promise<BrowserRow[]>}
 */
async function timeInPage({ rows, rounds, warmRounds }) {
  if (!crossOriginIsolated) throw new Error("the page's clock is too coarse: it is not isolated");
  const address = "/livelock_wasm.js";
  const core = await import(address);
  await core.default();
  /** @param {() => void} work @param {number} packets */
  const timed = (work, packets) => {
    const begin = performance.now();
    work();
    return ((performance.now() - begin) * 1e6) / packets;
  };
  /** @param {NativeRow} row */
  const runOnce = ({ rate, packets, scenario }) => {
    const text = JSON.stringify(scenario);
    const trial = new core.Trial(text);
    const untraced = timed(() => {
      while (!trial.advance(1 << 20));
    }, packets);
    trial.free();
    const session = new core.Session(text, 64);
    const { clock_hz } = JSON.parse(session.topology());
    const end = Math.floor((clock_hz * packets) / rate);
    const traced = timed(() => session.advance(end, 0xffff_ffff), packets);
    session.free();
    return { wasm_ns: untraced, wasm_traced_ns: traced };
  };
  /** @type {BrowserRow[][]} */
  const found = [];
  for (let round = 0; round < warmRounds + rounds; round += 1) found.push(rows.map(runOnce));
  const counted = found.slice(warmRounds);
  /** @param {keyof BrowserRow} name @param {number} number */
  const least = (name, number) => Math.min(...counted.map((round) => round[number]?.[name] ?? NaN));
  return rows.map((_, number) => ({
    wasm_ns: least("wasm_ns", number),
    wasm_traced_ns: least("wasm_traced_ns", number),
  }));
}
