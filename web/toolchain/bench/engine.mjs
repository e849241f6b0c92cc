// Time per simulated packet of the 4.2BSD router: natively, by the contestants of core/benches, and in
// WebAssembly in a page of headless Chromium, untraced and traced.

import { run } from "../command.mjs";
import { inProject } from "../paths.mjs";

const rounds = 9;

/**
 * @typedef {{ rate: number, packets: number, fused_ns: number, native_ns: number, traced_ns: number,
 *   scenario: object, simpy: import("./simpy.mjs").SimpyRun }} NativeRow
 * @typedef {{ untraced: number, traced: number }} BrowserRow
 */

/** @returns {Promise<NativeRow[]>} */
export async function measureNative() {
  const args = ["bench", "--quiet", "--package", "livelock_core", "--bench", "router"];
  const remedy = "mend the error above in core/benches and run the command again";
  const output = await run("cargo", args, { cwd: inProject("core"), remedy });
  return JSON.parse(output.slice(output.indexOf("[")));
}

/**
 * Nanoseconds a packet in a page.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} address where the wasm package is served
 * @param {NativeRow[]} rows
 * @returns {Promise<BrowserRow[]>}
 */
export async function measureWasm(browser, address, rows) {
  const page = await browser.newPage();
  await page.goto(`${address}livelock_wasm.js`);
  const found = await page.evaluate(timeInPage, { rows, rounds });
  await page.close();
  return found;
}

/**
 * Runs inside the page.
 * @param {{ rows: NativeRow[], rounds: number }} task
 */
async function timeInPage({ rows, rounds }) {
  const address = "/livelock_wasm.js";
  const core = await import(address);
  await core.default();
  /** @param {() => void} work @param {number} packets */
  const timed = (work, packets) => {
    const begin = performance.now();
    work();
    return ((performance.now() - begin) * 1e6) / packets;
  };
  /** @param {number[]} times */
  const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;
  return rows.map(({ rate, packets, scenario }) => {
    const text = JSON.stringify(scenario);
    /** @type {number[]} */
    const untraced = [];
    /** @type {number[]} */
    const traced = [];
    for (let round = 0; round < rounds; round += 1) {
      const trial = new core.Trial(text);
      untraced.push(
        timed(() => {
          while (!trial.advance(1 << 20));
        }, packets),
      );
      trial.free();
      const session = new core.Session(text, 64);
      const { clock_hz } = JSON.parse(session.topology());
      const end = Math.floor((clock_hz * packets) / rate);
      traced.push(timed(() => session.advance(end, 0xffff_ffff), packets));
      session.free();
    }
    return { untraced: median(untraced), traced: median(traced) };
  });
}
