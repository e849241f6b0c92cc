// `npm run bench`: what the simulator costs, side by side in one run. Time per simulated packet of the
// 4.2BSD router natively and in WebAssembly (headless Chromium), untraced and traced, against the same work
// in a hand-fused Rust loop. `-- --format json` prints numbers only. No test asserts any of them.

import { chromiumArguments, installChromium } from "./chromium.mjs";
import { run } from "./command.mjs";
import { printFailure } from "./failure.mjs";
import { inProject } from "./paths.mjs";
import { prepare } from "./prepare.mjs";
import { serve } from "./server.mjs";
import { step } from "./step.mjs";
import { buildWasm } from "./wasm.mjs";

const rounds = 9;
const json = process.argv.includes("json");

/**
 * @typedef {{ rate: number, packets: number, fused_ns: number, native_ns: number, traced_ns: number,
 *   scenario: object }} NativeRow
 * @typedef {{ untraced: number, traced: number }} BrowserRow
 */

/** @returns {Promise<NativeRow[]>} */
async function measureNative() {
  const args = ["bench", "--quiet", "--package", "livelock_core", "--bench", "router"];
  const remedy = "mend the error above in core/benches and run the command again";
  const output = await run("cargo", args, { cwd: inProject("core"), remedy });
  return JSON.parse(output.slice(output.indexOf("[")));
}

/**
 * Nanoseconds a packet in a page of headless Chromium.
 * @param {NativeRow[]} rows
 * @returns {Promise<BrowserRow[]>}
 */
async function measureBrowser(rows) {
  const { chromium } = await import("@playwright/test");
  const executablePath = await installChromium();
  const server = await serve(inProject("web/engine/pkg"), {});
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  try {
    const page = await browser.newPage();
    await page.goto(`${server.address}livelock_wasm.js`);
    return await page.evaluate(timeInPage, { rows, rounds });
  } finally {
    await browser.close();
    await server.close();
  }
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

/** @param {number[]} ratios the worse of the two rates */
const worse = (ratios) => Math.round(Math.max(...ratios) * 100) / 100;

try {
  if (json) console.log = console.error; // steps tell of themselves beside the numbers
  await prepare();
  await step("core, packed for the browser", buildWasm);
  const native = await measureNative();
  const browser = await measureBrowser(native);
  const ratios = {
    native_over_fused: worse(native.map((row) => row.native_ns / row.fused_ns)),
    wasm_over_native: worse(native.map((row, i) => (browser[i]?.untraced ?? NaN) / row.native_ns)),
    traced_over_untraced: worse(native.map((row) => row.traced_ns / row.native_ns)),
    wasm_traced_over_untraced: worse(browser.map((row) => row.traced / row.untraced)),
    simpy_over_native: null,
  };
  const times = native.map(({ rate, fused_ns, native_ns, traced_ns }, i) => ({
    rate,
    fused_ns,
    native_ns,
    traced_ns,
    wasm_ns: browser[i]?.untraced,
    wasm_traced_ns: browser[i]?.traced,
  }));
  if (json) {
    process.stdout.write(JSON.stringify({ ratios, nanoseconds_per_packet: times }) + "\n");
  } else {
    console.table(times);
    console.table(ratios);
    console.log("SimPy: not measured; there is no script for it yet.");
  }
} catch (error) {
  printFailure(error);
  process.exit(1);
}
