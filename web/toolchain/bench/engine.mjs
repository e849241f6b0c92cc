// Time per simulated packet of the 4.2BSD router: natively, by the contestants of core/benches, and in
// WebAssembly in a page of headless Chromium, untraced and traced.
//
// Like with like: native code is compiled before it runs, a browser compiles the module once quickly and then,
// while it runs, once well. So rounds come first that are not counted, and those that are take turns: a rate
// after the other, untraced and traced.

import { run } from "../command.mjs";
import { inProject } from "../paths.mjs";

const rounds = 9;
/** Not counted. In Chromium times stand still after the second or third. */
const warmRounds = 6;

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
  const found = await page.evaluate(timeInPage, { rows, rounds, warmRounds });
  await page.close();
  return found;
}

/**
 * Runs inside the page.
 * @param {{ rows: NativeRow[], rounds: number, warmRounds: number }} task
 */
async function timeInPage({ rows, rounds, warmRounds }) {
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
    return { untraced, traced };
  };
  /** @type {BrowserRow[][]} */
  const found = [];
  for (let round = 0; round < warmRounds + rounds; round += 1) found.push(rows.map(runOnce));
  const counted = found.slice(warmRounds);
  return rows.map((_, number) => ({
    untraced: median(counted.map((round) => round[number]?.untraced ?? NaN)),
    traced: median(counted.map((round) => round[number]?.traced ?? NaN)),
  }));
}
