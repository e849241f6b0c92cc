// Time per simulated packet of the 4.2BSD router: natively, by the contestants of core/benches, and in
// WebAssembly in a page of headless Chromium, untraced and traced.
//
// Like with like: native code is compiled before it runs, a browser compiles the module once quickly and then,
// while it runs, once well. So rounds come first that are not counted, and those that are take turns: a rate
// after the other, untraced and traced.
//
// The least time counts: whatever else a machine does, be it a stranger's work on the same core, only adds. Passes are
// spread over the whole benchmark, so that every contestant has its quiet moments.

/* global crossOriginIsolated */
import { existsSync } from "node:fs";
import { run } from "../programs.mjs";
import { inProject } from "../paths.mjs";

/** Of a pass: natively, then in the page, and so on. What disturbs one then disturbs the other, too. */
const turns = 6;
const rounds = 9;
/** Not counted. In Chromium times stand still after the second or third. */
const warmRounds = 6;
/** A page that shares its process with no other site reads its clock to 5 us, any other to 100 us. */
export const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/**
 * @typedef {{ rate: number, packets: number, fused_ns: number, native_ns: number, traced_ns: number,
 *   scenario: object, simpy: import("./simpy.mjs").SimpyRun }} NativeRow
 * @typedef {{ wasm_ns: number, wasm_traced_ns: number }} BrowserRow
 * @typedef {NativeRow & BrowserRow} EngineRow nanoseconds a packet, at one rate
 */

/**
 * Gets the contestants ready.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} address where the wasm package is served, with `isolation`
 */
export async function meetEngines(browser, address) {
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
    /** Runs all of them again: the least times so far, by rate. */
    async pass() {
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
  const remedy = "mend the error above in core/benches and run the command again";
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
