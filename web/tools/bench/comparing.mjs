// Measures the page Compare while it plays: two routers at 12,000 packets/s, one of which polls, at both named speeds.
// The lab with one machine is measured in the same run: on a busy computer the ratio of the two says more than the times.

import { hundredths } from "./statistics.mjs";
import { measureSpeed, playing, SPEEDS } from "./playing.mjs";

/** @param {number} speed */
function comparing(speed) {
  const machine = playing(speed).replace("#/lab?", "");
  const polling = machine.replace("traffic.rate:12000", "traffic.rate:12000,polling.enabled:true");
  return `#/compare?v=1&a=${encodeURIComponent(machine)}&b=${encodeURIComponent(polling)}`;
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} site
 */
export async function measureComparing(browser, site) {
  return {
    watch_packets: await measurePair(browser, site, SPEEDS.packets),
    watch_rates: await measurePair(browser, site, SPEEDS.rates),
  };
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} site
 * @param {number} speed
 */
async function measurePair(browser, site, speed) {
  const alone = await measureSpeed(browser, site + playing(speed), []);
  const both = await measureSpeed(browser, site + comparing(speed), []);
  return {
    frames_per_second: both.frames_per_second,
    cpu_p50_ms: both.cpu_p50_ms,
    cpu_p95_ms: both.cpu_p95_ms,
    wall_p95_ms: both.wall_p95_ms,
    tasks_over_50_ms: both.tasks_over_50_ms,
    longest_task_cpu_ms: both.longest_task_cpu_ms,
    lab_cpu_p95_ms: alone.cpu_p95_ms,
    cpu_p95_over_lab: hundredths(both.cpu_p95_ms / alone.cpu_p95_ms),
  };
}
