// `npm run bench`: measures the speed of the simulator and of its page in one run. It compares a
// simulated packet with a hand-written loop and with SimPy, a whole figure with its simulation, and
// the work for a frame with the time between frames. `-- --format json` prints numbers only,
// `-- --soak` measures only the memory over ten minutes, `-- --grade` only the grading of hand-ins,
// `-- --lighthouse` only Lighthouse's scores. No test checks the numbers.

import { isolation, prepareEngines } from "../bench/engine.mjs";
import { measureGrading } from "../bench/grade.mjs";
import { measureGradingPrograms } from "../bench/grade-programs.mjs";
import { measureFigure } from "../bench/figure.mjs";
import { measureComparing } from "../bench/comparing.mjs";
import { measureLighthouse } from "../bench/lighthouse.mjs";
import { measurePlaying } from "../bench/playing.mjs";
import { measureSoak } from "../bench/soak.mjs";
import { measureWriting } from "../bench/writing.mjs";
import { measureSimpy } from "../bench/simpy.mjs";
import { hundredths } from "../bench/statistics.mjs";
import { chromiumArguments, installChromium } from "../browsers/chromium.mjs";
import { build } from "../build/build.mjs";
import { inProject } from "../lib/paths.mjs";
import { serve } from "../build/server.mjs";
import { siteFolder } from "../build/site.mjs";
import { step } from "../lib/step.mjs";

/** Measures everything. Passes of the engine run between the other measurements. */
async function measure() {
  const { chromium } = await import("@playwright/test");
  const executablePath = await installChromium();
  const engine = await serve(inProject("web/engine/pkg"), { headers: isolation });
  const site = await serve(siteFolder, {});
  const addresses = { engine: engine.address, site: site.address };
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  const engines = await prepareEngines(browser, addresses.engine);
  const pass = () => step("engine, native and WebAssembly", engines.measurePass);
  try {
    const first = await pass();
    const simpy = await step("SimPy", async () => ({
      found: await measureSimpy(first.map((row) => row.simpy)),
    }));
    await pass();
    const figure = await step("figure 6-3 in the page", () => measureFigure(browser, addresses));
    await pass();
    const page = await step("page while it plays", () => measurePlaying(browser, site.address));
    const comparing = await step("two machines", () => measureComparing(browser, site.address));
    const writing = await step("a changed program", () => measureWriting(browser, site.address));
    const soak = await step("memory, one minute", () => measureSoak(browser, site.address, 1));
    return { rows: await pass(), simpy: simpy.found, figure, page, comparing, writing, soak };
  } finally {
    await browser.close();
    await engine.close();
    await site.close();
  }
}

/**
 * Measures only the memory, over ten minutes.
 * @param {"json" | "text"} format
 */
async function soakForLong(format) {
  const { chromium } = await import("@playwright/test");
  const executablePath = await installChromium();
  const site = await serve(siteFolder, {});
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  try {
    const soak = await step("memory, ten minutes", () => measureSoak(browser, site.address, 10));
    if (format === "json") process.stdout.write(JSON.stringify({ soak }) + "\n");
    else console.log(soak);
  } finally {
    await browser.close();
    await site.close();
  }
}

/** @param {number[]} ratios one for each rate; a larger ratio is worse */
const worse = (ratios) => hundredths(Math.max(...ratios));

/**
 * Measures only `livelock grade`.
 * @param {"json" | "text"} format
 */
async function gradeReports(format) {
  const grading = await step("a thousand reports", measureGrading);
  const programs = await step("a thousand programs", measureGradingPrograms);
  if (format === "json") process.stdout.write(JSON.stringify({ grading, programs }) + "\n");
  else {
    console.log("\nGrading reports of lesson 7 on two cores (aim: a thousand within a minute)");
    console.table(grading);
    console.log(
      "\nJudging programs of challenge 12 on two cores (aim: a thousand within two minutes)",
    );
    console.table(programs);
  }
}

/**
 * Runs only Lighthouse.
 * @param {"json" | "text"} format
 */
async function runLighthouse(format) {
  const rows = await measureLighthouse();
  if (format === "json") process.stdout.write(JSON.stringify({ lighthouse: rows }) + "\n");
  else {
    console.log("\nLighthouse (aim: 100 each; performance 98 on a desktop, 80 on a phone)");
    const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== "costs");
    console.table(rows, columns);
    for (const { page, form, costs } of rows) {
      if (costs.length > 0) console.log(`${page}, ${form}:\n  ${costs.join("\n  ")}`);
    }
  }
}

/** @param {import("./arguments.mjs").Arguments} parsed */
export async function bench({ format, soak, grade, lighthouse }) {
  if (grade) return gradeReports(format);
  await build();
  if (lighthouse) return runLighthouse(format);
  if (soak) return soakForLong(format);
  const { rows, simpy, figure, page, comparing, writing, soak: memory } = await measure();
  const { nanoseconds, remark } = simpy;
  const overNative = nanoseconds?.map((time, i) => time / (rows[i]?.native_ns ?? NaN));
  const ratios = {
    native_over_fused: worse(rows.map((row) => row.native_ns / row.fused_ns)),
    wasm_over_native: worse(rows.map((row) => row.wasm_ns / row.native_ns)),
    traced_over_untraced: worse(rows.map((row) => row.traced_ns / row.native_ns)),
    interpreted_over_native: worse(rows.map((row) => row.interpreted_ns / row.native_ns)),
    interpreted_over_native_traced: worse(
      rows.map((row) => row.interpreted_traced_ns / row.traced_ns),
    ),
    wasm_traced_over_untraced: worse(rows.map((row) => row.wasm_traced_ns / row.wasm_ns)),
    // SimPy takes this many times longer. Here a smaller ratio is worse.
    simpy_over_native: overNative ? hundredths(Math.min(...overNative)) : null,
    figure_over_simulation: hundredths(figure.ratio),
    first_curve_over_simulation: hundredths(figure.first_ratio),
  };
  const times = rows.map((row, i) => ({
    rate: row.rate,
    fused_ns: row.fused_ns,
    native_ns: row.native_ns,
    traced_ns: row.traced_ns,
    interpreted_ns: row.interpreted_ns,
    interpreted_traced_ns: row.interpreted_traced_ns,
    wasm_ns: hundredths(row.wasm_ns),
    wasm_traced_ns: hundredths(row.wasm_traced_ns),
    simpy_ns: nanoseconds ? Math.round(nanoseconds[i] ?? NaN) : null,
  }));
  if (format === "json") {
    const pages = { figure, page, comparing, writing, soak: memory };
    const all = { ratios, nanoseconds_per_packet: times, ...pages, simpy: remark };
    process.stdout.write(JSON.stringify(all) + "\n");
  } else {
    const { watch_packets, watch_rates, start, ...worst } = page;
    console.log("\nNanoseconds a simulated packet");
    console.table(times);
    console.log("Ratios: for each, the worse of the two rates");
    console.table(ratios);
    console.log(remark);
    console.log("\nFigure 6-3 in the page: four knob changes, 24 rates for each");
    console.table(figure);
    console.log("Main thread at 12,000/s (work per frame: its CPU time; aim: 6 ms, no long task)");
    console.table(worst);
    console.table({ watch_packets, watch_rates });
    console.log(
      "Two machines at 12,000/s (aim: 16.7 ms at the 95th percentile), and the lab with one",
    );
    console.table(comparing);
    console.log("From a key in the editor to the run of the changed program (aim: 300 ms)");
    console.table(writing);
    console.log("Memory while the lab plays in real time");
    console.log(memory);
    console.log("From the navigation to a moving picture");
    console.table(start);
  }
}
